import { isDeeperThan } from '../base/json-object.ts'

/** The longest text of a tool answer, in characters: a longer one would fill too much of a model's context. */
export const MOST_TEXT = 60_000

/** No answer of the gateway is nested deeper. A deeper value is left whole, because cutting it could end the stack. */
const DEEPEST = 64

type SizeOf = (value: unknown) => number

/**
 * The value, cut so that its JSON text has at most `room` characters where that is possible. Lists and texts end early;
 * every other value stays, so that the result still has the shape that the operation promises.
 */
export function cut(value: unknown, room: number): unknown {
  return isDeeperThan(value, DEEPEST) ? value : cutValue(value, room, sizes())
}

/** The length of the JSON text of a value. Lists and objects are measured once. */
function sizes(): SizeOf {
  const known = new Map<object, number>()
  const sizeOf: SizeOf = (value) => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value).length
    const size = known.get(value) ?? measure(value)
    known.set(value, size)
    return size
  }
  /** The lengths of the parts, of the commas between them and of the two brackets. */
  const measure = (value: object): number => {
    const parts = Array.isArray(value)
      ? value.map(sizeOf)
      : Object.entries(value).map(([name, member]) => sizeOf(name) + 1 + sizeOf(member))
    return parts.reduce((sum, size) => sum + size, 0) + Math.max(0, parts.length - 1) + 2
  }
  return sizeOf
}

function cutValue(value: unknown, room: number, sizeOf: SizeOf): unknown {
  if (sizeOf(value) <= room) return value
  if (typeof value === 'string') return cutText(value, room, sizeOf)
  if (Array.isArray(value)) return cutList(value, room, sizeOf)
  if (typeof value === 'object' && value !== null) return cutObject(value, room, sizeOf)
  return value
}

function cutText(text: string, room: number, sizeOf: SizeOf): string {
  let kept = text.slice(0, Math.max(0, room))
  while (kept && sizeOf(`${kept}…`) > room) kept = kept.slice(0, Math.floor(kept.length * 0.95))
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** As many items as fit, from the first one. A first item that does not fit is cut itself. */
function cutList(items: readonly unknown[], room: number, sizeOf: SizeOf): unknown[] {
  const kept: unknown[] = []
  let left = room - 2
  for (const item of items) {
    const size = sizeOf(item) + 1
    if (size > left) break
    kept.push(item)
    left -= size
  }
  return kept.length > 0 ? kept : items.slice(0, 1).map((first) => cutValue(first, left, sizeOf))
}

/** Small fields stay whole, and the large ones share the room that is left. */
function cutObject(object: object, room: number, sizeOf: SizeOf): object {
  const entries = Object.entries(object)
  const kept = new Map<string, unknown>()
  let left = room - 2 - entries.reduce((sum, [name]) => sum + sizeOf(name) + 2, 0)
  const bySize = entries.map(([name, value]) => ({ name, value, size: sizeOf(value) })).sort((a, b) => a.size - b.size)
  for (const [index, { name, value }] of bySize.entries()) {
    const part = cutValue(value, Math.floor(left / (bySize.length - index)), sizeOf)
    kept.set(name, part)
    left -= sizeOf(part)
  }
  return Object.fromEntries(entries.map(([name]) => [name, kept.get(name)]))
}
