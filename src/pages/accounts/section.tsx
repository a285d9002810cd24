import { useEffect, useRef, useState } from 'preact/hooks'
import { type Account, isAccount, isFirst, type Product, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { ListedLink, Report } from '../api/types.ts'
import { Ask } from '../events/ask.tsx'
import { nameAccount } from '../text/account-name.ts'
import { type FirstTexts, firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import { Failure } from '../ui/Failure.tsx'
import { Empty } from '../ui/layout.tsx'
import { lazy } from '../ui/lazy.tsx'
import { useRefresh } from '../ui/refresh.ts'
import { DeletedNotice, ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { useKnown } from '../ui/together.ts'
import { type HandOver, readHandOver, readHash } from '../view.ts'
import { WishList } from '../wishes/WishList.tsx'
import { AccountCard } from './AccountCard.tsx'
import { DataDialog } from './dialogs.ts'
import { WorkspaceLine } from './lazy-parts.ts'
import {
  type AccountDialog,
  describeAnswer,
  describeUntested,
  findWorst,
  isConnected,
  isUntested,
  isWorking,
  mustReconnect,
  ofProduct,
  putReports,
  sortByNeed,
  stillTested,
  takeReports,
} from './need.ts'

const AddDialog = lazy(async () => (await import('./AddDialog.tsx')).AddDialog, { isDialog: true })

interface HeadlineProps {
  reports: readonly Report[]
  /** How many settings need attention. */
  warnings: number
  onReconnect: (report: Report) => void
  onTestAll: () => void
  /** Whether all accounts are being tested. */
  isTesting: boolean
}

/** The state of the accounts in one sentence, and a button for the most urgent one. */
function Headline({ reports, warnings, onReconnect, onTestAll, isTesting }: HeadlineProps) {
  const texts = useTexts(firstTexts)
  const { accounts, products } = texts
  const { language } = useLanguage()
  const worst = findWorst(reports)
  const isAny = reports.some(isConnected)
  const isTested = worst?.state !== 'untested'
  if (!isAny && warnings === 0) return <p class="lead">{accounts.summary.none}</p>
  const tone = !isAny ? 'info' : !worst ? 'good' : isWorking(worst) || !isTested ? 'warn' : 'bad'
  return (
    <section class={`headline ${tone}`} aria-label={accounts.summary.label}>
      <Icon name={({ info: 'info', good: 'good', bad: 'bad', warn: isTested ? 'clock' : 'warn' } as const)[tone]} />
      <p role="status">
        <strong>{countWorking(accounts, reports)}</strong>
        {worst && isTested && (
          <>
            {' '}
            {worst.state === 'unreachable'
              ? describeAnswer(texts, worst)
              : accounts.summary.worst(
                  worst.state,
                  nameAccount(products, worst.account),
                  distance(language, worst.expires_at ?? 0),
                )}
          </>
        )}
      </p>
      {(isAny || warnings > 0) && (
        <div class="actions">
          {worst && mustReconnect(worst) && (
            <Button variant="primary" onClick={() => onReconnect(worst)}>
              {accounts.summary.reconnect(nameAccount(products, worst.account))}
            </Button>
          )}
          {worst && isTested && !mustReconnect(worst) && (
            <a class="button primary" href={`#${worst.account}`}>
              {accounts.summary.show}
            </a>
          )}
          {isAny && (
            <Button variant={isTested ? 'quiet' : 'primary'} busy={isTesting} onClick={onTestAll}>
              {accounts.testAll}
            </Button>
          )}
          {warnings > 0 && (
            <a class="button quiet" href="#attention">
              {accounts.summary.warnings(warnings)}
            </a>
          )}
        </div>
      )}
    </section>
  )
}

function countWorking({ summary }: FirstTexts['accounts'], reports: readonly Report[]): string {
  const connected = reports.filter(isConnected)
  const [working, untested] = [connected.filter(isWorking).length, connected.filter(isUntested).length]
  if (connected.length === 0) return summary.none
  return working === connected.length
    ? summary.allWork(connected.length)
    : summary.someWork(working, connected.length, untested)
}

/** The links of the last week, below the accounts. Hidden when there are none. */
export function LinksSection({ onKnown }: { onKnown: () => void }) {
  const { links: texts } = useTexts(firstTexts)
  const { value, error, reload, refresh } = useLoaded((options) =>
    call('admin_list_links', {}, options).then(({ links }) => links),
  )
  useRefresh(() => refresh())
  useKnown(value !== undefined || error !== undefined, onKnown)
  if (error === undefined && !value?.length) return null
  return (
    <section class="stack" aria-labelledby="links">
      <h2 id="links">{texts.listTitle}</h2>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value && (
        <div class="rows">
          {value.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </div>
      )}
    </section>
  )
}

function LinkRow({ link }: { link: ListedLink }) {
  const { common, links: texts, products } = useTexts(firstTexts)
  const { language } = useLanguage()
  const { error, busy, run } = useTask()
  const [isRevoked, setRevoked] = useState(false)
  const { id, account, state, tries_left, owner_name, note, expires_at } = link
  const name = nameAccount(products, account)
  const revoke = () =>
    run(async () => {
      await call('admin_revoke_link', { path: { id } })
      setRevoked(true)
    })
  if (isRevoked) return <DeletedNotice words={texts.revoked(name)} />
  return (
    <article class="row" aria-label={`${texts.url}: ${name}`}>
      <header>
        <div>
          <h3>
            {name} <bdi class="soft">{owner_name}</bdi>
          </h3>
          {note && <bdi class="soft">{note}</bdi>}
        </div>
      </header>
      <p class="soft">
        {state === 'open' ? texts.open(tries_left) : texts.states[state]}
        {state === 'open' && `, ${texts.until(formatDateTime(language, expires_at))}`}
      </p>
      <div class="actions">
        <Button variant="quiet" busy={busy} aria-label={`${common.revoke}: ${name}`} onClick={revoke}>
          {common.revoke}
        </Button>
      </div>
      <div role="alert">
        <Failure error={error} />
      </div>
    </article>
  )
}

interface AccountsSectionProps {
  /** How many settings need attention. */
  warnings: number
  /** The licence of the deployment. Undefined until it is known. */
  licence: string | undefined
  /** Whether the page shows it. */
  isShown: boolean
  /** Called when everything is loaded that moves something else, or cannot be. */
  onKnown: () => void
  onLinksChanged: () => void
}

/** The account that the address names, as messages do. */
function getNamedAccount(): Account | undefined {
  const id = readHash()
  return isAccount(id) ? id : undefined
}

/** The state of the accounts, and a card for each. Their order stays as loaded, so that no card moves under a finger. */
export function AccountsSection({ warnings, licence, isShown, onKnown, onLinksChanged }: AccountsSectionProps) {
  const texts = useTexts(firstTexts)
  const { accounts } = texts
  const { language } = useLanguage()
  const [open, setOpen] = useState<{ account: Account; dialog: AccountDialog }>()
  /** A further account that is being added, with the id that the address names. */
  const [adding, setAdding] = useState<{ product: Product; account?: Account }>()
  /** The product of which a sign-in was brought here, until an account is connected with it. */
  const [brought, setBrought] = useState<{ product: Product; handOver: HandOver }>()
  const getHandOver = (product: Product) => (brought?.product === product ? brought.handOver : undefined)
  /** Further accounts that were erased, until the list is loaded again. */
  const [gone, setGone] = useState<ReadonlyMap<Account, string>>(new Map())
  const [isDataOpen, setDataOpen] = useState(false)
  const { result, showResult } = useResult()
  const {
    value: reports,
    error,
    reload,
    setValue,
    refresh,
  } = useLoaded(async (options) => {
    const { accounts } = await call('admin_list_accounts', {}, options)
    if (accounts.some(({ workspaces }) => workspaces.length > 0)) await WorkspaceLine.prepare()
    return sortByNeed(accounts)
  })
  // Shown cards stay in their places, also under an open dialog.
  useRefresh(() => refresh(takeReports))
  const testing = useTask()
  const tested = useResult()
  const isNew = useRef(true)
  const replace = (...changed: Report[]) => {
    const isNewlyConnected = ({ account, connected_at }: Report) =>
      brought?.product === productOf(account) &&
      reports?.find((report) => report.account === account)?.connected_at !== connected_at
    if (changed.some(isNewlyConnected)) setBrought(undefined)
    setGone((last) => new Map([...last].filter(([account]) => !changed.some((report) => report.account === account))))
    setValue((last) => last && putReports(last, changed))
  }
  /** An account may have been connected again or disconnected while it was tested. */
  const replaceTested = (changed: readonly Report[], before: readonly Report[]) =>
    setValue((last) => last && putReports(last, stillTested(changed, before, last)))
  const testAll = async () => {
    const before = reports ?? []
    const { accounts: tested, untested } = await call('admin_test_accounts')
    replaceTested(tested, before)
    return untested
  }
  useEffect(() => {
    if (!reports || !isShown || !isNew.current) return
    isNew.current = false
    goToAddress(reports)
    // An untested account may not work. It is tested only once, because an owner may save a credential without a test.
    if (reports.some(isUntested)) testing.run(async () => void (await testAll()))
  }, [reports, isShown])
  /** The card that the address names did not exist when the page was opened. */
  const goToAddress = (shown: readonly Report[] | undefined) => {
    const id = getNamedAccount()
    if (!shown || !id) return
    const named = shown.find(({ account }) => account === id)
    const isOffered = shown.some(({ account }) => account === productOf(id))
    if (!named && !isOffered) return
    const handOver = readHandOver(productOf(id))
    if (handOver) setBrought({ product: productOf(id), handOver })
    // Once: the same link may be opened again.
    history.replaceState(history.state, '', location.pathname)
    if (!named) return setAdding({ product: productOf(id), account: id })
    document.getElementById(`account-${named.account}`)?.focus()
    if (handOver || mustReconnect(named) || !isConnected(named)) setOpen({ account: named.account, dialog: 'connect' })
  }
  useEffect(() => {
    const follow = () => goToAddress(reports)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [reports])
  const erased = () => {
    reload()
    onLinksChanged()
  }
  /** A further account is no longer in the list. A first one stays. */
  const erasedOne = (report: Report, words: string) => {
    if (isFirst(report.account)) return erased()
    onLinksChanged()
    replace({ ...report, state: 'not_connected', source: null })
    setGone((last) => new Map([...last, [report.account, words]]))
  }
  const present = reports?.filter(({ account }) => !gone.has(account)) ?? []
  /** Below the last card of a product that has a connected account. */
  const getAdd = ({ account }: Report) => {
    const product = productOf(account)
    const all = ofProduct(present, product)
    return all.some(isConnected) && all.at(-1)?.account === account ? () => setAdding({ product }) : undefined
  }
  const headline = reports && reports.length > 0 && (
    <div class="stack" key="headline">
      <Headline
        reports={reports}
        warnings={warnings}
        onReconnect={({ account }) => setOpen({ account, dialog: 'connect' })}
        isTesting={testing.busy}
        onTestAll={() =>
          testing.run(async () => {
            tested.clear()
            const late = await testAll()
            if (late.length === 0) tested.showResult(accounts.testedAll)
            else tested.showResult(late.map((each) => describeUntested(texts, language, each)).join(' '), 'warn')
          })
        }
      />
      <ResultNotice result={tested.result} error={testing.error} />
    </div>
  )
  const isAny = reports?.some(isConnected) ?? false
  const [isAskKnown, setAskKnown] = useState(false)
  useKnown(isAskKnown && (reports !== undefined || error !== undefined), onKnown)
  // The other licences open only a part of what wishes need.
  const wishes = reports && licence === 'pro' && <WishList key="wishes" reports={reports} onReport={replace} />
  const question = <Ask key="question" isAsked={isAny && licence === 'pro'} onKnown={() => setAskKnown(true)} />
  return (
    <>
      {/* An open wish stays while its first account is connected. */}
      {isAny ? [headline, question, wishes] : [wishes, headline, question]}
      <section class="stack" aria-labelledby="accounts">
        <h2 id="accounts">{accounts.title}</h2>
        <div role="alert">
          <Failure error={error} retry={reload} />
        </div>
        {reports?.length === 0 && (
          <Empty picture="plug">
            <p>{accounts.empty}</p>
          </Empty>
        )}
        {reports && reports.length > 0 && (
          <div class="rows">
            {reports.map((report) => {
              const words = gone.get(report.account)
              return words === undefined ? (
                <AccountCard
                  key={report.account}
                  report={report}
                  onAdd={getAdd(report)}
                  dialog={open?.account === report.account ? open.dialog : undefined}
                  handOver={getHandOver(productOf(report.account))}
                  onDialog={(dialog) => setOpen(dialog && { account: report.account, dialog })}
                  onReport={replace}
                  onTested={(tested) => replaceTested([tested], reports)}
                  onOtherAccount={(account) => setOpen({ account, dialog: 'connect' })}
                  onLinksChanged={onLinksChanged}
                  onErased={(words) => erasedOne(report, words)}
                />
              ) : (
                <DeletedNotice key={report.account} words={words} />
              )
            })}
          </div>
        )}
        <p class="lead">{accounts.lead}</p>
        {reports && reports.length > 1 && (
          <div class="actions">
            <Button variant="quiet" onClick={() => setDataOpen(true)}>
              {accounts.allData}
            </Button>
          </div>
        )}
        <ResultNotice result={result} />
        {reports && adding && (
          <AddDialog
            key={adding.account ?? adding.product}
            product={adding.product}
            account={adding.account}
            handOver={getHandOver(adding.product)}
            reports={present}
            onReport={replace}
            onOtherAccount={(account) => {
              setAdding(undefined)
              setOpen({ account, dialog: 'connect' })
            }}
            onLinksChanged={onLinksChanged}
            onClose={(added) => {
              setAdding(undefined)
              // After the dialog has returned the focus.
              if (added) setTimeout(() => document.getElementById(`account-${added}`)?.focus())
            }}
          />
        )}
        {reports && isDataOpen && (
          <DataDialog
            reports={present}
            onClose={() => setDataOpen(false)}
            onErased={(words) => {
              erased()
              showResult(words)
            }}
          />
        )}
      </section>
    </>
  )
}
