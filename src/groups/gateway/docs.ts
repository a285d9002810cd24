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
          'Which accounts work, and which need attention: state rejected or expires_soon has to be connected again by the owner.',
        isDefault: true,
        reports: true,
        fields: { accounts: 'Only these' },
      },
    },
    gateway_search: {
      en: {
        summary: 'Search recordings, notes, the workspace, posts and orders at once',
        description:
          'Searches what the key opens. `searched` says which parts of each source were searched, and why one was not. Orders go back 30 days unless `from` is given.',
      },
      ko: '녹음, 노트, 워크스페이스, 게시물, 주문을 한꺼번에 검색',
      search: 'find everything 통합 검색 찾기',
      tool: {
        title: 'Search everything',
        description:
          'Finds words in Plaud, Tiro, Notion titles, Threads posts and Coupang orders at once. searched says where it looked.',
        isDefault: true,
        isForeign: true,
        fields: { query: 'Words', from: 'Day, or ISO 8601', to: '', groups: '', limit: 'Of each, 1 to 20' },
      },
    },
  },
}
