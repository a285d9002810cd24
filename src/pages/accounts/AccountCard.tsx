import { useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { More } from '../ui/More.tsx'
import { Said } from '../ui/Said.tsx'
import { type AccountDialog, AccountDialogs } from './AccountDialogs.tsx'
import { AccountAdvice, AccountDates } from './AccountFacts.tsx'
import { AccountMore } from './AccountMore.tsx'
import { useAccountTest } from './account-test.ts'
import { isConnected, mustReconnect } from './need.ts'
import { StateBadge } from './StateBadge.tsx'

interface Props {
  report: Report
  /** The open dialog of this account. */
  dialog: AccountDialog | undefined
  onDialog: (dialog: AccountDialog | undefined) => void
  onReport: (report: Report) => void
  /** Opens the dialog to connect another account. */
  onGo: (account: Account) => void
  onLinksChanged: () => void
  onErased: () => void
}

/** An account: what it gives, how it is, and what to do. Everything else is under "More". */
export function AccountCard({ report, dialog, onDialog, ...changes }: Props) {
  const { accounts, products } = useTexts()
  const { busy, error, said, test, say } = useAccountTest(report, changes.onReport)
  const [isOpen, setOpen] = useState(false)
  const { account, state } = report
  const name = products[account]
  const isBad = mustReconnect(report)
  const label = isBad ? accounts.reconnect : accounts.connect
  return (
    <article class={`row account ${state}`} aria-labelledby={`account-${account}`}>
      <header>
        <span class="initial" aria-hidden="true">
          {[...name][0]}
        </span>
        <div>
          <h3 id={`account-${account}`} tabIndex={-1}>
            {name}
          </h3>
          <p class="soft">{accounts.purposes[account]}</p>
        </div>
      </header>
      {isConnected(report) && (
        <div class="standing">
          <StateBadge report={report} />
          <AccountDates report={report} />
        </div>
      )}
      <AccountAdvice report={report} />
      <div class="actions">
        {(isBad || !isConnected(report)) && report.can_click && (
          <a class={`button ${isBad ? 'primary' : 'plain'}`} href="/connect/social/start">
            {accounts.click}
          </a>
        )}
        {(isBad || !isConnected(report)) && !report.can_click && (
          <Button
            look={isBad ? 'primary' : 'plain'}
            aria-label={`${label}: ${name}`}
            onClick={() => onDialog('connect')}
          >
            {label}
          </Button>
        )}
        {report.source && (
          <Button busy={busy} aria-label={`${accounts.test}: ${name}`} onClick={test}>
            {accounts.test}
          </Button>
        )}
        <More
          label={accounts.more}
          about={name}
          controls={`more-${account}`}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
      <Said said={said} error={error} />
      <div id={`more-${account}`} class="more" hidden={!isOpen}>
        {isOpen && <AccountMore report={report} onOpen={onDialog} />}
      </div>
      {dialog && (
        <AccountDialogs dialog={dialog} report={report} say={say} onClose={() => onDialog(undefined)} {...changes} />
      )}
    </article>
  )
}
