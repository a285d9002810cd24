import { SPOKEN } from './seed/spoken.ts'
import type { LiveRecording, Note, Paragraph } from './state.ts'

/** Seconds that successive paragraphs take: a live note grows every 40 to 90 s (facts 3). */
const SPANS = [40, 65, 90, 55]

/**
 * The paragraphs of a recording after so many seconds. While it runs, the newest paragraph is not locked yet and has
 * no summary; once it has ended, what is left over is a last, shorter paragraph.
 */
export function paragraphsAfter(seconds: number, ended: boolean, locale: string | null, serial: string): Paragraph[] {
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
      timeFrom: from,
      timeTo: to,
      locked: true,
      transcript: { type: 'text/html', content: line?.html ?? '' },
      summary: { content: line?.gist ?? '' },
    })
    from = to
  }
  const newest = paragraphs.at(-1)
  if (newest && !ended) Object.assign(newest, { locked: false, summary: { content: null } })
  return paragraphs
}

/** The paragraphs of the live note at a moment, `now` in epoch milliseconds. */
export function liveParagraphs(live: LiveRecording, locale: string | null, now: number): Paragraph[] {
  const { seconds, ended } = progress(live, now)
  return paragraphsAfter(seconds, ended, locale, '9999')
}

/** A note as it reads at a moment: the live one moves on, and ends. */
export function noteAt(note: Note, live: LiveRecording, now: number): Note {
  if (note.guid !== live.noteGuid) return note
  const { seconds, ended } = progress(live, now)
  const spoken = liveParagraphs(live, note.transcribeLocale, now).at(-1)?.timeTo ?? 0
  return {
    ...note,
    updatedAt: iso(live.startedAt + spoken * 1000),
    recordingEndAt: ended ? iso(live.startedAt + seconds * 1000) : null,
    recordingDurationSeconds: ended ? seconds : null,
  }
}

function progress({ startedAt, lengthSeconds }: LiveRecording, now: number) {
  const elapsed = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { seconds: Math.min(elapsed, lengthSeconds), ended: elapsed >= lengthSeconds }
}

const iso = (ms: number) => new Date(ms).toISOString()
