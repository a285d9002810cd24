import type { Format } from '../../renderings/formats.ts'
import { render } from '../../renderings/formats.ts'
import type { Utterance } from './transcript.ts'

/** The rendered transcript of contract 2.5. */
export function renderTranscript(content: readonly Utterance[], format: Format): { text: string; format: Format } {
  if (format === 'json') return { text: JSON.stringify(content), format }
  const cues = content.map(({ start_time, end_time, speaker, original_speaker, content: text }) => ({
    start: start_time,
    end: end_time,
    speaker: speaker || original_speaker,
    text,
  }))
  return { text: render(cues, format), format }
}
