import type { Account } from '../api/accounts.ts'
import { disconnectAccount } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'

interface Props {
  account: Account
  onReport: (report: Report) => void
  onClose: () => void
}

export function DisconnectDialog({ account, onReport, onClose }: Props) {
  const { accounts, products } = useTexts()
  return (
    <Confirm
      title={accounts.disconnectTitle(products[account])}
      body={accounts.disconnectBody}
      action={accounts.disconnect}
      onClose={onClose}
      onConfirmed={async () => {
        onReport(await disconnectAccount(account))
        onClose()
      }}
    />
  )
}
