import { useState } from 'preact/hooks'
import { readRefusedAddress } from '../../base/url.ts'
import { getGivenName, type Product, productOf, toSignIn } from '../api/accounts.ts'
import type { Report, State } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Details, Fact, Moment, More, type Tone } from '../ui/layout.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { ResultNotice } from '../ui/result.tsx'
import { Button, Icon, type IconName } from '../ui/shared.tsx'
import type { HandOver } from '../view.ts'
import { AccountDialogs } from './AccountDialogs.tsx'
import { useAccountTest } from './account-test.ts'
import { AccountMore } from './dialogs.ts'
import { WorkspaceLine } from './lazy-parts.ts'
import { type AccountDialog, adviseOnFailure, describeAnswer, isConnected, mustReconnect } from './need.ts'

/** Each state has its own shape in addition to its colour. */
const BADGES: Record<State, [IconName, Tone | 'none']> = {
  ok: ['good', 'good'],
  untested: ['warn', 'warn'],
  not_connected: ['empty', 'none'],
  rejected: ['bad', 'bad'],
  unreachable: ['warn', 'warn'],
  misconfigured: ['wrong', 'bad'],
  expires_soon: ['clock', 'warn'],
}

function StateBadge({ report: { state } }: { report: Report }) {
  const { accounts } = useTexts(firstTexts)
  const [icon, tone] = BADGES[state]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {accounts.states[state]}
    </p>
  )
}

/** The problem of an account, and the solution. Nothing for an account that works or was never connected. */
function AccountAdvice({ report }: { report: Report }) {
  const texts = useTexts(firstTexts)
  const { accounts } = texts
  const { state, message, hint } = report
  const refused = readRefusedAddress(message ?? '')
  const advice =
    state === 'unreachable'
      ? `${describeAnswer(texts, report)} ${adviseOnFailure(texts, report)}`
      : accounts.advice[state]
  const words = refused ? accounts.refusedAddress(refused) : advice
  if (!words) return null
  return (
    <div class="advice">
      <p>{words}</p>
      {message && <Details message={message} hint={hint} />}
    </div>
  )
}

/** The products whose sign-ins are known to end at some time. */
const ENDING: ReadonlySet<Product> = new Set<Product>(['recorder', 'shop-seller', 'shop-consumer', 'social'])

/** When a connected account last worked, and when it expires, as the product or the owner said it. */
function AccountDates({ report }: { report: Report }) {
  const { accounts, common } = useTexts(firstTexts)
  const { expires_at, last_ok_at } = report
  if (!isConnected(report)) return null
  return (
    <dl class="dates">
      <Fact name={accounts.lastOk}>{last_ok_at ? <Moment at={last_ok_at} /> : common.notYet}</Fact>
      {expires_at ? (
        <Fact name={accounts.ends}>
          <Moment at={expires_at} withDay />
        </Fact>
      ) : (
        ENDING.has(productOf(report.account)) && <Fact name={accounts.ends}>{accounts.endUnknown}</Fact>
      )}
    </dl>
  )
}

interface AccountCardProps {
  report: Report
  /** The open dialog of this account. */
  dialog: AccountDialog | undefined
  /** How a sign-in of the product was brought here. */
  handOver: HandOver | undefined
  onDialog: (dialog: AccountDialog | undefined) => void
  onReport: (report: Report) => void
  /** The account was tested. */
  onTested: (report: Report) => void
  /** Opens the dialog to connect another account. */
  onOtherAccount: (account: Product) => void
  onLinksChanged: () => void
  onErased: (words: string) => void
  /** Adds another account of the product. Undefined below all cards of a product but the last. */
  onAdd: (() => void) | undefined
}

/** An account: what it gives, how it is, and what to do. Everything else is under "More". */
export function AccountCard({ report, dialog, handOver, onDialog, onTested, onAdd, ...changes }: AccountCardProps) {
  const { accounts, products } = useTexts(firstTexts)
  const { busy, error, result, test, showResult } = useAccountTest(report, onTested)
  const [isOpen, setOpen] = useState(false)
  const { account, state } = report
  const product = productOf(account)
  const given = getGivenName(account)
  const name = nameAccount(products, account)
  const isBad = mustReconnect(report)
  const label = isBad ? accounts.reconnect : accounts.connect
  return (
    <article class={`row account ${state}`} aria-labelledby={`account-${account}`}>
      <header>
        <ProductMark account={account} />
        <div>
          <h3 id={`account-${account}`} tabIndex={-1}>
            {products[product]}
            {given && (
              <>
                {' '}
                <span class="tag">{given}</span>
              </>
            )}
          </h3>
          {report.identity && <p class="whose">{accounts.whose(product, report.identity)}</p>}
          <p class="soft">{accounts.purposes[product]}</p>
        </div>
      </header>
      {isConnected(report) && (
        <div class="standing">
          <StateBadge report={report} />
          <AccountDates report={report} />
        </div>
      )}
      <AccountAdvice report={report} />
      {report.workspaces.length > 0 && <WorkspaceLine report={report} onReport={changes.onReport} />}
      <div class="actions">
        {(isBad || !isConnected(report)) && report.can_click && (
          <a class={`button ${isBad ? 'primary' : 'plain'}`} href={toSignIn(account)}>
            {accounts.oauth}
          </a>
        )}
        {(isBad || !isConnected(report)) && !report.can_click && (
          <Button
            variant={isBad ? 'primary' : 'plain'}
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
      <ResultNotice result={result} error={error} />
      <div id={`more-${account}`} class="more" hidden={!isOpen}>
        {isOpen && <AccountMore report={report} onOpen={onDialog} />}
      </div>
      {onAdd && (
        <div class="add">
          <Button variant="quiet" aria-label={`${accounts.add}: ${products[product]}`} onClick={onAdd}>
            {accounts.add}
          </Button>
        </div>
      )}
      {dialog && (
        <AccountDialogs
          dialog={dialog}
          handOver={handOver}
          report={report}
          showResult={showResult}
          onClose={() => onDialog(undefined)}
          {...changes}
        />
      )}
    </article>
  )
}
