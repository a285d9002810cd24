import { groupLink } from '../activity/address.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Details } from '../ui/Details.tsx'
import type { AccountDialog } from './AccountDialogs.tsx'
import { AccountOrigin } from './AccountFacts.tsx'
import { LastError } from './LastError.tsx'
import { isConnected, mustReconnect } from './need.ts'

interface Props {
  report: Report
  onOpen: (dialog: AccountDialog) => void
}

/** What an owner rarely needs of an account: where its credential is from, its last error, links, data, the end. */
export function AccountMore({ report, onOpen }: Props) {
  const { accounts, products } = useTexts()
  const { account, source, last_error, message, hint } = report
  const name = products[account]
  const dialogs = [
    ...(source && !mustReconnect(report) ? [['connect', accounts.replace] as const] : []),
    // The first button is the sign-in at the product.
    ...(report.can_click && (!source || mustReconnect(report)) ? [['connect', accounts.byToken] as const] : []),
    ['link', accounts.link],
    ...(source && account === 'workspace' ? [['webhook', accounts.instantEvents] as const] : []),
    ['data', accounts.data],
    ...(source ? [['disconnect', accounts.disconnect] as const] : []),
  ] as const
  return (
    <>
      <AccountOrigin report={report} />
      {last_error && <LastError error={last_error} />}
      {!isConnected(report) && message && <Details message={message} hint={hint} />}
      <div class="actions">
        {dialogs.map(([dialog, label]) => (
          <Button key={dialog} look="quiet" aria-label={`${label}: ${name}`} onClick={() => onOpen(dialog)}>
            {label}
          </Button>
        ))}
        <a class="button quiet" href={groupLink(report.group)} aria-label={`${accounts.failures}: ${name}`}>
          {accounts.failures}
        </a>
        {source && report.can_click && !mustReconnect(report) && (
          <a class="button quiet" href="/connect/social/start">
            {accounts.click}
          </a>
        )}
      </div>
    </>
  )
}
