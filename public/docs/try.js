import { attempt } from './attempt.js'
import { confirmed } from './confirm.js'
import { element } from './element.js'
import { parameterInput, parameterTable } from './parameters.js'
import { curlOf, requestOf } from './request.js'
import { fieldTable } from './schema.js'

/** The parameters and the body of an operation as a form, with the request as a command, and what it answers. */
export function tryForm(operation, { access, shareHeader }) {
  const { id, parameters, example, requestSchema, readOnly, destructive, tier } = operation
  const keyed = tier !== 'open'
  const inputs = new Map(
    parameters.map((parameter) => [parameter.name, parameterInput(`${id}-${parameter.name}`, parameter)]),
  )
  for (const parameter of parameters) shareHeader(operation, parameter, inputs.get(parameter.name))
  const body = example && bodyEditor(`${id}-body`, example)
  const request = () => requestOf(operation, (name) => inputs.get(name).value.trim(), body?.value)

  const command = element('pre', { tabindex: 0 })
  const refresh = () => command.replaceChildren(curlOf(request(), location.origin, keyed))
  const send = element('button.send', { type: 'submit' })
  const label = () => send.replaceChildren(readOnly ? 'Try it' : 'Send it: this changes data')
  const outcome = element('p', { role: 'status' })
  const answer = element('div.answer')
  let running
  const onsubmit = async (event) => {
    event.preventDefault()
    if (running) return running.abort()
    const fault = keyed && access.fault()
    if (fault) {
      outcome.replaceChildren(`Not sent. ${fault}.`)
      answer.replaceChildren()
      return access.ask(send)
    }
    if (destructive && !(await confirmed(operation, request()))) return outcome.replaceChildren('Not sent.')
    running = new AbortController()
    send.replaceChildren('Stop')
    await attempt(request(), keyed && access.key(), { outcome, answer }, running.signal)
    running = undefined
    label()
  }
  refresh()
  label()
  return element(
    'form',
    { onsubmit, oninput: refresh },
    ...(parameters.length > 0 ? [element('h3', {}, 'Parameters'), parameterTable(parameters, inputs)] : []),
    ...(body ? [element('h3', {}, element('label', { for: body.id }, 'Body')), body] : []),
    requestSchema &&
      element('details', {}, element('summary', {}, 'Fields of the body'), fieldTable(requestSchema, true)),
    element('div.command', {}, command, copyButton(command)),
    send,
    outcome,
    answer,
  )
}

function bodyEditor(id, example) {
  const editor = element('textarea', { id, rows: example.split('\n').length + 1, spellcheck: 'false' })
  editor.value = example
  return editor
}

function copyButton(source) {
  const onclick = async ({ currentTarget }) => {
    await navigator.clipboard.writeText(source.textContent)
    currentTarget.replaceChildren('Copied')
    setTimeout(() => currentTarget.replaceChildren('Copy'), 2000)
  }
  return element('button', { type: 'button', onclick }, 'Copy')
}
