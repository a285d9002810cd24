import type { Account } from '../base/connected-accounts.ts'

/**
 * The texts of one operation. Each group has them in its `docs.ts`, next to its routes. Only generated files contain
 * them (surfaces/generate.ts): the Worker imports no `docs.ts`.
 */
export interface OperationDocs extends AdminOperationDocs {
  /** Extra search words that no other text of the operation contains, in any language. */
  search?: string
  /** What a model gets otherwise than a caller of HTTP. Null for an operation that no model may list or call. */
  tool?: ToolOptions | null
}

/** The texts of an operation of the management app, which is no tool. */
export interface AdminOperationDocs {
  /** The summary in Korean. */
  ko: string
  en: {
    /** A noun phrase for a read, an imperative for a write, without a period. */
    summary: string
    /** What a caller needs to know in addition to the summary: where ids come from, units, pages, what 409 means. */
    description?: string
  }
}

/** Names of fields, separated by spaces, by the path of their object. */
export type ShownFields = Readonly<Record<string, string>>

/** What a model gets otherwise than a caller of HTTP. */
export interface ToolOptions {
  /** Replaces summary and description, where a model needs other words. */
  description?: string
  /** Arguments that a model does not need. They are accepted, but no list names them. */
  hidden?: readonly string[]
  /** Arguments that no model may set, because they would send data or access to a stranger. The tool refuses them. */
  withheld?: readonly string[]
  /** Its answer has texts that others wrote or said, and marks them. Defaults to that of the group. */
  isForeign?: true
  /** Arguments that are sent unless the caller sets them. */
  defaults?: Readonly<Record<string, string | number | false>>
  /** Arguments that the tool requires although the route does not. */
  required?: readonly string[]
  /**
   * The fields that a response has by default, for each object at a path (empty for the whole response). `name?` is
   * left out when it is null, false, 0 or empty. `a|b` is the first that is not. `fields: "all"` returns the rest.
   */
  shown?: ShownFields
  /** The account that it needs to work. Null for none. Defaults to that of the group. */
  account?: Account | null
  /** A header with a credential that replaces that account. Defaults to that of the group. */
  accountHeader?: string
  /** It returns its report with an error status as well. */
  reports?: true
}

/** The texts of a group's operations, by operation id. */
export interface GroupDocs {
  /** The account that the tools need to work. */
  account?: Account
  /** A header that brings a credential instead of that account. */
  accountHeader?: string
  /** The answers of the tools have texts that others wrote or said. */
  isForeign?: true
  operations: Readonly<Record<string, OperationDocs>>
}

export interface AdminDocs {
  operations: Readonly<Record<string, AdminOperationDocs>>
}
