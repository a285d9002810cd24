import { isDeeperThan } from '../../../base/json-object.ts'
import { endWithin, LEAST_PER_CHARACTER, tokensIn } from './tokens.ts'

/**
 * The longest text of a tool response, in tokens. Clients refuse more than 25,000, and models work better with short,
 * relevant input.
 */
export const MOST_TOKENS = 18_000

/** No response of the gateway is nested deeper. A deeper value is not cut, because that could exhaust the stack. */
const DEEPEST = 64

type SizeOf = (value: unknown) => number

/**
 * The value, cut so that its JSON text takes at most `room` tokens, if possible. Lists and strings are shortened. Other
 * values stay, so that the result still has the shape that the operation promises.
 */
export function cut(value: unknown, room: number): unknown {
  return isDeeperThan(value, DEEPEST) ? value : cutValue(value, room, sizes())
}

/** A longer text takes more tokens than any response has room for, so it is not counted. */
const SURELY_LONG = MOST_TOKENS / LEAST_PER_CHARACTER

/** The size of a text as JSON. For a text that is too long anyway, a lower bound. */
const sizeOfText = (text: string) =>
  text.length > SURELY_LONG ? text.length * LEAST_PER_CHARACTER : tokensIn(JSON.stringify(text))

/** The sizes of values as JSON text. Lists and objects are measured once. */
function sizes(): SizeOf {
  const known = new Map<object, number>()
  const getSize: SizeOf = (value) => {
    if (typeof value === 'string') return sizeOfText(value)
    if (typeof value !== 'object' || value === null) return tokensIn(JSON.stringify(value))
    const size = known.get(value) ?? measure(value)
    known.set(value, size)
    return size
  }
  /** The parts, the commas between them and the two brackets, each of which takes at most one token. */
  const measure = (value: object): number => {
    const parts = Array.isArray(value)
      ? value.map(getSize)
      : Object.entries(value).map(([name, member]) => getSize(name) + 1 + getSize(member))
    return parts.reduce((sum, size) => sum + size, 0) + Math.max(0, parts.length - 1) + 2
  }
  return getSize
}

function cutValue(value: unknown, room: number, getSize: SizeOf, size = getSize(value)): unknown {
  if (size <= room) return value
  if (typeof value === 'string') return `${value.slice(0, endWithin(value, 0, room - AROUND_TEXT))}…`
  if (Array.isArray(value)) return cutList(value, room, getSize)
  if (typeof value === 'object' && value !== null) return cutObject(value, room, getSize)
  return value
}

/** Two quotes and the ellipsis. */
const AROUND_TEXT = 4

/** As many items as fit, from the first one. If the first item does not fit, it is cut. */
function cutList(items: readonly unknown[], room: number, getSize: SizeOf): unknown[] {
  const included: unknown[] = []
  let left = room - 2
  for (const item of items) {
    const size = getSize(item) + 1
    if (size > left) break
    included.push(item)
    left -= size
  }
  return included.length > 0 ? included : items.slice(0, 1).map((first) => cutValue(first, left, getSize))
}

/** Small fields stay complete, and large ones share the remaining room. */
function cutObject(object: object, room: number, getSize: SizeOf): object {
  const entries = Object.entries(object)
  const included = new Map<string, unknown>()
  let left = room - 2 - entries.reduce((sum, [name]) => sum + getSize(name) + 2, 0)
  const bySize = entries.map(([name, value]) => ({ name, value, size: getSize(value) })).sort((a, b) => a.size - b.size)
  for (const [index, { name, value, size }] of bySize.entries()) {
    const part = cutValue(value, Math.floor(left / (bySize.length - index)), getSize, size)
    included.set(name, part)
    left -= part === value ? size : getSize(part)
  }
  return Object.fromEntries(entries.map(([name]) => [name, included.get(name)]))
}
