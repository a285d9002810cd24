import { type AnswerPath, changeAt, valueAt } from './paths.ts'
import { endWithin, MOST_PER_CHARACTER, tokensIn } from './tokens.ts'
import { cut, MOST_TOKENS } from './truncate.ts'

/** Left for what stands around an answer: what was cut, and headers. */
const AROUND = 200
const ROOM = MOST_TOKENS - AROUND

/** Whether a text fits into an answer; a short one need not be looked through. */
export const fits = (text: string): boolean => text.length * MOST_PER_CHARACTER <= ROOM || tokensIn(text) <= ROOM

/** An answer that fits, and what of it does not stand there. */
export interface Fitted {
  value: unknown
  /** The part of what `from` goes on in, where something is left out of it. */
  part?: { from: number; to: number; of: number; unit: 'characters' | 'items' }
  /** The list that ended early, where one did. */
  shortened?: { path: AnswerPath; kept: number; of: number }
  /** Whether the value was cut at all, texts included. */
  isCut: boolean
}

/**
 * Makes an answer fit.
 *
 * @param continued where the text or the list stands that goes on at `from`
 * @param from characters of a text, or items of a list, to pass over
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
  // One that no answer holds is cut, so that the next part gets on.
  const isTooLong = end === start && start < whole.length
  const items = isTooLong ? [cut(whole[start], room)] : whole.slice(start, end)
  const to = isTooLong ? start + 1 : end
  return continuedAt(rest, path, items, { from: start, to, of: whole.length, isCut: isCut || isTooLong, unit: 'items' })
}

/** The value without what is continued, and the room that it leaves: half of all at least. */
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

/** A part of a text ends with a line, or with a subtitle and the empty line after it, unless that would leave half of it out. */
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
    return part.length < whole.length ? { path, kept: part.length, of: whole.length } : undefined
  }
  if (typeof whole !== 'object' || whole === null || typeof part !== 'object' || part === null) return undefined
  for (const [name, member] of Object.entries(whole)) {
    const found = firstShortened(member, (part as Record<string, unknown>)[name], path ? `${path}.${name}` : name)
    if (found) return found
  }
  return undefined
}
