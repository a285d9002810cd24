import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { type AccountDialog, AccountDialogs } from './AccountDialogs.tsx'
import { AccountAdvice, AccountDates } from './AccountFacts.tsx'
import { AccountMore } from './AccountMore.tsx'
import { useAccountTest } from './account-test.ts'
import { mustReconnect } from './need.ts'
import { StateBadge } from './StateBadge.tsx'

interface Props {
  report: Report
  /** The open dialog of this account. */
  dialog: AccountDialog | undefined
  onDialog: (dialog: AccountDialog | undefined) => void
  onReport: (report: Report) => void
  onLinksChanged: () => void
  onErased: () => void
}

/** An account: what it gives, how it is, and what to do. Everything else is under "More". */
export function AccountCard({ report, dialog, onDialog, ...changes }: Props) {
  const { accounts, products } = useTexts()
  const { busy, error, said, test, say } = useAccountTest(report, changes.onReport)
  const { account, state, source } = report
  const name = products[account]
  const isNew = state === 'not_connected'
  const needsLogin = isNew || mustReconnect(report)
  const label = isNew ? accounts.connect : mustReconnect(report) ? accounts.reconnect : accounts.replace
  return (
    <article class={`card account ${state}`} aria-labelledby={`account-${account}`}>
      <header>
        <span class="initial" aria-hidden="true">
          {[...name][0]}
        </span>
        <div>
          <h3 id={`account-${account}`} tabIndex={-1}>
            {name} <span class="soft">{accounts.names[account]}</span>
          </h3>
          <p class="purpose soft">{accounts.purposes[account]}</p>
        </div>
      </header>
      {!isNew && (
        <div>
          <StateBadge report={report} />
        </div>
      )}
      <AccountAdvice report={report} />
      <AccountDates report={report} />
      <div role="status" class="said">
        {busy
          ? accounts.testing
          : said && (
              <Notice tone={said.tone}>
                <p>{said.words}</p>
              </Notice>
            )}
        <Failure error={error} />
      </div>
      <div class="actions">
        {needsLogin && report.can_click && (
          <a class="button primary" href="/connect/social/start">
            {accounts.click}
          </a>
        )}
        <Button
          look={mustReconnect(report) && !report.can_click ? 'primary' : 'plain'}
          aria-label={`${label}: ${name}`}
          onClick={() => onDialog('connect')}
        >
          {label}
        </Button>
        {source && (
          <Button busy={busy} aria-label={`${accounts.test}: ${name}`} onClick={test}>
            {accounts.test}
          </Button>
        )}
      </div>
      <AccountMore report={report} onOpen={onDialog} />
      {dialog && (
        <AccountDialogs dialog={dialog} report={report} say={say} onClose={() => onDialog(undefined)} {...changes} />
      )}
    </article>
  )
}
