import { isDeeperThan } from '../base/json.ts'
import { type AnswerPath, changeAt, valueAt } from './values.ts'

/**
 * The longest answer of a tool, in bytes of UTF-8. That is at most 18,000 tokens of o200k: English and Korean take about
 * 4 and 3 bytes for a token, ids about 2. Clients refuse more than 25,000 tokens.
 */
export const MOST_BYTES = 36_000

/** Reserved for the notes around the answer. */
const ROOM = MOST_BYTES - 600

/** No response of the gateway is nested deeper. A deeper value is not cut, because that could exhaust the stack. */
const DEEPEST = 64

const encoder = new TextEncoder()

const bytesOf = (text: string): number => encoder.encode(text).byteLength

const sizeOf = (value: unknown): number => bytesOf(JSON.stringify(value))

/** Whether a text fits into an answer. */
export const fits = (text: string): boolean => text.length * 3 <= ROOM || bytesOf(text) <= ROOM

/** An answer that fits, and what was left out. */
export interface Fitted {
  value: unknown
  /** The range of the continued text or list that is here, if not all of it is. */
  part?: { from: number; to: number; of: number; unit: 'characters' | 'items' }
  /** The list that was shortened, if any. */
  shortened?: { path: AnswerPath; returned: number; of: number }
  /** Whether anything else was cut. */
  isCut: boolean
}

/**
 * Makes an answer fit.
 *
 * @param continued the path of the text or list that `offset` continues
 * @param from the number of characters or items to skip
 */
export function fitted(value: unknown, continued: AnswerPath | undefined, from: number): Fitted {
  const whole = continued === undefined ? undefined : valueAt(value, continued)
  if (continued !== undefined && (typeof whole === 'string' || Array.isArray(whole))) {
    return fitPart(value, continued, whole, from)
  }
  if (fits(JSON.stringify(value))) return { value, isCut: false }
  const short = cut(value, ROOM)
  const shortened = findShortened(value, short)
  return { value: short, isCut: true, ...(shortened && { shortened }) }
}

function fitPart(value: unknown, path: AnswerPath, whole: string | readonly unknown[], from: number): Fitted {
  changeAt(value, path, () => (typeof whole === 'string' ? '' : []))
  const size = sizeOf(value)
  const isCut = size > ROOM / 2
  const rest = isCut ? cut(value, ROOM / 2) : value
  const room = isCut ? ROOM / 2 : ROOM - size
  const start = Math.min(from, whole.length)
  const { part, to, isTooLong } =
    typeof whole === 'string' ? textPart(whole, start, room) : itemsPart(whole, start, room)
  changeAt(rest, path, () => part)
  if (start === 0 && to === whole.length) return { value: rest, isCut: isCut || isTooLong }
  return {
    value: { ...(rest as object), next_offset: to < whole.length ? to : null },
    part: { from: start, to, of: whole.length, unit: typeof whole === 'string' ? 'characters' : 'items' },
    isCut: isCut || isTooLong,
  }
}

/** A part of a text ends at a line, or at a subtitle and its empty line, unless that would leave out half of it. */
function textPart(whole: string, start: number, room: number) {
  const end = start + takeText(whole.slice(start), room).length
  let to = end
  if (end < whole.length) {
    const mark = ['\n\n', '\n', ' '].find((one) => whole.lastIndexOf(one, end - one.length) > (start + end) / 2)
    if (mark !== undefined) to = whole.lastIndexOf(mark, end - mark.length) + mark.length
  }
  return { part: whole.slice(start, to), to, isTooLong: false }
}

function itemsPart(whole: readonly unknown[], start: number, room: number) {
  const part = takeItems(whole.slice(start), room)
  // A single item that fits in no answer is cut, so that the next part makes progress.
  const isTooLong = part.length === 0 && start < whole.length
  return {
    part: isTooLong ? [cut(whole[start], room)] : part,
    to: start + Math.max(part.length, Number(isTooLong)),
    isTooLong,
  }
}

/** The value, cut so that its JSON text takes at most `room` bytes, if possible. Lists and texts are shortened. */
export function cut(value: unknown, room: number): unknown {
  return isDeeperThan(value, DEEPEST) ? value : cutValue(value, room)
}

function cutValue(value: unknown, room: number): unknown {
  if (sizeOf(value) <= room) return value
  if (typeof value === 'string') return `${takeText(value, room - 5)}…`
  if (Array.isArray(value)) {
    const whole = takeItems(value, room - 2)
    return whole.length > 0 ? whole : value.slice(0, 1).map((first) => cutValue(first, room - 2))
  }
  return typeof value === 'object' && value !== null ? cutObject(value, room) : value
}

/** Small fields stay complete, and large ones share the remaining room. */
function cutObject(object: object, room: number): object {
  const entries = Object.entries(object).map(([name, value]) => ({ name, value, size: sizeOf(value) }))
  const kept = new Map<string, unknown>()
  let left = room - 2 - entries.reduce((sum, { name }) => sum + sizeOf(name) + 2, 0)
  for (const [index, { name, value, size }] of [...entries].sort((a, b) => a.size - b.size).entries()) {
    const part = cutValue(value, Math.floor(left / (entries.length - index)))
    kept.set(name, part)
    left -= part === value ? size : sizeOf(part)
  }
  return Object.fromEntries(entries.map(({ name }) => [name, kept.get(name)]))
}

/** The longest start of a text that takes at most `room` bytes as JSON. No character is split. */
function takeText(text: string, room: number): string {
  let left = room
  let end = 0
  for (const character of text) {
    left -= bytesOf(JSON.stringify(character)) - 2
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** As many items as fit, from the first one. */
function takeItems(items: readonly unknown[], room: number): unknown[] {
  let left = room
  const end = items.findIndex((item) => {
    left -= sizeOf(item) + 1
    return left < 0
  })
  return items.slice(0, end < 0 ? items.length : end)
}

function findShortened(whole: unknown, part: unknown, path: AnswerPath = ''): Fitted['shortened'] {
  if (Array.isArray(whole) && Array.isArray(part)) {
    return part.length < whole.length ? { path, returned: part.length, of: whole.length } : undefined
  }
  if (typeof whole !== 'object' || whole === null || typeof part !== 'object' || part === null) return undefined
  for (const [name, member] of Object.entries(whole)) {
    const found = findShortened(member, (part as Record<string, unknown>)[name], path ? `${path}.${name}` : name)
    if (found) return found
  }
  return undefined
}
