/**
 * Annotations in a field's `.meta()` for MCP tools, which are generated from the schemas (surfaces/generate.ts). The
 * documents and the packages for other platforms read `batch` as well.
 */
export interface ToolMarks {
  /** Only for an input: a time, which tools accept only as ISO 8601. */
  isTimestamp?: true
  /** Only for an output: epoch seconds or milliseconds, which tools return as ISO 8601. */
  epoch?: true
  /** Only for an output: milliseconds from the start of a recording, which tools return as `hh:mm:ss`. */
  position?: true
  /** Only for an output: left out of tool responses, because another field says the same in fewer words. */
  omitted?: true
  /**
   * Only for one output field at most: a text or list that may be longer than a tool response. The tool then accepts
   * `offset`, and returns `next_offset`.
   */
  continued?: true
  /** Only for one output list at most: what became of each thing that a write was asked to do (gateway/batch.answers.ts). */
  batch?: true
}

/** With `list` (gateway/http/fields.ts), a comma-separated list, which tools accept as an array. */
export const TOOL_MARKS = ['isTimestamp', 'list', 'epoch', 'position', 'omitted', 'continued', 'batch'] as const

declare module 'zod' {
  interface GlobalMeta extends ToolMarks {}
}
