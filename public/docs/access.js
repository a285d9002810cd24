/** What a header can carry and a key has: no blank, and nothing but Latin letters, digits and signs. */
const KEY = /^[\x21-\x7e]+$/

/**
 * The key that requests are sent with, in the field of this form and nowhere else.
 *
 * @param {HTMLFormElement} form
 * @param {string} [given] a key that stands in the field from the start
 */
export function keyForm(form, given = '') {
  const field = form.querySelector('input')
  const note = form.querySelector('[role=alert]')
  /** What asked for the key, and is gone back to. */
  let asking
  field.value = given
  const key = () => field.value.trim()
  /** Why no request can be sent with this key, undefined when it can. */
  const fault = () => {
    if (key() === '') return 'The API key is missing'
    if (!KEY.test(key())) return 'An API key has only Latin letters, digits and signs, and no blanks'
  }
  const tell = (text = '') => {
    note.textContent = text
    field.setAttribute('aria-invalid', String(text !== ''))
  }
  /** Leads to the field and says there what is wrong; Enter leads back. */
  const ask = (from) => {
    asking = from
    tell(`${fault()}: type it here and press Enter.`)
    field.focus({ preventScroll: true })
    // On a narrow screen the field stays behind at the top of the page.
    if (field.getBoundingClientRect().top < 0) form.scrollIntoView()
  }
  field.addEventListener('input', () => tell())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (fault()) return ask(asking)
    asking?.focus()
    asking = undefined
  })
  return { key, fault, ask }
}
