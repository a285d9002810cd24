import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The gateway's own operations as tools of a model (decisions.md section 13). */
export const gatewayTools: GroupTools = {
  tools: {
    gateway_doctor: {
      title: 'Check the connected accounts',
      description:
        'Which accounts (Plaud, Tiro, Coupang, PaySsam, YouTube, Threads) work, and which need attention: state rejected or expires_soon has to be connected again by the owner.',
      isDefault: true,
      reports: true,
      fields: { accounts: 'Only these' },
    },
  },
}
