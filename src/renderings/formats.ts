/** The transcript formats that a caller may name, in the contract's order (section 4.1). */
export const FORMATS = ['text', 'markdown', 'srt', 'vtt', 'json', 'plain'] as const

export type Format = (typeof FORMATS)[number]

/** `json` is each group's own data (decisions.md sections 3 and 8), so it is not rendered from cues. */
export type RenderedFormat = Exclude<Format, 'json'>
