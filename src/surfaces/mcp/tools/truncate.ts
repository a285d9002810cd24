import { isDeeperThan } from '../../../base/json-object.ts'
import { endWithin, LEAST_PER_CHARACTER, tokensIn } from './tokens.ts'

/**
 * The longest text of a tool answer, in tokens: clients refuse a longer one than 25,000, and a model reads better what is
 * to the point.
 */
export const MOST_TOKENS = 18_000

/** No answer of the gateway is nested deeper. A deeper value is left whole, because cutting it could end the stack. */
const DEEPEST = 64

type SizeOf = (value: unknown) => number

/**
 * The value, cut so that its JSON text takes at most `room` tokens where that is possible. Lists and texts end early;
 * every other value stays, so that the result still has the shape that the operation promises.
 */
export function cut(value: unknown, room: number): unknown {
  return isDeeperThan(value, DEEPEST) ? value : cutValue(value, room, sizes())
}

/** A text of more characters takes more tokens than any room, whatever it says: it need not be looked through. */
const SURELY_LONG = MOST_TOKENS / LEAST_PER_CHARACTER

/** What a text takes as JSON, at least where it is too long for any answer. */
const sizeOfText = (text: string) =>
  text.length > SURELY_LONG ? text.length * LEAST_PER_CHARACTER : tokensIn(JSON.stringify(text))

/** What the JSON text of a value takes. Lists and objects are measured once. */
function sizes(): SizeOf {
  const known = new Map<object, number>()
  const getSize: SizeOf = (value) => {
    if (typeof value === 'string') return sizeOfText(value)
    if (typeof value !== 'object' || value === null) return tokensIn(JSON.stringify(value))
    const size = known.get(value) ?? measure(value)
    known.set(value, size)
    return size
  }
  /** The parts, the commas between them and the two brackets, none of which takes more than a token. */
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

/** As many items as fit, from the first one. A first item that does not fit is cut itself. */
function cutList(items: readonly unknown[], room: number, getSize: SizeOf): unknown[] {
  const kept: unknown[] = []
  let left = room - 2
  for (const item of items) {
    const size = getSize(item) + 1
    if (size > left) break
    kept.push(item)
    left -= size
  }
  return kept.length > 0 ? kept : items.slice(0, 1).map((first) => cutValue(first, left, getSize))
}

/** Small fields stay whole, and the large ones share the room that is left. */
function cutObject(object: object, room: number, getSize: SizeOf): object {
  const entries = Object.entries(object)
  const kept = new Map<string, unknown>()
  let left = room - 2 - entries.reduce((sum, [name]) => sum + getSize(name) + 2, 0)
  const bySize = entries.map(([name, value]) => ({ name, value, size: getSize(value) })).sort((a, b) => a.size - b.size)
  for (const [index, { name, value, size }] of bySize.entries()) {
    const part = cutValue(value, Math.floor(left / (bySize.length - index)), getSize, size)
    kept.set(name, part)
    left -= part === value ? size : getSize(part)
  }
  return Object.fromEntries(entries.map(([name]) => [name, kept.get(name)]))
}
