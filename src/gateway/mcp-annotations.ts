/**
 * What the tools of models make of a field, in its `.meta()`: the tools are printed from the schemas (surfaces/generate.ts),
 * and nothing else reads this.
 */
export interface ToolMarks {
  /** Of an input: a point in time, which tools take as ISO 8601 alone. */
  moment?: true
  /** Of an output: epoch seconds or milliseconds, which tools answer as ISO 8601. */
  epoch?: true
  /** Of an output: milliseconds from the start of a recording, which tools answer as `hh:mm:ss`. */
  position?: true
  /** Of an output: left out of the answers of tools, since another field says the same in fewer words. */
  omitted?: true
  /**
   * Of an output, one at most: a text or a list that may be longer than an answer of a tool. The tool then takes `offset`,
   * and returns `next_offset`.
   */
  continued?: true
}

/** With `list` (gateway/http/fields.ts), a comma list, which tools take as an array. */
export const TOOL_MARKS = ['moment', 'list', 'epoch', 'position', 'omitted', 'continued'] as const

declare module 'zod' {
  interface GlobalMeta extends ToolMarks {}
}
