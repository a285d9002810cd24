import { decodeEntities } from '../../base/entities.ts'
import { badGateway } from '../../base/errors.ts'
import { at, count, list, text } from '../../base/loose-json.ts'
import type { Cue } from '../../renderings/cue.ts'

/**
 * The cues of a json3 caption file (video facts, section 3), in order of start, times in integer milliseconds, each
 * text on one line. A line without a duration lasts until the next one; the last one then has no length.
 *
 * @param rolling machine-made captions, whose lines stay on screen while the next ones come: each ends where the next starts
 * Throws 502 when it is not such a file.
 */
export function cuesOf(file: unknown, { rolling }: { rolling: boolean }): Cue[] {
  const events = at(file, 'events')
  // A file without a line leaves `events` out.
  if (!Array.isArray(events) && at(file, 'wireMagic') !== 'pb3') {
    throw badGateway('the video service answered in a form that cannot be read as captions', 'shape events')
  }
  const lines = list(events)
    .flatMap(lineOf)
    .sort((a, b) => a.start - b.start)
  return timed(lines, rolling)
}

interface Line {
  start: number
  /** Milliseconds; 0 where the file names none. */
  duration: number
  text: string
}

function lineOf(event: unknown): Line[] {
  const segments = at(event, 'segs')
  // Events without words define a window; appended ones are the lone line breaks of rolling captions.
  if (!Array.isArray(segments) || at(event, 'aAppend') === 1) return []
  const words = clean(segments.map((segment) => text(at(segment, 'utf8')) ?? '').join(''))
  if (words === '') return []
  return [{ start: milliseconds(at(event, 'tStartMs')), duration: milliseconds(at(event, 'dDurationMs')), text: words }]
}

/** Absent numbers are 0 in this format. */
const milliseconds = (value: unknown) => count(typeof value === 'number' && value > 0 ? Math.round(value) : value) ?? 0

function timed(lines: readonly Line[], rolling: boolean): Cue[] {
  const cues: Cue[] = []
  // Backwards, so that the next later start is at hand: lines of the same moment are shown together.
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

/** Zero-width spaces and byte order marks, which caption editors leave behind; joiners stay, since scripts need them. */
const INVISIBLE = /[\u200b\ufeff]/g

/** Entities read once, line breaks and runs of spaces made one space. */
const clean = (words: string) => decodeEntities(words).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
