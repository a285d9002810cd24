import type { Product } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import type { HandOver } from '../view.ts'
import { ConnectDialog, DataDialog, DisconnectDialog, LinkDialog, WebhookDialog } from './dialogs.ts'
import type { AccountDialog } from './need.ts'

interface Props {
  dialog: AccountDialog
  /** How a sign-in of the product was brought here. */
  handOver: HandOver | undefined
  report: Report
  onReport: (report: Report) => void
  /** Opens the dialog to connect another account. */
  onOtherAccount: (account: Product) => void
  onLinksChanged: () => void
  onErased: (words: string) => void
  /** Shows what was done on the account's card. */
  showResult: (words: string) => void
  onClose: () => void
}

/** The open dialog of an account. */
export function AccountDialogs({
  dialog,
  handOver,
  report,
  onReport,
  onOtherAccount,
  onLinksChanged,
  onErased,
  showResult,
  onClose,
}: Props) {
  const { accounts, products } = useTexts(firstTexts)
  const { account } = report
  if (dialog === 'connect')
    return (
      <ConnectDialog
        report={report}
        onReport={onReport}
        onOtherAccount={onOtherAccount}
        onClose={onClose}
        hasNext
        handOver={handOver}
      />
    )
  if (dialog === 'webhook') return <WebhookDialog account={account} onClose={onClose} />
  if (dialog === 'link')
    return <LinkDialog account={account} onChanged={onLinksChanged} onReport={onReport} onClose={onClose} />
  if (dialog === 'data')
    return (
      <DataDialog
        reports={[report]}
        onClose={onClose}
        onErased={(words) => {
          onErased(words)
          showResult(words)
        }}
      />
    )
  return (
    <DisconnectDialog
      report={report}
      onClose={onClose}
      onReport={(left) => {
        onReport(left)
        showResult(accounts.disconnected(nameAccount(products, account)))
      }}
    />
  )
}
