import type { Account } from '../base/groups.ts'

/** What an operation says of itself: to people, to programs with forms, and to models. */
export interface OperationTexts {
  /** A noun phrase for a read, an imperative for a write, without a period. */
  summary: string
  /** What a caller needs to know in addition to the summary: where ids come from, units, pages, what 409 means. */
  description?: string
  /** The summary in Korean. */
  ko: string
  /** Its name in n8n, Zapier and Make. Default: the summary. */
  title?: string
  /** Its place among the most wanted operations of its group, from 1. Those come first in n8n, Zapier and Make. */
  wanted?: number
  /** Extra search words that no other text of the operation contains, in any language. */
  search?: string
}

/** Names of fields, separated by spaces, by the path of their object. */
export type ShownFields = Readonly<Record<string, string>>

/** What all tools of a group have, unless one says otherwise. */
export interface GroupToolOptions {
  /** The account that it needs to work. Null for none. */
  account?: Account | null
  /** A header with a credential that replaces that account. */
  accountHeader?: string
  /** Its answer has texts that others wrote or said, and marks them. */
  isForeign?: true
}

/** What a model gets otherwise than a caller of HTTP. */
export interface ToolOptions extends GroupToolOptions {
  /** Replaces summary and description, where a model needs other words. */
  description?: string
  /** Arguments that a model does not need. They are accepted, but no list names them. */
  hidden?: readonly string[]
  /** Arguments that no model may set, because they would send data or access to a stranger. The tool refuses them. */
  withheld?: readonly string[]
  /** Arguments that are sent unless the caller sets them. */
  defaults?: Readonly<Record<string, string | number | false>>
  /** Arguments that the tool requires although the route does not. */
  required?: readonly string[]
  /**
   * The fields that a response has by default, for each object at a path (empty for the whole response). `name?` is
   * left out when it is null, false, 0 or empty. `a|b` is the first that is not. `fields: "all"` returns the rest.
   */
  shown?: ShownFields
  /** It returns its report with an error status as well. */
  reports?: true
}
