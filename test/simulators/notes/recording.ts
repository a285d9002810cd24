import { SPOKEN } from './seed/spoken.ts'
import type { LiveRecording, Note, Paragraph } from './state.ts'

/** Seconds that successive paragraphs take: a live note grows every 40 to 90 s (facts 3). */
const SPANS = [40, 65, 90, 55]

/** The current state of a recording. */
interface Recorded {
  /** Epoch milliseconds. */
  startedAt: number
  seconds: number
  ended: boolean
}

/**
 * The paragraphs of a recording after this many seconds. While it runs, the newest paragraph has no summary. Once it
 * has ended, the rest is a last, shorter paragraph.
 *
 * @param serial distinguishes its ids from those of other recordings
 */
export function paragraphsAfter({ startedAt, seconds, ended }: Recorded, locale: string | null, serial: string) {
  const at = (second: number) => iso(startedAt + second * 1000)
  const lines = SPOKEN[locale ?? ''] ?? SPOKEN.en_US ?? []
  const paragraphs: Paragraph[] = []
  for (let from = 0; from < seconds; ) {
    const index = paragraphs.length
    const whole = from + (SPANS[index % SPANS.length] ?? 60)
    if (whole > seconds && !ended) break
    const to = Math.min(whole, seconds)
    const line = lines[index % lines.length]
    paragraphs.push({
      uuid: `00000000-${serial}-4000-8000-${String(index + 1).padStart(12, '0')}`,
      timeFrom: at(from),
      timeTo: at(to),
      locked: false,
      transcript: { type: 'text/html', content: line?.html ?? '' },
      diarizedSegments:
        line?.speaker === undefined ? null : [{ content: line.html, speaker: named(line.speaker, lines) }],
      summary: { content: line?.gist ?? '' },
    })
    from = to
  }
  const newest = paragraphs.at(-1)
  if (newest && !ended) newest.summary = { content: null }
  return paragraphs
}

/** The label numbers the speakers in the order in which they first speak. */
function named(personName: string, lines: readonly { speaker?: string }[]) {
  const names = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
  return { label: `SPEAKER_${names.indexOf(personName)}`, personName }
}

/** A paragraph as an account without a plan for it gets it: each letter is a mask (facts 3). */
export function masked(paragraph: Paragraph): Paragraph {
  const { type, content } = paragraph.transcript
  const hidden = content.replace(/<[^>]*>/g, '').replace(/\S/g, '▒')
  return { ...paragraph, locked: true, transcript: { type, content: hidden }, diarizedSegments: null }
}

/** The paragraphs of the live note at a time, `now` in epoch milliseconds. */
export function liveParagraphs(live: LiveRecording, locale: string | null, now: number): Paragraph[] {
  return paragraphsAfter({ startedAt: live.startedAt, ...progress(live, now) }, locale, '9999')
}

/** A note at a time: the live one grows, and ends. */
export function noteAt(note: Note, live: LiveRecording, now: number): Note {
  if (note.guid !== live.noteGuid) return note
  const { seconds, ended } = progress(live, now)
  return {
    ...note,
    updatedAt: liveParagraphs(live, note.transcribeLocale, now).at(-1)?.timeTo ?? iso(live.startedAt),
    recordingEndAt: ended ? iso(live.startedAt + seconds * 1000) : null,
    recordingDurationSeconds: ended ? seconds : null,
  }
}

function progress({ startedAt, lengthSeconds }: LiveRecording, now: number) {
  const elapsed = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { seconds: Math.min(elapsed, lengthSeconds), ended: elapsed >= lengthSeconds }
}

const iso = (ms: number) => new Date(ms).toISOString()
