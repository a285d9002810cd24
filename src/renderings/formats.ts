import type { Cue } from './cue.ts'
import { markdown } from './markdown.ts'
import { srt, vtt } from './subtitles.ts'
import { plain, timedText } from './text.ts'

/** The transcript formats that a caller may request, in the order of contract section 4.1. */
export const FORMATS = ['text', 'markdown', 'srt', 'vtt', 'json', 'plain'] as const

export type Format = (typeof FORMATS)[number]

/** `json` is each group's own format (decisions.md sections 3 and 8), so it is not rendered from cues. */
export type RenderedFormat = Exclude<Format, 'json'>

const renderers: Readonly<Record<RenderedFormat, (cues: readonly Cue[]) => string>> = {
  text: timedText,
  markdown,
  srt,
  vtt,
  plain,
}

/**
 * A transcript in one of the formats of decisions.md section 3. Utterances without text are left out. `srt` and `vtt`
 * are sorted by start, the others keep the order of the cues. Without cues the text is empty, or just the header in
 * `vtt`.
 */
export const render = (cues: readonly Cue[], format: RenderedFormat): string => renderers[format](cues)
