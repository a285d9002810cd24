import { at, count, decodeEntities, list, number, text } from '../../base/json.ts'
import type { Cue } from '../../renderings/formats.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Segment } from './answers.ts'

const required = requiredFields('video', 'events', 'events[].segs[].utf8')

/**
 * The cues of a json3 caption file, ordered by start, with times in integer milliseconds, and each text on one line. A
 * line without a duration lasts until the next one. If it is the last one, its duration is 0. Throws 502 for any other
 * file.
 *
 * @param rolling machine-made captions, whose lines stay on screen while the next ones appear: each ends where the next
 * starts
 */
export function captionCues(file: unknown, { rolling }: { rolling: boolean }): Cue[] {
  const events = at(file, 'events')
  // A file without lines has no `events`.
  if (!Array.isArray(events) && at(file, 'wireMagic') !== 'pb3') required('events', undefined)
  const written = list(events).flatMap((event) => list(at(event, 'segs')))
  // Text under another field name would turn a full transcript into an empty one.
  if (written.length > 0)
    required(
      'events[].segs[].utf8',
      written.find((part) => typeof at(part, 'utf8') === 'string'),
    )
  const lines = list(events)
    .flatMap(captionLine)
    .sort((a, b) => a.start - b.start)
  return timed(lines, rolling)
}

/** The cues in `format: json`: in seconds, to the millisecond. */
export const segments = (cues: readonly Cue[]): Segment[] =>
  cues.map(({ start, end, text }) => ({ start: start / 1000, duration: Math.max(0, end - start) / 1000, text }))

interface Line {
  start: number
  /** Milliseconds. 0 when the file omits it. */
  duration: number
  text: string
}

function captionLine(event: unknown): Line[] {
  const words = list(at(event, 'segs'))
    .map((word) => text(at(word, 'utf8')) ?? '')
    .join('')
  const line = clean(words)
  const start = milliseconds(at(event, 'tStartMs'))
  // Events without text define a window, or append the line break of rolling captions.
  if (line === '' || start === null) return []
  return [{ start, duration: milliseconds(at(event, 'dDurationMs')) ?? 0, text: line }]
}

/** The format omits a number that is 0. Null for an invalid time. */
function milliseconds(value: unknown): number | null {
  if (value === undefined) return 0
  return count(Math.round(number(value) ?? Number.NaN))
}

function timed(lines: readonly Line[], rolling: boolean): Cue[] {
  const cues: Cue[] = []
  // Backwards, so that the next later start is known. Lines with the same start are shown together.
  let nextStart: number | undefined
  let laterStart: number | undefined
  for (const { start, duration, text: words } of lines.toReversed()) {
    if (nextStart !== undefined && nextStart > start) laterStart = nextStart
    nextStart = start
    const named = duration > 0 ? start + duration : (laterStart ?? start)
    cues.push({ start, end: rolling ? Math.min(named, laterStart ?? named) : named, text: words })
  }
  return cues.reverse()
}

/**
 * Zero-width spaces and byte order marks, which caption editors leave behind. Joiners stay, because scripts need them.
 */
const INVISIBLE = /[\u200b\ufeff]/g

/** Decodes entities once, and collapses whitespace to one space. */
const clean = (words: string) => decodeEntities(words).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
