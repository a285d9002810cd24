import { type AnswerPath, changeAt, valueAt } from './paths.ts'
import { endWithin, MOST_PER_CHARACTER, tokensIn } from './tokens.ts'
import { cut, MOST_TOKENS } from './truncate.ts'

/** Tokens reserved for everything around the response: notes on what was cut, and headers. */
const AROUND = 200
const ROOM = MOST_TOKENS - AROUND

/** Whether a text fits into a response. A short text is accepted without counting. */
export const fits = (text: string): boolean => text.length * MOST_PER_CHARACTER <= ROOM || tokensIn(text) <= ROOM

/** A response that fits, and what was left out. */
export interface Fitted {
  value: unknown
  /** The range that `offset` continues, if something was left out. */
  part?: { from: number; to: number; of: number; unit: 'characters' | 'items' }
  /** The list that was shortened, if any. */
  shortened?: { path: AnswerPath; returned: number; of: number }
  /** Whether anything was cut, including strings. */
  isCut: boolean
}

/**
 * Makes a response fit.
 *
 * @param continued the path of the text or list that `offset` continues
 * @param from the number of characters or items to skip
 */
export function fitted(value: unknown, continued: AnswerPath | undefined, from: number): Fitted {
  const whole = continued === undefined ? undefined : valueAt(value, continued)
  if (continued !== undefined && typeof whole === 'string') return withText(value, continued, whole, from)
  if (continued !== undefined && Array.isArray(whole)) return withItems(value, continued, whole, from)
  if (fits(JSON.stringify(value))) return { value, isCut: false }
  const short = cut(value, ROOM)
  const shortened = firstShortened(value, short)
  return { value: short, isCut: true, ...(shortened && { shortened }) }
}

function withText(value: unknown, path: AnswerPath, whole: string, from: number): Fitted {
  const { rest, room, isCut } = around(value, path, '')
  const start = Math.min(from, whole.length)
  const end = endOfLine(whole, start, endWithin(whole, start, room))
  return continuedAt(rest, path, whole.slice(start, end), {
    from: start,
    to: end,
    of: whole.length,
    isCut,
    unit: 'characters',
  })
}

function withItems(value: unknown, path: AnswerPath, whole: readonly unknown[], from: number): Fitted {
  const { rest, room, isCut } = around(value, path, [])
  const start = Math.min(from, whole.length)
  let left = room
  let end = start
  while (end < whole.length) {
    left -= tokensIn(JSON.stringify(whole[end])) + 1
    if (left < 0) break
    end += 1
  }
  // A single item that fits in no response is cut, so that the next part makes progress.
  const isTooLong = end === start && start < whole.length
  const items = isTooLong ? [cut(whole[start], room)] : whole.slice(start, end)
  const to = isTooLong ? start + 1 : end
  return continuedAt(rest, path, items, { from: start, to, of: whole.length, isCut: isCut || isTooLong, unit: 'items' })
}

/** The value without the continued part, and the room that is left for that: at least half of all. */
function around(value: unknown, path: AnswerPath, nothing: string | unknown[]) {
  changeAt(value, path, () => nothing)
  const size = tokensIn(JSON.stringify(value))
  if (size <= ROOM / 2) return { rest: value, room: ROOM - size, isCut: false }
  return { rest: cut(value, ROOM / 2), room: ROOM / 2, isCut: true }
}

type Part = NonNullable<Fitted['part']> & { isCut: boolean }

function continuedAt(rest: unknown, path: AnswerPath, part: unknown, { isCut, ...place }: Part): Fitted {
  changeAt(rest, path, () => part)
  if (place.from === 0 && place.to === place.of) return { value: rest, isCut }
  const next = place.to < place.of ? place.to : null
  return { value: { ...(rest as object), next_offset: next }, part: place, isCut }
}

/** A part of a text ends at a line, or at a subtitle and its empty line, unless that would leave out half of it. */
function endOfLine(text: string, start: number, end: number): number {
  if (end === text.length) return end
  for (const mark of ['\n\n', '\n', ' ']) {
    const last = text.lastIndexOf(mark, end - mark.length)
    if (last > start + (end - start) / 2) return last + mark.length
  }
  return end
}

function firstShortened(whole: unknown, part: unknown, path: AnswerPath = ''): Fitted['shortened'] {
  if (Array.isArray(whole) && Array.isArray(part)) {
    return part.length < whole.length ? { path, returned: part.length, of: whole.length } : undefined
  }
  if (typeof whole !== 'object' || whole === null || typeof part !== 'object' || part === null) return undefined
  for (const [name, member] of Object.entries(whole)) {
    const found = firstShortened(member, (part as Record<string, unknown>)[name], path ? `${path}.${name}` : name)
    if (found) return found
  }
  return undefined
}
