import { SPOKEN } from './seed/spoken.ts'
import type { Note, Paragraph, State, Tiro } from './state.ts'

/** Seconds that successive paragraphs take: a live note grows every 40 to 90 s (facts 3). */
const SPANS = [40, 65, 90, 55]

/** The state of a recording. */
interface Recorded {
  /** Epoch milliseconds. */
  startedAt: number
  seconds: number
  ended: boolean
}

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * The paragraphs of a recording after this many seconds. While it runs, the newest paragraph has no summary. Once it
 * has ended, the rest is a last, shorter paragraph.
 *
 * @param serial distinguishes its ids from those of other recordings
 */
export function paragraphsAfter({ startedAt, seconds, ended }: Recorded, locale: string | null, serial: string) {
  const lines = SPOKEN[locale ?? ''] ?? SPOKEN.en_US ?? []
  // The label numbers the speakers in the order in which they first speak.
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker || []))]
  const paragraphs: Paragraph[] = []
  for (let from = 0; from < seconds; ) {
    const index = paragraphs.length
    const whole = from + (SPANS[index % SPANS.length] ?? 60)
    if (whole > seconds && !ended) break
    const to = Math.min(whole, seconds)
    const { speaker = '', html: content = '', gist = '' } = lines[index % lines.length] ?? {}
    const label = `SPEAKER_${speakers.indexOf(speaker)}`
    paragraphs.push({
      uuid: `00000000-${serial}-4000-8000-${String(index + 1).padStart(12, '0')}`,
      timeFrom: iso(startedAt + from * 1000),
      timeTo: iso(startedAt + to * 1000),
      locked: false,
      transcript: { type: 'text/html', content },
      diarizedSegments: speaker === '' ? null : [{ content, speaker: { label, personName: speaker } }],
      summary: { content: gist },
    })
    from = to
  }
  const newest = paragraphs.at(-1)
  if (newest && !ended) newest.summary = { content: null }
  return paragraphs
}

/** A paragraph as an account without a plan for it gets it: each letter is a mask (facts 3). */
export function masked(paragraph: Paragraph): Paragraph {
  const { type, content } = paragraph.transcript
  const hidden = content.replace(/<[^>]*>/g, '').replace(/\S/g, '▒')
  return { ...paragraph, locked: true, transcript: { type, content: hidden }, diarizedSegments: null }
}

function progress({ startedAt, lengthSeconds }: State['live'], now: number): Recorded {
  const elapsed = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { startedAt, seconds: Math.min(elapsed, lengthSeconds), ended: elapsed >= lengthSeconds }
}

/** The paragraphs of a note by now. */
export function paragraphsOf({ state, clock }: Tiro, { guid, transcribeLocale }: Note): Paragraph[] {
  if (guid !== state.live.noteGuid) return state.paragraphs.get(guid) ?? []
  return paragraphsAfter(progress(state.live, clock.now()), transcribeLocale, '9999')
}

/** A note by now: the live one grows, and ends. */
export function noteNow(tiro: Tiro, note: Note): Note {
  const { live } = tiro.state
  if (note.guid !== live.noteGuid) return note
  const { startedAt, seconds, ended } = progress(live, tiro.clock.now())
  return {
    ...note,
    updatedAt: paragraphsOf(tiro, note).at(-1)?.timeTo ?? iso(startedAt),
    recordingEndAt: ended ? iso(startedAt + seconds * 1000) : null,
    recordingDurationSeconds: ended ? seconds : null,
  }
}
