/** The longest text of a tool answer, in characters: about what a model reads without losing its thread. */
export const MOST_TEXT = 60_000

const sizeOf = (value: unknown) => JSON.stringify(value).length

/**
 * The same JSON, small enough for `room` characters where that is possible: lists and texts end early, and every other
 * value stays, so that the shape which the operation promises stays too.
 */
export function cut(value: unknown, room: number): unknown {
  if (sizeOf(value) <= room) return value
  if (typeof value === 'string') return cutText(value, room)
  if (Array.isArray(value)) return cutList(value, room)
  if (typeof value === 'object' && value !== null) return cutObject(value, room)
  return value
}

function cutText(text: string, room: number): string {
  let kept = text.slice(0, Math.max(0, room))
  while (kept && sizeOf(`${kept}…`) > room) kept = kept.slice(0, Math.floor(kept.length * 0.95))
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The first items that fit; a first one that does not is cut itself. */
function cutList(items: readonly unknown[], room: number): unknown[] {
  const kept: unknown[] = []
  let left = room - 2
  for (const item of items) {
    const size = sizeOf(item) + 1
    if (size > left) break
    kept.push(item)
    left -= size
  }
  return kept.length > 0 ? kept : items.slice(0, 1).map((first) => cut(first, left))
}

/** Small fields stay whole; what they leave is shared out among the large ones. */
function cutObject(object: object, room: number): object {
  const entries = Object.entries(object)
  const kept = new Map<string, unknown>()
  let left = room - 2 - entries.reduce((sum, [name]) => sum + sizeOf(name) + 2, 0)
  const bySize = entries.map(([name, value]) => ({ name, value, size: sizeOf(value) })).sort((a, b) => a.size - b.size)
  for (const [index, { name, value }] of bySize.entries()) {
    const part = cut(value, Math.floor(left / (bySize.length - index)))
    kept.set(name, part)
    left -= sizeOf(part)
  }
  return Object.fromEntries(entries.map(([name]) => [name, kept.get(name)]))
}
