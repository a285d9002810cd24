import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the gateway's own operations. */
export const gatewayDocs: GroupDocs = {
  operations: {
    gateway_doctor: {
      en: {
        summary: "Check the connected accounts of the key's groups with one cheap read each",
        description: 'Answers the same report with 503 when one of them does not.',
      },
      ko: '연결된 계정이 모두 동작하는지 점검',
      search: 'health status check 상태',
      tool: {
        title: 'Check the connected accounts',
        description:
          'Which accounts (Plaud, Tiro, Coupang, PaySsam, YouTube, Threads) work, and which need attention: state rejected or expires_soon has to be connected again by the owner.',
        isDefault: true,
        reports: true,
        fields: { accounts: 'Only these' },
      },
    },
  },
}
