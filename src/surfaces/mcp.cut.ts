import { isDeeperThan } from '../base/json-object.ts'

/** The longest text of a tool answer, in characters: about what a model reads without losing its thread. */
export const MOST_TEXT = 60_000

/** What is nested deeper than any answer of ours is not cut: each level would be measured again. */
const DEEPEST = 64

type SizeOf = (value: unknown) => number

/**
 * The same JSON, small enough for `room` characters where that is possible: lists and texts end early, and every other
 * value stays, so that the shape which the operation promises stays too.
 */
export function cut(value: unknown, room: number): unknown {
  return isDeeperThan(value, DEEPEST) ? value : cutValue(value, room, sizes())
}

/** Lengths of JSON texts; what stands in a list or an object is measured once. */
function sizes(): SizeOf {
  const known = new Map<object, number>()
  const sizeOf: SizeOf = (value) => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value).length
    const size = known.get(value) ?? measure(value)
    known.set(value, size)
    return size
  }
  /** Its parts, with a comma between two and the brackets around them. */
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

/** The first items that fit; a first one that does not is cut itself. */
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

/** Small fields stay whole; what they leave is shared out among the large ones. */
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
