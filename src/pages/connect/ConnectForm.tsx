import { useEffect, useRef, useState } from 'preact/hooks'
import { readRefusedAddress } from '../../base/url.ts'
import { type Account, type Field, isSecret, type Values } from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import { findFlaw } from '../paste/understand.ts'
import { EXAMPLES } from '../text/guide.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field as FieldLine } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTask } from '../ui/task.ts'
import { describeMisplaced } from './misplaced.ts'
import { PasteBox } from './PasteBox.tsx'
import { Remarks } from './Remarks.tsx'
import { sentValues, useValues } from './values.ts'

interface Props {
  account: Account
  fields: readonly Field[]
  connect: (values: Values, force: boolean, signal: AbortSignal) => Promise<void>
  /** Called with whether there is something that would be lost. */
  onEntered?: (isEntered: boolean) => void
  /** Whether a credential may be stored although its product could not be reached. */
  mayForce?: boolean
  /** Goes to the account that a misplaced secret belongs to. Absent where there is no other account. */
  onGo?: (account: Account) => void
}

/** Whether the product refused the values. What the gateway itself refuses names the fields. */
const isRefused = ({ status, parameters }: ApiError): boolean => status === 400 && parameters.account !== undefined

/** The message of a test has that of the product in brackets. */
const getRefusedAddress = ({ message }: ApiError) => readRefusedAddress(/\((.*)\); /.exec(message)?.[1] ?? '')

/** The box to paste into, the fields that it fills, and the product's message. */
export function ConnectForm({ account, fields, connect, onEntered, mayForce = false, onGo }: Props) {
  const { accounts, common, connecting, products } = useTexts()
  const { busy, error, run, clear } = useTask()
  const [tried, setTried] = useState(false)
  /** What the product has refused, as it was sent. */
  const [refused, setRefused] = useState('')
  const [isSame, setSame] = useState(false)
  const { values, remarks, isEntered, paste, pasteInto, change, complain } = useValues(account, () => {
    clear()
    setSame(false)
  })
  const running = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const missing = fields.filter((field) => !values[field]?.trim())
  const named = (some: readonly Field[]) => some.map((field) => connecting.fields[field]).join(', ')

  useEffect(() => {
    if (error !== undefined || isSame) outcome.current?.focus()
  }, [error, isSame])
  useEffect(() => onEntered?.(isEntered), [isEntered])
  // What was pasted is gone with the form, and so is its request.
  useEffect(() => () => running.current?.abort(), [])

  const getWords = (failure: ApiError) => {
    const address = getRefusedAddress(failure)
    if (address) return accounts.refusedAddress(address)
    const { secret, belongs_to } = failure.parameters
    if (secret) return describeMisplaced({ connecting, products }, secret, belongs_to, onGo !== undefined)
    if (isRefused(failure)) return connecting.refused(products[account])
    return failure.status === 502 ? connecting.notTested(products[account]) : undefined
  }

  const send = (force: boolean, isAgain = false) => {
    setTried(true)
    if (missing.length > 0) {
      form.current?.querySelectorAll('input')[fields.findIndex((field) => missing.includes(field))]?.focus()
      return
    }
    const sent = sentValues(values, fields)
    const flaw = findFlaw(account, sent)
    if (flaw) {
      clear()
      complain(flaw)
      form.current?.querySelector('input')?.focus()
      return
    }
    // The product has refused exactly this.
    if (!isAgain && !force && refused === JSON.stringify(sent)) {
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
      <Remarks remarks={remarks} missing={named(missing)} onGo={onGo} />
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
      <div class="actions">
        <Button type="submit" look="primary" busy={busy}>
          {connecting.submit}
        </Button>
        {busy && <Button onClick={() => running.current?.abort()}>{common.cancel}</Button>}
        <span class="soft" role="status">
          {busy && connecting.asking(products[account])}
        </span>
      </div>
    </form>
  )
}
