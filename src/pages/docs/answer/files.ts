import { type Cue, srt } from '../../../renderings/formats.ts'
import type { SavedFile } from '../../ui/save-file.ts'

const TYPES: Readonly<Record<string, readonly [ending: string, type: string]>> = {
  srt: ['srt', 'application/x-subrip'],
  vtt: ['vtt', 'text/vtt'],
  markdown: ['md', 'text/markdown'],
  text: ['txt', 'text/plain'],
  plain: ['txt', 'text/plain'],
}

/**
 * The files that a response can be saved as: the response itself, and a transcript in it as the requested subtitles or
 * text, or as subtitles made from its utterances.
 *
 * @param name without an extension
 */
export function getFiles(name: string, text: string): SavedFile[] {
  const value = parsed(text)
  if (value === undefined) return [{ name: `${name}.txt`, type: 'text/plain', text }]
  const whole = { name: `${name}.json`, type: 'application/json', text }
  if (typeof value !== 'object' || value === null) return [whole]
  const { format, text: rendered, content } = value as Record<string, unknown>
  const transcript = [rendered, content].find((part) => typeof part === 'string' && part !== '')
  const [ending, type] = TYPES[String(format)] ?? []
  const cues = parseCues(content)
  return [
    ...(typeof transcript === 'string' && ending && type
      ? [{ name: `${name}.${ending}`, type, text: transcript }]
      : []),
    ...(cues.length > 0 && ending !== 'srt'
      ? [{ name: `${name}.srt`, type: 'application/x-subrip', text: srt(cues) }]
      : []),
    whole,
  ]
}

/** Utterances of a recording, in milliseconds, or segments of a video, in seconds. */
function parseCues(content: unknown): Cue[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Record<string, unknown> | null): Cue[] => {
    const { start_time, end_time, speaker, content: words, start, duration, text } = part ?? {}
    if (typeof start_time === 'number' && typeof end_time === 'number' && typeof words === 'string')
      return [{ start: start_time, end: end_time, text: words, ...(typeof speaker === 'string' && { speaker }) }]
    if (typeof start === 'number' && typeof duration === 'number' && typeof text === 'string')
      return [{ start: Math.round(start * 1000), end: Math.round((start + duration) * 1000), text }]
    return []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
