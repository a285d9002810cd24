import { accountLink, groupLink, requestLink } from '../activity/entries.ts'
import { isFirst, productOf, toSignIn } from '../api/accounts.ts'
import type { LastError as Failed, Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDay } from '../text/moments.ts'
import { Details, Fact, Moment } from '../ui/layout.tsx'
import { Button } from '../ui/shared.tsx'
import { OpeningKeys } from './lazy-parts.ts'
import { Newest } from './Newest.tsx'
import { type AccountDialog, isConnected, mustReconnect } from './need.ts'

function LastError({ error: { at, status, message, request_id } }: { error: Failed }) {
  const { accounts, errors } = useTexts(firstTexts)
  return (
    <details class="original">
      <summary>
        {accounts.lastError} <Moment at={at} />
      </summary>
      <p>
        <strong>{status}</strong> <span lang="en">{message}</span>
      </p>
      <p class="hint">
        {errors.requestId}{' '}
        <a href={requestLink(request_id)}>
          <code>{request_id}</code>
        </a>
      </p>
    </details>
  )
}

/** The source of an account's credential, and whether its owner is unknown. */
function AccountOrigin({ report: { source, connected_at, identity, last_ok_at } }: { report: Report }) {
  const { accounts } = useTexts(firstTexts)
  const { language } = useLanguage()
  if (!source) return null
  return (
    <dl class="facts">
      {connected_at && <Fact name={accounts.connectedAt}>{formatDay(language, connected_at)}</Fact>}
      <Fact name={accounts.storedIn}>{accounts.sources[source]}</Fact>
      {!identity && last_ok_at && <Fact name={accounts.whoseLabel}>{accounts.whoseUnknown}</Fact>}
    </dl>
  )
}

interface AccountMoreProps {
  report: Report
  onOpen: (dialog: AccountDialog) => void
}

/** The details of an account: the source of its credential, its last error, links, data, and disconnecting. */
export function AccountMore({ report, onOpen }: AccountMoreProps) {
  const { accounts, products } = useTexts(firstTexts)
  const { account, source, last_error, message, hint } = report
  const name = nameAccount(products, account)
  const dialogs = [
    ...(source && !mustReconnect(report) ? [['connect', accounts.replace] as const] : []),
    // The first button is the sign-in at the product.
    ...(report.can_click && (!source || mustReconnect(report)) ? [['connect', accounts.byToken] as const] : []),
    ['link', accounts.link],
    ...(source && productOf(account) === 'workspace' ? [['webhook', accounts.instantEvents] as const] : []),
    ['data', accounts.data],
    ...(source ? [['disconnect', accounts.disconnect] as const] : []),
  ] as const
  return (
    <>
      {isConnected(report) && <Newest key={report.workspace} account={account} />}
      <AccountOrigin report={report} />
      {!isFirst(account) && <OpeningKeys account={account} />}
      {last_error && <LastError error={last_error} />}
      {!isConnected(report) && message && <Details message={message} hint={hint} />}
      <div class="actions">
        {dialogs.map(([dialog, label]) => (
          <Button key={dialog} variant="quiet" aria-label={`${label}: ${name}`} onClick={() => onOpen(dialog)}>
            {label}
          </Button>
        ))}
        <a
          class="button quiet"
          href={isFirst(account) ? groupLink(report.group) : accountLink(account)}
          aria-label={`${accounts.failures}: ${name}`}
        >
          {accounts.failures}
        </a>
        {source && report.can_click && !mustReconnect(report) && (
          <a class="button quiet" href={toSignIn(account)}>
            {accounts.oauth}
          </a>
        )}
      </div>
    </>
  )
}
