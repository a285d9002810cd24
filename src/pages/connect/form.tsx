import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readRefusedAddress } from '../../base/url.ts'
import { type Account, type Field, isSecret, type Values } from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import { isWarning, type Remark } from '../paste/fields.ts'
import { findFlaw } from '../paste/understand.ts'
import { EXAMPLES, fetchGuide, SNIPPETS } from '../text/guide.ts'
import { type Language, useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import type { Texts } from '../text/texts.ts'
import { Failure } from '../ui/Failure.tsx'
import { Field as FieldLine, Select } from '../ui/fields.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { Button, CopyField, Icon, Rich } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { describeMisplaced, sentValues, useValues } from './values.ts'

/** Opens the authorization page of the social product, which returns here. */
export function Click() {
  const { accounts, connecting } = useTexts()
  return (
    <section class="click">
      <p>{connecting.clickLead}</p>
      <p>
        <a class="button primary" href="/connect/social/start">
          {accounts.click}
        </a>
      </p>
      <h2>{connecting.orPaste}</h2>
    </section>
  )
}

interface GuideStepsProps {
  account: Account
  /** Whether the steps are known: on a phone they are folded, so that the box is in sight. */
  isKnown?: boolean
}

/** How to find the credential of an account, step by step. */
export function GuideSteps({ account, isKnown = false }: GuideStepsProps) {
  const { connecting, errors } = useTexts()
  const { language } = useLanguage()
  const { value: guide } = useLoaded(() => fetchGuide(language, account), [language, account])
  if (!guide) return <Loading />
  const { steps, notes, details, uncertain } = guide
  const snippet = SNIPPETS[account]
  return (
    <details class="guide" open={!isKnown || matchMedia('(min-width: 48rem)').matches}>
      <summary>
        <h2>{connecting.how}</h2>
      </summary>
      <ol class="steps">
        {steps.map((step, place) => (
          <li key={step}>
            <p>
              <Rich text={step} />
            </p>
            {snippet?.step === place && <CopyField label={connecting.command} value={snippet.line} />}
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
  const { connecting } = useTexts()
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

interface RemarksProps {
  account: Account
  remarks: readonly Remark[]
  /** What is still missing, as text. Empty when nothing is. */
  missing: string
  /** Goes to the account that a misplaced secret belongs to. */
  onGo: ((account: Account) => void) | undefined
}

/** What was found in a paste, its kind and expiry, and what is missing. */
function Remarks({ account, remarks, missing, onGo }: RemarksProps) {
  const texts = useTexts()
  const { language } = useLanguage()
  return (
    <ul class="remarks" aria-live="polite">
      {remarks.map((remark, place) => (
        <li key={place} class={isWarning(remark) ? 'warn' : 'good'}>
          <Icon name={isWarning(remark) ? 'warn' : 'good'} />
          <div>
            {splitWords(remark, account, texts, language, onGo !== undefined)}
            <Go remark={remark} onGo={onGo} />
          </div>
        </li>
      ))}
      {remarks.length > 0 && missing && (
        <li class="soft">
          <Icon name="empty" />
          <span>{texts.connecting.missing(missing)}</span>
        </li>
      )}
    </ul>
  )
}

function Go({ remark, onGo }: { remark: Remark } & Pick<RemarksProps, 'onGo'>) {
  const { connecting, products } = useTexts()
  if (remark.says !== 'misplaced' || !remark.belongsTo || !onGo) return null
  const { belongsTo } = remark
  return (
    <p class="actions">
      <Button onClick={() => onGo(belongsTo)}>{connecting.misplaced.go(products[belongsTo])}</Button>
    </p>
  )
}

function splitWords(remark: Remark, account: Account, texts: Texts, language: Language, isOwner: boolean): string {
  const { connecting } = texts
  switch (remark.says) {
    case 'request':
      return connecting.request[remark.form]
    case 'cookies':
      return `${connecting.cookies(remark.count)}. ${connecting.cookiesEnd}`
    case 'token': {
      const { kind, endsAt } = remark
      const end = endsAt && connecting.until(`${formatDateTime(language, endsAt)} (${distance(language, endsAt)})`)
      return `${connecting.kinds[kind ?? 'other']}, ${end ?? connecting.noEnd}`
    }
    case 'fields':
      return connecting.found(remark.fields.map((field) => connecting.fields[field]).join(', '))
    case 'no_cookie':
      return connecting.noCookie
    case 'other_host':
      return connecting.otherHost(remark.host)
    case 'ended':
      return account === 'recorder' ? `${connecting.ended} ${connecting.tokenRows}` : connecting.ended
    case 'only_workspace_token':
      return connecting.onlyWorkspaceToken
    case 'official_login':
      return connecting.officialLogin
    case 'misplaced':
      return describeMisplaced(texts, remark.secret, remark.belongsTo, isOwner)
    case 'no_secret_part':
      return connecting.noSecretPart
    case 'cut':
      return connecting.cut
    case 'nothing':
      return account === 'recorder' ? `${connecting.nothing} ${connecting.tokenRows}` : connecting.nothing
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
  onGo?: (account: Account) => void
  /** The workspace that the account reads now. */
  workspace?: string | null
}

/** Whether the product refused the values. What the gateway itself refuses names the fields. */
const isRefused = ({ status, parameters }: ApiError): boolean => status === 400 && parameters.account !== undefined

/** The message of a test has that of the product in brackets. */
const getRefusedAddress = ({ message }: ApiError) => readRefusedAddress(/\((.*)\); /.exec(message)?.[1] ?? '')

/** The box to paste into, the fields that it fills, and the product's message. */
export function ConnectForm({
  account,
  fields,
  connect,
  onEntered,
  mayForce = false,
  onGo,
  workspace: present,
}: ConnectFormProps) {
  const { accounts, common, connecting, products } = useTexts()
  const { busy, error, run, clear } = useTask()
  const [tried, setTried] = useState(false)
  /** What the product has refused, as it was sent. */
  const [refused, setRefused] = useState('')
  const [isSame, setSame] = useState(false)
  const { values, remarks, workspaces, isEntered, paste, pasteInto, change, complain } = useValues(account, () => {
    clear()
    setSame(false)
  })
  const [workspace, setWorkspace] = useState<string>()
  const ids = workspaces?.map(({ id }) => id) ?? []
  /** The one that the person chose, else the present one, else the open one. */
  const toRead = [workspace, present, workspaces?.find(({ open }) => open)?.id].find((id) => id && ids.includes(id))
  const running = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const missing = fields.filter((field) => !values[field]?.trim())
  const named = (some: readonly Field[]) => some.map((field) => connecting.fields[field]).join(', ')

  useEffect(() => {
    if (error !== undefined || isSame) outcome.current?.focus()
  }, [error, isSame])
  // Before the next event: a Back that follows at once asks as well.
  useLayoutEffect(() => onEntered?.(isEntered), [isEntered])
  // What was pasted is gone with the form, and so is its request.
  useEffect(() => () => running.current?.abort(), [])

  const getWords = (failure: ApiError) => {
    const address = getRefusedAddress(failure)
    if (address) return accounts.refusedAddress(address)
    const { secret, belongs_to } = failure.parameters
    if (secret) return describeMisplaced({ connecting, products }, secret, belongs_to, onGo !== undefined)
    if (isRefused(failure)) {
      const words = connecting.refused(products[account])
      return account === 'recorder' ? `${words} ${connecting.tokenRows}` : words
    }
    return failure.status === 502 ? connecting.notTested(products[account]) : undefined
  }

  const send = (force: boolean, isRepeat = false) => {
    setTried(true)
    if (missing.length > 0) {
      form.current?.querySelectorAll('input')[fields.findIndex((field) => missing.includes(field))]?.focus()
      return
    }
    const sent: Values = { ...sentValues(values, fields), ...(toRead && { workspace: toRead }) }
    const flaw = findFlaw(account, sent)
    if (flaw) {
      clear()
      complain(flaw)
      form.current?.querySelector('input')?.focus()
      return
    }
    // The product has refused exactly this.
    if (!isRepeat && !force && refused === JSON.stringify(sent)) {
      clear()
      setSame(true)
      return
    }
    setSame(false)
    const controller = new AbortController()
    running.current = controller
    run(() =>
      connect(sent, force, controller.signal).catch((failure) => {
        if (controller.signal.aborted) return
        // Unless its words say what to do before the same values work.
        if (failure instanceof ApiError && isRefused(failure) && !getRefusedAddress(failure))
          setRefused(JSON.stringify(sent))
        throw failure
      }),
    )
  }
  return (
    <form
      ref={form}
      class="connect"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <PasteBox example={EXAMPLES[account]} onPasted={paste} />
      <Remarks account={account} remarks={remarks} missing={named(missing)} onGo={onGo} />
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
        <Failure error={error} getWords={getWords} />
        {mayForce && error instanceof ApiError && error.status === 502 && (
          <p class="force">
            {connecting.forceHint} <Button onClick={() => send(true)}>{connecting.force}</Button>
          </p>
        )}
        {isSame && (
          <Notice tone="warn">
            <p>{connecting.same(products[account])}</p>
            <Button onClick={() => send(false, true)}>{connecting.sendSame}</Button>
          </Notice>
        )}
      </div>
      <p class="soft" role="status">
        {busy && connecting.asking(products[account])}
      </p>
      <div class="actions end">
        {busy && <Button onClick={() => running.current?.abort()}>{common.cancel}</Button>}
        <Button type="submit" look="primary" busy={busy}>
          {connecting.submit}
        </Button>
      </div>
    </form>
  )
}
