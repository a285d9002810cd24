/**
 * The structure of a JSON value without its content: the fields of objects, the first items of lists, and types.
 *
 * @param getName normalizes the name of a field
 */
export function getStructure(value: unknown, getName: (name: string) => string = (name) => name): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => getStructure(item, getName))
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [getName(name), getStructure(member, getName)]),
    )
  }
  return value === null ? 'null' : typeof value
}

/**
 * Paths at which a JSON value lacks a field of another, or has another type. Additional fields are no difference. Each
 * item of a list is compared with the most similar item.
 *
 * @param same paths whose values must be equal as well, where `...` matches any text
 */
export function differences(
  expected: unknown,
  actual: unknown,
  same: readonly string[] = [],
  path = '',
): { path: string; fault: string }[] {
  const parseType = (value: unknown) =>
    typeof value === 'object' && value !== null ? getKind(value) : getStructure(value)
  if (parseType(expected) !== parseType(actual)) {
    return [{ path, fault: `${parseType(actual)} in place of ${parseType(expected)}` }]
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.flatMap((item) => {
      const [least] = actual.map((other) => differences(item, other, same, path)).sort((a, b) => a.length - b.length)
      return least ?? [{ path, fault: 'an empty list' }]
    })
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`
      return name in actual ? differences(member, actual[name], same, at) : [{ path: at, fault: 'missing' }]
    })
  }
  if (!same.includes(path) || isLike(String(expected), String(actual))) return []
  return [{ path, fault: `${JSON.stringify(actual)} in place of ${JSON.stringify(expected)}` }]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getKind = (value: object) => (Array.isArray(value) ? 'array' : 'object')

/** Whether a text matches a pattern in which `...` matches any text. */
function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split('...')
  const [first = ''] = parts
  let at = 0
  for (const part of parts) {
    at = text.indexOf(part, at)
    if (at < 0) return false
    at += part.length
  }
  return text.startsWith(first) && text.endsWith(parts.at(-1) ?? '')
}
