import type { Account } from '../base/connected-accounts.ts'
import type { UrlSetting } from '../base/env.ts'

/**
 * What the tools of models make of a field, in its `.meta()`: the tools are printed from the schemas (surfaces/printing.ts),
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

/** With `list` (gateway/fields.ts), a comma list, which tools take as an array. */
export const TOOL_MARKS = ['moment', 'list', 'epoch', 'position', 'omitted', 'continued'] as const

declare module 'zod' {
  interface GlobalMeta extends ToolMarks {}
}

/** What a model reads of an operation as a tool. A group declares its tools in a file of its own, which the Worker has not. */
export interface ToolText {
  /** What a person sees in a list of tools: it names the product. */
  title: string
  /** What it does to which product, when to use it, and where its ids come from. */
  description: string
  /** Whether it is in the default list. */
  isDefault?: true
  /** Shorter words for arguments, or words that fit a tool better. */
  fields?: Readonly<Record<string, string>>
  /** Arguments that a model does not need: they are taken all the same, and no message names them. */
  hidden?: readonly string[]
  /** Arguments that are sent unless given. */
  defaults?: Readonly<Record<string, string>>
  /** The account without which it can only fail; null for none. Default: that of the group. */
  account?: Account | null
  /** A header that brings a credential in place of that account. Default: that of the group. */
  accountHeader?: string
  /** The setting without which it can only fail. */
  setting?: UrlSetting
  /** It answers its report with a status of failure too. */
  reports?: true
}

/** The tools of a group by their operations. */
export interface GroupTools {
  account?: Account
  accountHeader?: string
  fields?: Readonly<Record<string, string>>
  /** Operations that no model is given, neither listed nor called. */
  withheld?: readonly string[]
  tools: Readonly<Record<string, ToolText>>
}
