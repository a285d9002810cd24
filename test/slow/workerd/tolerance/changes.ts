/** One thing that is otherwise in a product's answer. */
export interface Change {
  /** The path, with `[]` for an item of a list. Empty for the response itself. */
  readonly place: string
  readonly kind: Kind
  /** The value after the change. Undefined for none. */
  readonly value: unknown
  /** Where it is in the response: names of fields and indexes of items. */
  readonly path: Path
  /** The answer with it, which came as `answer`, or which has the place at another path. */
  apply(answer: unknown, path?: Path): unknown
}

export type Kind = 'deleted' | 'null' | 'other type' | 'emptied' | 'unknown field'

export type Path = readonly (string | number)[]

/**
 * Every single change of a response: each field and the first item of each list deleted, null, of another type, and
 * emptied, and an unknown field in each object. Of fields with the same path, such as the same field of each item of a
 * list, the first is changed, and so is the first whose value has another type.
 *
 * @param seen the paths that were changed before, in responses of the same kind; those of this one are added
 */
export function getChanges(answer: unknown, seen = new Set<string>()): Change[] {
  const changes: Change[] = []

  const visit = (value: unknown, path: Path) => {
    const place = formatPlace(path)
    const isNew = !seen.has(`${place} ${parseType(value)}`)
    seen.add(`${place} ${parseType(value)}`)
    if (isNew) changes.push(...changesAt(value, path, place))
    if (Array.isArray(value)) value.forEach((item, at) => void visit(item, [...path, at]))
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
    }
  }
  visit(answer, [])
  return changes
}

/** A path as a name: `data.items[].id`. */
const formatPlace = (path: Path) =>
  path
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '')

const parseType = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

export const UNKNOWN = 'a_field_that_nobody_knows'

function* changesAt(value: unknown, path: Path, place: string): Generator<Change> {
  const put = (kind: Kind, other: unknown): Change => ({
    place,
    kind,
    value: other,
    path,
    apply: (answer, at = path) => replaced(answer, at, () => other),
  })
  if (path.length > 0) yield put('deleted', undefined)
  if (value !== null) yield put('null', null)
  for (const other of otherTypes(value)) yield put('other type', other)
  const empty = emptied(value)
  if (empty !== undefined) yield put('emptied', empty)
  if (parseType(value) !== 'object') return
  const withUnknown = (current: unknown) => ({ ...(current as object), [UNKNOWN]: 'new' })
  const apply = (answer: unknown, at: Path = path) => replaced(answer, at, withUnknown)
  yield { place, kind: 'unknown field', value: withUnknown(value), path, apply }
}

/** A string becomes a number, a number its string and the reverse, and so on. */
function otherTypes(value: unknown): unknown[] {
  if (typeof value === 'string') return /^-?\d+$/.test(value) && value.length < 16 ? [Number(value)] : [7]
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'boolean') return [Number(value)]
  if (value === null) return []
  return Array.isArray(value) ? [{}] : ['text']
}

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? undefined : ''
  if (Array.isArray(value)) return value.length === 0 ? undefined : []
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? {} : undefined
}

/** The value at the path. */
export const getAt = (answer: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], answer)

/** A copy with another value at the path; undefined takes the field or the item away. */
function replaced(value: unknown, [key, ...rest]: Path, change: (current: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => {
      const other = at === key ? replaced(item, rest, change) : item
      return other === undefined ? [] : [other]
    })
  }
  const members = Object.entries(value as object).map(([name, inner]) => [
    name,
    name === key ? replaced(inner, rest, change) : inner,
  ])
  return Object.fromEntries(members.filter(([name, inner]) => name !== key || inner !== undefined))
}
