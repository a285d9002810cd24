import { useRef, useState } from 'preact/hooks'
import { useCaller } from '../access/caller.tsx'
import { getKeyError } from '../access/key.ts'
import { AnswerShown } from '../answer/AnswerShown.tsx'
import type { Operation } from '../document/read.ts'
import type { Answer } from '../request/send.ts'
import { Snippets } from '../snippets/Snippets.tsx'
import { useTexts } from '../text/language.tsx'
import { useAttempt } from './attempt.ts'
import { ConfirmSend } from './ConfirmSend.tsx'
import { FieldTable } from './FieldTable.tsx'
import { useFormState } from './form-state.ts'
import { ParameterTable } from './ParameterTable.tsx'

/** The parameters and the body of an operation as a form, code snippets, and the response. */
export function TryForm({ operation }: { operation: Operation }) {
  const { page, trying } = useTexts()
  const { key, ask } = useCaller()
  const form = useFormState(operation)
  const attempt = useAttempt()
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { id, parameters, body, reads, tier } = operation
  const keyed = tier !== 'open'
  const submit = () => {
    if (attempt.running) return attempt.stop()
    const keyError = keyed && getKeyError(key)
    if (keyError) {
      attempt.decline(trying.declinedFor(page[keyError]))
      return ask(button.current)
    }
    if (operation.asks) return setAsking(true)
    return go()
  }
  const go = () => attempt.start(form.request(), keyed ? key : undefined)
  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {parameters.length > 0 && (
        <>
          <h3>{trying.parameters}</h3>
          <ParameterTable
            parameters={parameters}
            getId={(name) => `${id}-${name}`}
            valueFor={form.valueFor}
            onValue={form.setValue}
          />
        </>
      )}
      {body && (
        <>
          <h3>
            <label for={`${id}-body`}>{trying.body}</label>
          </h3>
          <textarea
            id={`${id}-body`}
            class="mono"
            rows={body.example.split('\n').length + 1}
            spellcheck={false}
            value={form.body}
            onInput={({ currentTarget }) => form.setBody(currentTarget.value)}
          />
        </>
      )}
      {body?.schema && (
        <details>
          <summary>{trying.bodyFields}</summary>
          <FieldTable schema={body.schema} isRequest />
        </details>
      )}
      <Snippets title={operation.summary} request={form.request()} apiKey={keyed ? key : undefined} />
      <div class="actions">
        <button ref={button} type="submit" class="button primary send">
          {attempt.running ? trying.stop : reads ? trying.send : trying.sendChange}
        </button>
        <p class="result" role="status">
          {attempt.note}
          {attempt.answer && <Outcome answer={attempt.answer} />}
        </p>
      </div>
      {attempt.answer && <AnswerShown name={id} text={attempt.answer.text} />}
      {asking && operation.asks && (
        <ConfirmSend
          operation={operation}
          asks={operation.asks}
          request={form.request()}
          onAnswer={(agreed) => {
            setAsking(false)
            if (agreed) go()
            else attempt.decline(trying.declined)
          }}
        />
      )}
    </form>
  )
}

/** The outcome in one line. */
function Outcome({ answer: { status, isGood, milliseconds, requestId } }: { answer: Answer }) {
  const { trying } = useTexts()
  return (
    <>
      <span class={`status ${isGood ? 'good' : 'bad'}`}>{status}</span> {trying.outcome(milliseconds)}{' '}
      <code>{requestId ?? trying.noId}</code>
    </>
  )
}
