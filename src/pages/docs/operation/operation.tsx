import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLanguage, useTexts } from '../../text/language.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CopyButton, Rich } from '../../ui/shared.tsx'
import { useCaller } from '../access/caller.tsx'
import { getKeyError } from '../access/key.ts'
import { Code } from '../Code.tsx'
import { Title } from '../Contents.tsx'
import type { Asks, Failure, Operation, Parameter, Schema } from '../document.ts'
import { type Answer, type DescribedRequest, getFiles, isSecret } from '../request.ts'
import { Snippets } from '../snippets/Snippets.tsx'
import { docsTexts } from '../text.ts'
import { useAttempt } from './attempt.ts'
import { useFormState } from './form-state.ts'
import { getChoices } from './values.ts'
import { formatRange, getFields, getType } from './words.ts'

/** The response of a success: a recorded example, if any, and its fields. */
function AnswerShape({ success: { status, schema, example } }: Pick<Operation, 'success'>) {
  const { trying } = useTexts(docsTexts)
  if (!schema)
    return (
      <p>
        {trying.answer(status)}: {trying.noContent}
      </p>
    )
  return (
    <>
      {example !== undefined && (
        <details class="example" open>
          <summary>
            {trying.example} ({status})
          </summary>
          <Code>{JSON.stringify(example, null, 2)}</Code>
        </details>
      )}
      <details>
        <summary>{trying.fields}</summary>
        <FieldTable schema={schema} isRequest={false} />
      </details>
    </>
  )
}

interface ParameterInputProps {
  id: string
  parameter: Parameter
  value: string
  onValue: (value: string) => void
}

/** The field to type or choose a parameter. */
function ParameterInput({ id, parameter, value, onValue }: ParameterInputProps) {
  const { trying } = useTexts(docsTexts)
  const { name, in: place, required, schema, example = '' } = parameter
  const choices = getChoices(schema)
  const preset = schema.default === undefined ? '' : String(schema.default)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onValue(currentTarget.value)
  if (choices)
    return (
      <select id={id} required={required} value={value} onInput={onInput}>
        <option value="">{preset === '' ? trying.notSent : `${trying.notSent} (${preset})`}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  const line = {
    id,
    required,
    value,
    placeholder: preset || (place === 'query' ? String(example) : ''),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    onInput,
    // Browsers refuse to send other characters, with unclear messages.
    ...(place === 'header' && { pattern: '[\\x20-\\x7e]*', title: trying.latinOnly }),
  } as const
  return isSecret(name) ? <input {...line} type="password" /> : <input {...line} type="text" />
}

/** The fields of a body or response, or a sentence when the schema names none. */
function FieldTable({ schema, isRequest }: { schema: Schema; isRequest: boolean }) {
  const fields = getFields(schema)
  if (fields.length === 0) return <p lang="en">{schema.description ?? `The value is ${getType(schema)}.`}</p>
  return (
    <table class="fields">
      <tbody>
        {fields.map(({ path, schema: field, required }) => (
          <tr key={path}>
            <th scope="row">
              <code>{breakable(path)}</code>
              <Mark isRequest={isRequest} required={required} />
            </th>
            <td class="type" lang="en">
              {formatRange(field)}
            </td>
            <td lang="en">
              <Rich text={field.description ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A long path may break between its names. */
const breakable = (path: string) =>
  path.split(/(?<=\.)/).map((name) => (
    <>
      {name}
      <wbr />
    </>
  ))

/** Requests mark required fields, responses mark optional ones. */
function Mark({ isRequest, required }: { isRequest: boolean; required: boolean }) {
  const { trying } = useTexts(docsTexts)
  if (isRequest) return required ? <span class="required">{trying.required}</span> : null
  return required ? null : <span class="optional">{trying.optional}</span>
}

interface ParameterTableProps {
  parameters: readonly Parameter[]
  getId: (name: string) => string
  valueFor: (name: string) => string
  onValue: (parameter: Parameter, value: string) => void
}

function ParameterTable({ parameters, getId, valueFor, onValue }: ParameterTableProps) {
  const { trying } = useTexts(docsTexts)
  return (
    <table class="fields">
      <tbody>
        {parameters.map((parameter) => {
          const { name, in: place, required, description, schema } = parameter
          return (
            <tr key={name}>
              <th scope="row">
                <label for={getId(name)}>
                  <code>{name}</code>
                </label>
                {required && <span class="required">{trying.required}</span>}
              </th>
              <td class="type" lang="en">
                {place}, {formatRange(schema)}
              </td>
              <td lang="en">
                <Rich text={description ?? ''} />
              </td>
              <td class="input">
                <ParameterInput
                  id={getId(name)}
                  parameter={parameter}
                  value={valueFor(name)}
                  onValue={(value) => onValue(parameter, value)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ConfirmSendProps {
  operation: Operation
  asks: Asks
  request: DescribedRequest
  onAnswer: (agreed: boolean) => void
}

/** Asks before money moves, something is deleted, or existing data is lost. Enter declines. */
function ConfirmSend({ operation: { summary, korean }, asks, request, onAnswer }: ConfirmSendProps) {
  const { trying } = useTexts(docsTexts)
  const { language } = useLanguage()
  const decline = useRef<HTMLButtonElement>(null)
  useEffect(() => decline.current?.focus(), [])
  const { method, path, body } = request
  const what = language === 'ko' && korean ? korean : summary
  return (
    <Modal title={trying.confirm.title} onClose={() => onAnswer(false)}>
      <p>{trying.confirm[asks](what)}</p>
      <Code>{[`${method} ${path}`, body].filter((part) => part !== undefined).join('\n')}</Code>
      <div class="actions end">
        <button type="button" ref={decline} class="button" onClick={() => onAnswer(false)}>
          {trying.confirm.decline}
        </button>
        <button type="button" class="button danger" onClick={() => onAnswer(true)}>
          {trying.confirm.send}
        </button>
      </div>
    </Modal>
  )
}

/** A response for reading: indented JSON, other text unchanged. */
function formatText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The response, to read, copy and save. It is inserted as text, so nothing of it becomes part of the page. */
function AnswerShown({ name, text }: { name: string; text: string }) {
  const { trying } = useTexts(docsTexts)
  const files = useMemo(() => getFiles(name, text), [name, text])
  if (text === '') return <p>{trying.noContent}</p>
  const readable = formatText(text)
  return (
    <div class="answer">
      <div class="actions">
        <CopyButton text={readable} what={trying.received} />
        {files.map((file) => (
          <button type="button" class="button" key={file.name} onClick={() => saveFile(file)}>
            {trying.saveAs(file.name.slice(file.name.lastIndexOf('.') + 1))}
          </button>
        ))}
      </div>
      <Code>{readable}</Code>
    </div>
  )
}

/** A header of another payment account than the connected one. Few requests have them. */
const namesPaymentAccount = ({ name }: Parameter) => name.startsWith('X-Payment-') && name !== 'X-Payment-Mode'

/** The parameters and the body of an operation as a form, code snippets, and the response. */
function TryForm({ operation }: { operation: Operation }) {
  const { page, trying } = useTexts(docsTexts)
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
  const table = { getId: (name: string) => `${id}-${name}`, valueFor: form.valueFor, onValue: form.setValue }
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
          <ParameterTable parameters={parameters.filter((one) => !namesPaymentAccount(one))} {...table} />
        </>
      )}
      {parameters.some(namesPaymentAccount) && (
        <details>
          <summary>{trying.otherPayment}</summary>
          <ParameterTable parameters={parameters.filter(namesPaymentAccount)} {...table} />
        </details>
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
  const { trying } = useTexts(docsTexts)
  return (
    <>
      <span class={`status ${isGood ? 'good' : 'bad'}`}>{status}</span> {trying.outcome(milliseconds)}{' '}
      <code>{requestId ?? trying.noId}</code>
    </>
  )
}

interface OperationPanelProps {
  operation: Operation
  hidden: boolean
  /** The text in which a search found it, if not in its names. */
  excerpt: string | undefined
}

/** One operation, initially closed. Its content is rendered when it is first opened, and stays. */
export function OperationPanel({ operation, hidden, excerpt }: OperationPanelProps) {
  const { page } = useTexts(docsTexts)
  const [opened, setOpened] = useState(false)
  const { id, method, path, tier } = operation
  return (
    <details
      class="panel operation"
      id={id}
      hidden={hidden}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <code class="path">{path}</code>
        <span class="what">
          <Title operation={operation} />
          {excerpt && <span class="excerpt">{excerpt}</span>}
        </span>
        <span class={`tier ${tier}`}>{page.tiers[tier]}</span>
      </summary>
      {opened && <OperationBody operation={operation} />}
    </details>
  )
}

function OperationBody({ operation }: { operation: Operation }) {
  const { trying } = useTexts(docsTexts)
  const { description, failures } = operation
  return (
    <div class="inside">
      <p lang="en">
        <Rich text={description} />
      </p>
      <TryForm operation={operation} />
      <AnswerShape success={operation.success} />
      <details>
        <summary>{trying.failures}</summary>
        <FailureTable failures={failures} />
      </details>
    </div>
  )
}

/** The error statuses, each with its meaning and a body. */
const FailureTable = ({ failures }: { failures: readonly Failure[] }) => (
  <table class="fields failures">
    <tbody>
      {failures.map(({ status, description, example }) => (
        <tr key={status} lang="en">
          <th scope="row">{status}</th>
          <td>{description}</td>
          <td>{example !== undefined && <code>{JSON.stringify(example)}</code>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
