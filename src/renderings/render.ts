import type { Cue } from './cue.ts'
import type { RenderedFormat } from './formats.ts'
import { markdown } from './markdown.ts'
import { srt, vtt } from './subtitles.ts'
import { plain, text } from './text.ts'

const renderers: Readonly<Record<RenderedFormat, (cues: readonly Cue[]) => string>> = {
  text,
  markdown,
  srt,
  vtt,
  plain,
}

/**
 * A transcript in one of the formats of decisions.md section 3. Utterances without words are left out. `srt` and `vtt`
 * are in order of start, the others as given. No cues give '', and `vtt` its header alone. Never throws.
 */
export const render = (cues: readonly Cue[], format: RenderedFormat): string => renderers[format](cues)
