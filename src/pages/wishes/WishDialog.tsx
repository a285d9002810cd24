import { useEffect, useRef, useState } from 'preact/hooks'
import { ConnectDialog } from '../accounts/dialogs.ts'
import { isConnected } from '../accounts/need.ts'
import type { Product } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import { fetchTables } from '../api/tables.ts'
import type { Attempt, KeyRecord, Report } from '../api/types.ts'
import { describeDeliveryError, isEndpoint, refusesUrl } from '../events/names.ts'
import { FirstRequest } from '../programs/FirstRequest.tsx'
import { ProgramTabs } from '../programs/ProgramTabs.tsx'
import type { Program, Trigger } from '../programs/program.ts'
import type { ToolName } from '../programs/tools.ts'
import { commonTexts } from '../text/common.ts'
import { eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { wishListTexts } from '../text/wish-list.ts'
import { wishesTexts } from '../text/wishes.ts'
import { Failure } from '../ui/Failure.tsx'
import { Field, Select } from '../ui/fields.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { CloseButton, Modal } from '../ui/Modal.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { Button, Icon, Rich } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { getAccounts, type WishId } from './products.ts'
import { EXAMPLE_VIDEO, type Given, WISHES } from './wishes.ts'

interface Made {
  key: string
  record: KeyRecord
}

interface Props {
  id: WishId
  reports: readonly Report[]
  onReport: (report: Report) => void
  onClose: () => void
}

/** From a wish to the first request: its accounts, a key with just its rights, the finished file, a sample. */
export function WishDialog({ id, reports, onReport, onClose }: Props) {
  const { products } = useTexts(firstTexts)
  const wishList = useTexts(wishListTexts)
  const texts = useTexts(wishesTexts)
  const accounts = getAccounts(id)
  const { groups, readOnly } = WISHES[id]
  const [connecting, setConnecting] = useState<Product>()
  const [made, setMade] = useState<Made>()
  const [isTaken, setTaken] = useState(false)
  const { busy, error, run } = useTask()
  const find = (account: Product) => reports.find((report) => report.account === account)
  const missing = accounts.filter((account) => !isReady(find(account)))
  const report = connecting && find(connecting)
  if (report) {
    // After one account comes the next.
    const close = () => setConnecting(isReady(report) ? missing[0] : undefined)
    return (
      <ConnectDialog
        key={connecting}
        report={report}
        onReport={onReport}
        onOtherAccount={setConnecting}
        onClose={close}
      />
    )
  }
  const make = () =>
    run(async () => {
      const groupsOfKey = [...groups]
      setMade(
        await call('admin_make_key', {
          body: { name: wishList.titles[id], licence: 'pro', groups: groupsOfKey, read_only: readOnly },
        }),
      )
    })
  const [next] = missing
  return (
    <Modal
      title={wishList.titles[id]}
      onClose={onClose}
      wide
      confirmClose={made && !isTaken ? texts.notTaken : undefined}
      isBusy={busy}
    >
      <p class="lead">{texts.leads[id]}</p>
      {made ? (
        <Result id={id} made={made} onTaken={() => setTaken(true)} />
      ) : (
        <>
          <Needs accounts={accounts} isMissing={(account) => missing.includes(account)} />
          <Rights id={id} />
          <div role="alert">
            <Failure error={error} />
          </div>
          <div class="actions end">
            {next ? (
              <Button variant="primary" onClick={() => setConnecting(next)}>
                {texts.connectNext(products[next])}
              </Button>
            ) : (
              <Button variant="primary" busy={busy} onClick={make}>
                {texts.make}
              </Button>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}

const isReady = (report: Report | undefined): boolean => report !== undefined && isConnected(report)

function Needs({ accounts, isMissing }: { accounts: readonly Product[]; isMissing: (account: Product) => boolean }) {
  const { products, accounts: accountTexts } = useTexts(firstTexts)
  const texts = useTexts(wishesTexts)
  if (accounts.length === 0) return <p>{texts.needsNothing}</p>
  return (
    <section class="stack" aria-label={texts.needs}>
      <h3>{texts.needs}</h3>
      <ul class="needs">
        {accounts.map((account) => (
          <li key={account}>
            <ProductMark account={account} />
            <span>
              <strong>{products[account]}</strong> <span class="soft">{accountTexts.purposes[account]}</span>
            </span>
            <span class={`badge ${isMissing(account) ? 'none' : 'good'}`}>
              <Icon name={isMissing(account) ? 'empty' : 'good'} />
              {isMissing(account) ? texts.notConnected : texts.connected}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The rights of a wish's key. */
function Rights({ id }: { id: WishId }) {
  const { words } = useTexts(firstTexts)
  const texts = useTexts(wishesTexts)
  const { groups, readOnly } = WISHES[id]
  return <p class="soft">{texts.rights(groups.map((group) => words.groups[group]).join(', '), readOnly)}</p>
}

interface ResultProps {
  id: WishId
  made: Made
  onTaken: () => void
}

/** The finished file, once it is known where to, and what comes after it. */
function Result({ id, made, onTaken }: ResultProps) {
  const { words } = useTexts(firstTexts)
  const wishList = useTexts(wishListTexts)
  const texts = useTexts(wishesTexts)
  const { needs, event, groups, hour, requests, script, tools } = WISHES[id]
  const [place, setPlace] = useState('')
  const [own, setOwn] = useState(0)
  const [tool, setTool] = useState<ToolName>(tools[0] ?? 'code')
  const [webhookId] = useState(() => crypto.randomUUID())
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.querySelector('h3')?.focus(), [])
  const { origin } = location
  const given: Given = { origin, table: place, slack: place, video: EXAMPLE_VIDEO, messages: texts.messages }
  const trigger: Trigger = event
    ? { kind: 'event', webhookId }
    : hour === undefined
      ? { kind: 'person' }
      : { kind: 'daily', hour }
  const program: Program = { name: wishList.titles[id], trigger, requests: requests(given), key: made.key }
  const isPlaced = !needs || (needs === 'table' ? place !== '' : isEndpoint(place))
  const isWorkflow = tool === 'n8n' || tool === 'make'
  const question = texts.questions[id]
  return (
    <div class="stack result" ref={heading}>
      {needs && (
        <section class="stack" aria-labelledby="where">
          <h3 id="where" tabIndex={-1}>
            {texts.where}
          </h3>
          {needs === 'table' ? (
            <TableChoice
              apiKey={made.key}
              value={place}
              onValue={setPlace}
              onAsked={() => setOwn((last) => last + 1)}
            />
          ) : (
            <SlackField value={place} onValue={setPlace} />
          )}
        </section>
      )}
      {isPlaced && (
        <section class="stack" aria-labelledby="file">
          <h3 id="file" tabIndex={-1}>
            {texts.file}
          </h3>
          <ProgramTabs
            tools={tools}
            tool={tool}
            onTool={setTool}
            program={program}
            script={{ ...program, requests: (script ?? requests)(given) }}
            file={id}
            onTaken={onTaken}
          />
          {question && !isWorkflow && tool !== 'code' && (
            <>
              <p>{texts.consent(groups.map((group) => words.groups[group]).join(', '))}</p>
              <p>
                {texts.question} <q>{question}</q>
              </p>
            </>
          )}
        </section>
      )}
      {isPlaced && event && isWorkflow && (
        <section class="stack" aria-labelledby="sample">
          <h3 id="sample">{texts.sample}</h3>
          <Sample id={id} {...event} />
        </section>
      )}
      {isPlaced && (
        <section class="stack" aria-labelledby="first-request">
          <h3 id="first-request">{texts.firstRequest}</h3>
          <FirstRequest keyId={made.record.id} own={own} onArrived={onTaken} />
        </section>
      )}
      <div class="actions end">
        <CloseButton />
      </div>
    </div>
  )
}

interface TableChoiceProps {
  apiKey: string
  value: string
  onValue: (value: string) => void
  /** The key was used to look for tables. */
  onAsked: () => void
}

/** A choice of the tables that the key of the wish can see. */
function TableChoice({ apiKey, value, onValue, onAsked }: TableChoiceProps) {
  const texts = useTexts(wishesTexts)
  const {
    value: tables,
    error,
    reload,
  } = useLoaded(async () => {
    onAsked()
    return fetchTables(apiKey)
  })
  const [first] = tables ?? []
  useEffect(() => {
    if (first) onValue(first.id)
  }, [first])
  if (!tables) return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />
  if (!first) {
    return (
      <Notice tone="warn">
        <p>
          <Rich text={texts.noTable} />
        </p>
        <Button onClick={reload}>{texts.reload}</Button>
      </Notice>
    )
  }
  return (
    <Select
      label={texts.table}
      value={value}
      options={tables.map(({ id, title }) => [id, title] as const)}
      onValue={onValue}
    />
  )
}

function SlackField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const texts = useTexts(wishesTexts)
  return (
    <div>
      <Field
        label={texts.slack}
        error={value && !isEndpoint(value) ? texts.webhookWrong : undefined}
        value={value}
        maxLength={2048}
        onValue={(typed) => onValue(typed.trim())}
      />
      <p class="hint">
        <Rich text={texts.slackHint} />
      </p>
    </div>
  )
}

type SampleProps = { id: WishId } & NonNullable<(typeof WISHES)[WishId]['event']>

/** Sends the events to the workflow from now on, and at once one that looks like them. */
function Sample({ id, type, include }: SampleProps) {
  const common = useTexts(commonTexts)
  const events = useTexts(eventsTexts)
  const wishList = useTexts(wishListTexts)
  const texts = useTexts(wishesTexts)
  const [url, setUrl] = useState('')
  const [isTried, setTried] = useState(false)
  const [subscription, setSubscription] = useState<{ id: string; url: string }>()
  const [attempt, setAttempt] = useState<Attempt>()
  const { busy, error, run } = useTask()
  const send = async () => {
    if (!subscription) {
      const { id: made } = await call('events_create_subscription', {
        body: { url, types: [type], include, description: wishList.titles[id] },
      })
      setSubscription({ id: made, url })
      return setAttempt(
        await call('events_test_subscription', { path: { id: made }, body: { type: type } }, { isImpatient: true }),
      )
    }
    if (subscription.url !== url)
      await call('events_change_subscription', { path: { id: subscription.id }, body: { url } })
    setSubscription({ ...subscription, url })
    setAttempt(
      await call(
        'events_test_subscription',
        { path: { id: subscription.id }, body: { type: type } },
        { isImpatient: true },
      ),
    )
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setTried(true)
    if (isEndpoint(url)) run(send)
  }
  const isWrong = (isTried && !isEndpoint(url)) || refusesUrl(error)
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={texts.webhook}
        hint={texts.webhookHint}
        error={isWrong ? texts.webhookWrong : undefined}
        value={url}
        maxLength={2048}
        onValue={(typed) => setUrl(typed.trim())}
      />
      <div class="actions">
        <Button type="submit" busy={busy}>
          {texts.send}
        </Button>
      </div>
      <div role="status">
        {attempt && (
          <Notice tone={attempt.ok ? 'good' : 'warn'}>
            <p>
              {attempt.ok
                ? texts.sent(String(attempt.status))
                : texts.notSent(attempt.error ? describeDeliveryError(events, attempt.error) : common.unknown)}
            </p>
          </Notice>
        )}
      </div>
      <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
    </form>
  )
}
