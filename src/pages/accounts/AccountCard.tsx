import { useState } from 'preact/hooks'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { useAccountTest } from './account-test.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { DataDialog } from './DataDialog.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { LastError } from './LastError.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { StateBadge } from './StateBadge.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

interface Props {
  report: Report
  onReport: (report: Report) => void
  onLinksChanged: () => void
  onErased: () => void
}

export function AccountCard({ report, onReport, onLinksChanged, onErased }: Props) {
  const { accounts, data, webhook, products } = useTexts()
  const [open, setOpen] = useState<'connect' | 'disconnect' | 'link' | 'data' | 'webhook'>()
  const { busy, error, said, test, say } = useAccountTest(report, onReport)
  const { account, state, source } = report
  const name = products[account]
  const close = () => setOpen(undefined)
  return (
    <article class={`card account ${state}`} aria-labelledby={`account-${account}`}>
      <header>
        <h3 id={`account-${account}`}>
          {name} <span class="soft">{accounts.names[account]}</span>
        </h3>
        <StateBadge report={report} />
      </header>
      {state === 'not_connected' && <p class="soft">{accounts.purposes[account]}</p>}
      <AccountFacts report={report} />
      {report.last_error && <LastError error={report.last_error} />}
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
        <Button
          look={source ? 'plain' : 'primary'}
          aria-label={`${source ? accounts.replace : accounts.connect}: ${name}`}
          onClick={() => setOpen('connect')}
        >
          {source ? accounts.replace : accounts.connect}
        </Button>
        {source && (
          <Button busy={busy} aria-label={`${accounts.test}: ${name}`} onClick={test}>
            {accounts.test}
          </Button>
        )}
        {report.can_click && (
          <a class="button plain" href="/connect/social/start">
            {accounts.click}
          </a>
        )}
      </div>
      <div class="actions more">
        <Button look="quiet" aria-label={`${accounts.link}: ${name}`} onClick={() => setOpen('link')}>
          {accounts.link}
        </Button>
        {source && account === 'workspace' && (
          <Button look="quiet" aria-label={`${webhook.open}: ${name}`} onClick={() => setOpen('webhook')}>
            {webhook.open}
          </Button>
        )}
        <Button look="quiet" aria-label={`${data.open}: ${name}`} onClick={() => setOpen('data')}>
          {data.open}
        </Button>
        {source && (
          <Button look="quiet" aria-label={`${accounts.disconnect}: ${name}`} onClick={() => setOpen('disconnect')}>
            {accounts.disconnect}
          </Button>
        )}
      </div>
      {open === 'connect' && <ConnectDialog report={report} onReport={onReport} onClose={close} />}
      {open === 'data' && (
        <DataDialog
          reports={[report]}
          onClose={close}
          onErased={(words) => {
            onErased()
            say(words)
          }}
        />
      )}
      {open === 'webhook' && <WebhookDialog onClose={close} />}
      {open === 'link' && <LinkDialog account={account} onMade={onLinksChanged} onClose={close} />}
      {open === 'disconnect' && (
        <DisconnectDialog
          account={account}
          onClose={close}
          onReport={(left) => {
            onReport(left)
            say(accounts.disconnected(name))
          }}
        />
      )}
    </article>
  )
}
