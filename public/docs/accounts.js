/**
 * Headers that say whose account is meant. One that is typed once stands in every operation that takes the same, and
 * in the memory of this tab alone.
 *
 * @param {Record<string, Record<string, string>>} [given] by operation or group, what a run on this machine knows
 */
export function accountHeaders(given = {}) {
  const typed = new Map()
  const inputs = new Map()

  /** Makes a parameter's input one of those of its header. */
  return ({ id, group }, { name, description, in: place }, input) => {
    // The rule of the gateway's tools: what begins so is an account, what does not belongs to one request.
    if (place !== 'header' || !name.startsWith('X-')) return
    // A name can stand for two things: a session's token is none of an integration.
    const meaning = `${name}: ${description}`
    const alike = inputs.get(meaning) ?? new Set()
    inputs.set(meaning, alike.add(input))
    input.value = typed.get(meaning) ?? given[id]?.[name] ?? given[group]?.[name] ?? input.value
    input.addEventListener('input', () => {
      typed.set(meaning, input.value)
      for (const other of alike) {
        if (other.value === input.value) continue
        other.value = input.value
        other.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
  }
}
