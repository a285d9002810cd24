import { productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'

interface Props {
  report: Report
  onReport: (report: Report) => void
  onClose: () => void
}

export function DisconnectDialog({ report: { account, identity }, onReport, onClose }: Props) {
  const { accounts, products } = useTexts(firstTexts)
  return (
    <Confirm
      title={accounts.disconnectTitle(nameAccount(products, account))}
      body={accounts.disconnectBody}
      action={accounts.disconnect}
      onClose={onClose}
      onConfirmed={async () => {
        onReport((await call('admin_disconnect_account', { path: { account } })).account)
        onClose()
      }}
    >
      {identity && (
        <p>
          {accounts.whoseLabel}: <strong>{accounts.whose(productOf(account), identity)}</strong>
        </p>
      )}
    </Confirm>
  )
}
