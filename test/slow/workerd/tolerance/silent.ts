import type { Change, Path } from './changes.ts'
import { UNKNOWN } from './changes.ts'

/**
 * The paths of the gateway's response with a different value although the product's data there is the same: not merely
 * less (null, empty, left out, one item fewer), and not the changed field's own new value.
 */
export function wrongPlaces(before: unknown, after: unknown, change?: Change, place = ''): string[] {
  if (isLess(before, after) || (change && isChange(before, after, change))) return []
  if (Array.isArray(before) && Array.isArray(after)) return wrongItems(before, after, change, place)
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      key === UNKNOWN ? [] : wrongPlaces(before[key], after[key], change, place === '' ? key : `${place}.${key}`),
    )
  }
  return [place]
}

/** The paths of the fields that a response lost. */
export function lostPaths(before: unknown, after: unknown, path: Path = []): Path[] {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return []
  return Object.entries(before).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(before) ? Number(key) : key]
    return key in after ? lostPaths(value, after[key as keyof typeof after], at) : [at]
  })
}

function isLess(before: unknown, after: unknown): boolean {
  if (after === undefined || after === null || after === '') return true
  if (before === after) return true
  if (typeof after === 'object') return Object.keys(after).length === 0
  return typeof before === 'string' && typeof after === 'string' && isPartOf(before, after)
}

/** Whether a text lost words or one passage, and contains no others: a transcript without an invalid utterance. */
function isPartOf(before: string, after: string): boolean {
  if (after.length >= before.length) return false
  let start = 0
  while (start < after.length && before[start] === after[start]) start += 1
  if (before.endsWith(after.slice(start))) return true
  const words = before.split(/\s+/)
  let at = 0
  return after.split(/\s+/).every((word) => {
    at = words.indexOf(word, at) + 1
    return at > 0
  })
}

/** Whether it is the product's new value, passed on or parsed as another type. */
function isChange(before: unknown, after: unknown, { value }: Change): boolean {
  // An object and a list are compared member by member.
  if (typeof value !== 'object' && typeof after === 'object') return false
  if (typeof value === 'object') return JSON.stringify(value) === JSON.stringify(after)
  if (String(after) === String(value) || String(after) === String(before)) return true
  if (Number(after) === Number(value)) return true
  // A text that quotes the changed value, with the rest unchanged.
  return typeof after === 'string' && typeof before === 'string' && value !== undefined && after.includes(String(value))
}

/** A list may have lost one item, at any index. */
function wrongItems(
  before: readonly unknown[],
  after: readonly unknown[],
  change: Change | undefined,
  place: string,
): string[] {
  const compared = (kept: readonly unknown[]) =>
    kept.map((item, at) => wrongPlaces(item, after[at], change, `${place}[]`))
  if (after.length === before.length) return compared(before).flat()
  if (after.length !== before.length - 1) return [`${place} (${before.length} items, now ${after.length})`]
  // Items before the lost one kept their index. Those after it moved down by one.
  const stayed = compared(before.slice(0, -1))
  const moved = compared(before.slice(1))
  const candidates = before.map((_, gone) => [...stayed.slice(0, gone), ...moved.slice(gone)].flat())
  return candidates.reduce((best, next) => (next.length < best.length ? next : best))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
