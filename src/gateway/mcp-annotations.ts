/**
 * Annotations for MCP tools in a field's `.meta()`. The tools are generated from the schemas (surfaces/generate.ts),
 * and nothing else reads them.
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
}

/** With `list` (gateway/http/fields.ts), a comma-separated list, which tools accept as an array. */
export const TOOL_MARKS = ['isTimestamp', 'list', 'epoch', 'position', 'omitted', 'continued'] as const

declare module 'zod' {
  interface GlobalMeta extends ToolMarks {}
}
