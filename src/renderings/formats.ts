import type { Cue } from './cue.ts'
import { markdown } from './markdown.ts'
import { srt, vtt } from './subtitles.ts'
import { plain, timedText } from './text.ts'

/** The transcript formats that a caller may name, in the contract's order (section 4.1). */
export const FORMATS = ['text', 'markdown', 'srt', 'vtt', 'json', 'plain'] as const

export type Format = (typeof FORMATS)[number]

/** `json` is each group's own data (decisions.md sections 3 and 8), so it is not rendered from cues. */
export type RenderedFormat = Exclude<Format, 'json'>

const renderers: Readonly<Record<RenderedFormat, (cues: readonly Cue[]) => string>> = {
  text: timedText,
  markdown,
  srt,
  vtt,
  plain,
}

/**
 * A transcript in one of the formats of decisions.md section 3. Utterances without words are left out. `srt` and `vtt`
 * are in order of start, the others in the order of the cues. Without cues the text is empty, in `vtt` its header alone.
 */
export const render = (cues: readonly Cue[], format: RenderedFormat): string => renderers[format](cues)
