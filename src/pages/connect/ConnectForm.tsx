import { useEffect, useRef, useState } from 'preact/hooks'
import { type Account, type Field, isSecret, type Values } from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import { EXAMPLES } from '../text/guide.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field as FieldLine } from '../ui/Field.tsx'
import { useTask } from '../ui/task.ts'
import { PasteBox } from './PasteBox.tsx'
import { Remarks } from './Remarks.tsx'
import { sentValues, useValues } from './values.ts'

interface Props {
  account: Account
  fields: readonly Field[]
  connect: (values: Values, force: boolean) => Promise<void>
  /** Whether a credential may be stored although its product could not be reached. */
  mayForce?: boolean
}

/** The box to paste into, the fields that it fills, and the product's message. */
export function ConnectForm({ account, fields, connect, mayForce = false }: Props) {
  const { connecting, products } = useTexts()
  const { values, remarks, paste, pasteInto, change } = useValues(account)
  const { busy, error, run } = useTask()
  const [tried, setTried] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const missing = fields.filter((field) => !values[field]?.trim())
  const named = (some: readonly Field[]) => some.map((field) => connecting.fields[field]).join(', ')

  useEffect(() => {
    if (error !== undefined) outcome.current?.focus()
  }, [error])

  const getWords = ({ status, code }: ApiError) =>
    code === 'invalid_input' || code === 'invalid_link'
      ? undefined
      : status === 400
        ? connecting.refused(products[account])
        : status === 502
          ? connecting.notTested(products[account])
          : undefined

  const send = (force: boolean) => {
    setTried(true)
    if (missing.length === 0) run(() => connect(sentValues(values, fields), force))
    else form.current?.querySelectorAll('input')[fields.findIndex((field) => missing.includes(field))]?.focus()
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
      <Remarks remarks={remarks} missing={named(missing)} />
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
      </div>
      <div class="actions">
        <Button type="submit" look="primary" busy={busy}>
          {connecting.submit}
        </Button>
        <span class="soft" role="status">
          {busy && connecting.asking(products[account])}
        </span>
      </div>
    </form>
  )
}
