import { element } from './element.js'

/** Asks before a request that changes or ends what is there: whether to send it. */
export function confirmed({ summary }, { method, path, body }) {
  const answer = (value, label, attributes) =>
    element('button', { type: 'button', onclick: () => dialog.close(value), ...attributes }, label)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'confirm-title' },
    element('h2', { id: 'confirm-title' }, 'Send this?'),
    element('p', {}, `${summary}. This may not be possible to undo.`),
    element('pre', { tabindex: 0 }, [`${method} ${path}`, body].filter(Boolean).join('\n')),
    element(
      'div.choices',
      {},
      answer('', 'Do not send', { autofocus: true }),
      answer('send', 'Send', { class: 'danger' }),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'send')
    })
  })
}
