import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { BROWSER_SESSIONS } from '../../base/browser-session.ts'
import { readRefusedAddress } from '../../base/url.ts'
import {
  type Account,
  type Field,
  isAccount,
  isSecret,
  type Product,
  productOf,
  toSignIn,
  type Values,
} from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import { type CopiedOwner, findMissing, isWarning, type PasteNote } from '../paste/notes.ts'
import { nameAccount } from '../text/account-name.ts'
import type { Language } from '../text/common.ts'
import { type ConnectingTexts, connectingTexts } from '../text/connecting.ts'
import { type FirstTexts, firstTexts } from '../text/first.ts'
import { BOOKMARK_STEPS, EXAMPLES, fetchGuide } from '../text/guide.ts'
import { handOverTexts } from '../text/hand-over.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import { Failure } from '../ui/Failure.tsx'
import { Field as FieldLine, Select } from '../ui/fields.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { Button, Icon, Rich } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import type { HandOver } from '../view.ts'
import { EXTENSION_SHOP } from './extension.ts'
import { HandOverButton } from './HandOverButton.tsx'
import { Bookmark, ConsoleWay } from './lazy.ts'
import { describeMisplaced, loadReader, type Recognize, useValues } from './values.ts'

/** Opens the authorization page of the social product, which returns here. */
export function OAuthLink({ account, hint }: { account: Account; hint?: string | undefined }) {
  const { accounts } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  return (
    <section class="click">
      <p>{connecting.oauthLead}</p>
      {hint && <p class="hint">{hint}</p>}
      <p>
        <a class="button primary" href={toSignIn(account)}>
          {accounts.oauth}
        </a>
      </p>
      <h2>{connecting.orPaste}</h2>
    </section>
  )
}

interface GuideStepsProps {
  account: Account
  /** Whether this is the management app, which a bookmark can open. */
  isOwner: boolean
  /** Whether the steps are known: on a phone they are folded, so that the box is in sight. */
  isKnown?: boolean
  /** Whether the steps were done: they are folded everywhere. */
  isDone?: boolean
}

/** How to find the credential of an account, step by step. It stands behind the form, which it must not move. */
export function GuideSteps({ account, isOwner, isKnown = false, isDone = false }: GuideStepsProps) {
  const product = productOf(account)
  const texts = useTexts(handOverTexts)
  const { errors } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(!isDone && (!isKnown || matchMedia('(min-width: 48rem)').matches))
  const [isConsoleOpen, setConsoleOpen] = useState(false)
  const { value: guide } = useLoaded(() => fetchGuide(product), [product])
  if (!guide) return <Loading />
  const { steps, notes, details, uncertain } = guide[language]
  return (
    <details class="guide" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{connecting.how}</h2>
      </summary>
      {EXTENSION_SHOP && isOwner && product in BROWSER_SESSIONS && (
        <p>
          <a class="button" href={EXTENSION_SHOP} target="_blank" rel="noreferrer">
            {texts.getExtension}
          </a>
        </p>
      )}
      <ol class="steps">
        {steps.map((step, place) => (
          <li key={step}>
            <p>
              <Rich text={step} />
            </p>
            {isOpen && BOOKMARK_STEPS[product] === place && <Bookmark account={account} isOwner={isOwner} />}
          </li>
        ))}
      </ol>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>
            <Rich text={note} />
          </li>
        ))}
      </ul>
      {BOOKMARK_STEPS[product] !== undefined && (
        <details onToggle={({ currentTarget }) => setConsoleOpen(currentTarget.open)}>
          <summary>{texts.byConsole}</summary>
          {isConsoleOpen && <ConsoleWay />}
        </details>
      )}
      {uncertain.map((text) => (
        <Notice tone="info" key={text}>
          <p>
            <strong>{connecting.uncertain}.</strong> <Rich text={text} />
          </p>
        </Notice>
      ))}
      {details && (
        <details class="original">
          <summary>{errors.details}</summary>
          {details.map((text) => (
            <p key={text}>
              <Rich text={text} />
            </p>
          ))}
        </details>
      )}
    </details>
  )
}

/** A longer change was pasted, not typed. */
const TYPED_AT_ONCE = 8

/**
 * Accepts pasted text. The text is parsed at once and removed from the screen. The results fill the fields below, which
 * hide secrets.
 */
function PasteBox({ example, onPasted }: { example: string; onPasted: (text: string) => void }) {
  const connecting = useTexts(connectingTexts)
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const length = useRef(0)
  const take = (text: string) => {
    if (box.current) box.current.value = ''
    length.current = 0
    if (text.trim()) onPasted(text)
  }
  return (
    <div class="field paste">
      <label for={id}>{connecting.paste}</label>
      <textarea
        id={id}
        ref={box}
        rows={4}
        placeholder={example}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        data-1p-ignore
        aria-describedby={`${id}-hint`}
        onPaste={(event) => {
          event.preventDefault()
          take(event.clipboardData?.getData('text') ?? '')
        }}
        // Drops and phone keyboards do not send a paste event.
        onInput={({ currentTarget: { value } }) => {
          if (value.length - length.current > TYPED_AT_ONCE) take(value)
          else length.current = value.length
        }}
        onBlur={({ currentTarget: { value } }) => take(value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {connecting.pasteHint}
      </p>
    </div>
  )
}

interface PasteNotesProps {
  product: Product
  notes: readonly PasteNote[]
  /** Whose the values are. Undefined when they do not say it. */
  owner: CopiedOwner | undefined
  /** The names of the missing fields. Empty when none is missing. */
  missing: string
  /** Goes to the account that a misplaced secret belongs to. */
  onOtherAccount: ((account: Product) => void) | undefined
}

/** The notes about a paste, and the names of the missing fields. */
function PasteNotes({ product, notes, owner, missing, onOtherAccount }: PasteNotesProps) {
  const connecting = useTexts(connectingTexts)
  const { products } = useTexts(firstTexts)
  const { language } = useLanguage()
  return (
    <ul class="remarks" aria-live="polite">
      {notes.some(isSession) && (
        <li class="good">
          <Icon name="finger" />
          <Owner product={product} owner={owner} />
        </li>
      )}
      {notes.map((note, place) => (
        <li key={place} class={isWarning(note) ? 'warn' : 'good'}>
          <Icon name={isWarning(note) ? 'warn' : 'good'} />
          <div>
            {describeNote(note, product, connecting, products, language, onOtherAccount !== undefined)}
            <OtherAccountButton note={note} onOtherAccount={onOtherAccount} />
          </div>
        </li>
      ))}
      {notes.length > 0 && missing && !notes.some(({ type }) => type === 'ended') && (
        <li class="soft">
          <Icon name="empty" />
          <span>{connecting.missing(missing)}</span>
        </li>
      )}
    </ul>
  )
}

/** The notes about a session, which is somebody's. */
const isSession = ({ type }: PasteNote): boolean => type === 'token' || type === 'cookies'

/** Says whose a session is, as far as it says so itself: nobody was asked yet. */
function Owner({ product, owner }: Pick<PasteNotesProps, 'product' | 'owner'>) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(handOverTexts)
  const name = products[product]
  if (!owner) return <span>{texts.unknown(name)}</span>
  const ids = owner.ids.map(shorten).join(', ')
  return (
    <div>
      <strong>{product === 'recorder' ? texts.user(name, ids) : texts.member(name, ids)}</strong>
      {owner.workspaces.length > 0 && (
        <p>
          {texts.workspaces}: <bdi>{owner.workspaces.join(', ')}</bdi>
        </p>
      )}
    </div>
  )
}

/** The recorder's ids have 32 digits. */
const shorten = (id: string) => (id.length > 16 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)

function OtherAccountButton({ note, onOtherAccount }: { note: PasteNote } & Pick<PasteNotesProps, 'onOtherAccount'>) {
  const { products } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  if (note.type !== 'misplaced' || !note.belongsTo || !onOtherAccount) return null
  const { belongsTo } = note
  return (
    <p class="actions">
      <Button onClick={() => onOtherAccount(belongsTo)}>{connecting.misplaced.go(products[belongsTo])}</Button>
    </p>
  )
}

function describeNote(
  note: PasteNote,
  product: Product,
  connecting: ConnectingTexts,
  products: FirstTexts['products'],
  language: Language,
  isOwner: boolean,
): string {
  switch (note.type) {
    case 'request':
      return connecting.request[note.form]
    case 'cookies':
      return `${connecting.cookies(note.count)}. ${connecting.cookiesEnd}`
    case 'token': {
      const { kind, endsAt } = note
      const end = endsAt && connecting.until(`${formatDateTime(language, endsAt)} (${distance(language, endsAt)})`)
      return `${connecting.kinds[kind ?? 'other']}, ${end ?? connecting.noEnd}`
    }
    case 'fields':
      return connecting.found(note.fields.map((field) => connecting.fields[field]).join(', '))
    case 'no_cookie':
      return connecting.noCookie
    case 'other_host':
      return connecting.otherHost(note.host)
    case 'ended':
      return connecting.ended
    case 'only_workspace_token':
      return connecting.onlyWorkspaceToken
    case 'official_login':
      return connecting.officialLogin
    case 'misplaced':
      return describeMisplaced(connecting, products, note.secret, note.belongsTo, isOwner)
    case 'no_secret_part':
      return connecting.noSecretPart
    case 'cut':
      return connecting.cut
    case 'nothing':
      return product === 'recorder' ? `${connecting.nothing} ${connecting.tokenRows}` : connecting.nothing
  }
}

interface ConnectFormProps {
  account: Account
  fields: readonly Field[]
  connect: (values: Values, force: boolean, signal: AbortSignal) => Promise<void>
  /** Called with whether there is something that would be lost. */
  onEntered?: (isEntered: boolean) => void
  /** Whether a credential may be stored although its product could not be reached. */
  mayForce?: boolean
  /** Goes to the account that a misplaced secret belongs to. Absent where there is no other account. */
  onOtherAccount?: (account: Product) => void
  /** The workspace that the account reads now. */
  workspace?: string | null
  /** How a sign-in was brought here. */
  handOver?: HandOver | undefined
  /** Asks whether a text is a key of the gateway. Absent for a visitor. */
  recognize?: Recognize
}

/** Whether the product refused the values. What the gateway itself refuses names the fields. */
const isRefused = ({ status, parameters }: ApiError): boolean => status === 400 && parameters.account !== undefined

/** The account that has this credential, or that is the same at the product. */
function getHolder({ code, message }: ApiError): Account | undefined {
  const [, holder = ''] = (code === 'conflict' && / is already connected as (\S+)$/.exec(message)) || []
  return isAccount(holder) ? holder : undefined
}

/** The message of a test has the product's message in brackets. */
const getRefusedAddress = ({ message }: ApiError) => readRefusedAddress(/\((.*)\); /.exec(message)?.[1] ?? '')

/** The box to paste into, the fields that it fills, and the product's message. */
export function ConnectForm({
  account,
  fields,
  connect,
  onEntered,
  mayForce = false,
  onOtherAccount,
  workspace: present,
  handOver,
  recognize,
}: ConnectFormProps) {
  const { accounts, common, products } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  const texts = useTexts(handOverTexts)
  const product = productOf(account)
  const { busy, error, run, clear } = useTask()
  const [tried, setTried] = useState(false)
  /** The values that the product has refused, as they were sent. */
  const [refused, setRefused] = useState('')
  const [isSame, setSame] = useState(false)
  const { values, notes, workspaces, owner, unread, isEntered, paste, pasteInto, pasted, change, complain } = useValues(
    product,
    () => {
      clear()
      setSame(false)
    },
    recognize,
  )
  const [workspace, setWorkspace] = useState<string>()
  const ids = workspaces?.map(({ id }) => id) ?? []
  /** The one that the person chose, else the present one, else the open one. */
  const toRead = [workspace, present, workspaces?.find(({ open }) => open)?.id].find((id) => id && ids.includes(id))
  const running = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const fold = useRef<HTMLDetailsElement>(null)
  const missing = findMissing(product, values).filter((field) => fields.includes(field))
  const named = (some: readonly Field[]) => some.map((field) => connecting.fields[field]).join(', ')

  useEffect(() => {
    if (error !== undefined || isSame) outcome.current?.focus()
  }, [error, isSame])
  // Before the next event: a Back that follows at once asks as well.
  useLayoutEffect(() => onEntered?.(isEntered), [isEntered])
  // The values of a form that is gone are gone, so its request ends, too.
  useEffect(() => () => running.current?.abort(), [])

  const getFailureText = (failure: ApiError) => {
    const address = getRefusedAddress(failure)
    if (address) return accounts.refusedAddress(address)
    const { secret, belongs_to } = failure.parameters
    if (secret) return describeMisplaced(connecting, products, secret, belongs_to, onOtherAccount !== undefined)
    const holder = getHolder(failure)
    if (holder) return connecting.alreadyConnected(onOtherAccount ? nameAccount(products, holder) : products[product])
    if (isRefused(failure)) {
      const words = connecting.refused(products[product])
      return product === 'recorder' ? `${words} ${connecting.tokenRows}` : words
    }
    return failure.status === 502 ? connecting.notTested(products[product]) : undefined
  }

  const send = (force: boolean, isRepeat = false) => {
    setTried(true)
    if (missing.length > 0) {
      form.current?.querySelectorAll('input')[fields.findIndex((field) => missing.includes(field))]?.focus()
      return
    }
    setSame(false)
    const controller = new AbortController()
    running.current = controller
    run(async () => {
      const { findFlaw, sentValues, unwrap } = await loadReader()
      const sent: Values = { ...sentValues(values, fields), ...(toRead && { workspace: toRead }) }
      const flaw = findFlaw(product, sent, Date.now())
      if (flaw) {
        complain(flaw, unwrap(values.token ?? ''))
        form.current?.querySelector('input')?.focus()
        return
      }
      // The product has refused exactly this.
      if (!isRepeat && !force && refused === JSON.stringify(sent)) {
        setSame(true)
        return
      }
      await connect(sent, force, controller.signal).catch((failure) => {
        if (controller.signal.aborted) return
        // Unless its words say what to do before the same values work.
        if (failure instanceof ApiError && isRefused(failure) && !getRefusedAddress(failure))
          setRefused(JSON.stringify(sent))
        throw failure
      })
    })
  }
  const latestSend = useRef(send)
  latestSend.current = send
  const isWaiting = useRef(false)
  /** A paste that is still being read is sent, too. */
  const submit = async () => {
    if (isWaiting.current) return
    isWaiting.current = true
    await pasted()
    isWaiting.current = false
    // Somebody has closed it.
    if (!form.current) return
    latestSend.current(false)
  }
  const box = <PasteBox example={EXAMPLES[product]} onPasted={paste} />
  return (
    <form
      ref={form}
      class="connect"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {(handOver || BOOKMARK_STEPS[product] !== undefined) && (
        <HandOverButton
          product={product}
          handOver={handOver}
          isEntered={isEntered}
          onText={paste}
          onBlocked={() => {
            if (fold.current) fold.current.open = true
            form.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
      {handOver ? (
        <details ref={fold}>
          <summary>{texts.byPasting}</summary>
          {box}
        </details>
      ) : (
        box
      )}
      <PasteNotes
        product={product}
        notes={notes}
        owner={owner}
        missing={named(missing)}
        onOtherAccount={onOtherAccount}
      />
      {fields.map((field) => (
        <FieldLine
          key={field}
          label={connecting.fields[field]}
          secret={isSecret(field)}
          {...(field === 'issued_on' && { type: 'date', hint: connecting.issuedHint })}
          value={values[field] ?? ''}
          error={tried && missing.includes(field) ? connecting.missing(connecting.fields[field]) : undefined}
          onValue={(value) => change(field, value)}
          onPasted={(text) => pasteInto(field, text)}
        />
      ))}
      {workspaces && (
        <>
          <Select
            label={connecting.workspace}
            value={toRead ?? ''}
            options={[
              ...(toRead ? [] : [['', connecting.personalWorkspace] as const]),
              ...workspaces.map(
                ({ id, name, open }) => [id, open ? connecting.openWorkspace(name ?? id) : (name ?? id)] as const,
              ),
            ]}
            onValue={setWorkspace}
          />
          <p class="hint">{connecting.workspaceHint}</p>
        </>
      )}
      <div ref={outcome} tabIndex={-1} role="alert">
        <Failure error={error ?? unread} getFailureText={getFailureText} labels={connecting.fields} />
        {mayForce && error instanceof ApiError && error.status === 502 && (
          <p class="force">
            {connecting.forceHint} <Button onClick={() => send(true)}>{connecting.force}</Button>
          </p>
        )}
        {isSame && (
          <Notice tone="warn">
            <p>{connecting.same(products[product])}</p>
            <Button onClick={() => send(false, true)}>{connecting.sendSame}</Button>
          </Notice>
        )}
      </div>
      <p class="soft" role="status">
        {busy && connecting.asking(products[product])}
      </p>
      <div class="actions end">
        {busy && <Button onClick={() => running.current?.abort()}>{common.cancel}</Button>}
        <Button type="submit" variant="primary" busy={busy}>
          {connecting.submit}
        </Button>
      </div>
    </form>
  )
}
