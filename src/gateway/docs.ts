import type { Account } from '../base/connected-accounts.ts'
import type { UrlSetting } from '../base/env.ts'

/**
 * The texts of one operation. Each group has them in its `docs.ts`, beside its routes. Only generated files contain them
 * (surfaces/generate.ts): the Worker imports no `docs.ts`.
 */
export interface OperationDocs extends AdminOperationDocs {
  /** The summary in Korean. */
  ko: string
  /** Words that people search for and that no other text of the operation contains, in any language. */
  search?: string
  /** The operation as a tool; null for an operation that no model may list or call. */
  tool: ToolText | null
}

/** The texts of an operation of the management app, which is described in English only and is no tool. */
export interface AdminOperationDocs {
  en: {
    /** A noun phrase for a read, an order for a write, without a full stop. */
    summary: string
    /** What a caller needs to know beside the summary: where ids come from, units, pages, what 409 means. */
    description?: string
  }
}

/** Names of fields, separated by spaces, by the path of their object. */
export type ShownFields = Readonly<Record<string, string>>

/** What a model reads about an operation as a tool. */
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
  /**
   * The fields that an answer has by default, for each object at a path (empty for the whole answer). `name?` is left out
   * where it is null, false or empty; `a|b` is the first that is not. `fields: "all"` gives the rest.
   */
  shown?: ShownFields
  /** The account without which it can only fail; null for none. Default: that of the group. */
  account?: Account | null
  /** A header that brings a credential in place of that account. Default: that of the group. */
  accountHeader?: string
  /** The setting without which it can only fail. */
  setting?: UrlSetting
  /** It answers its report with a status of failure too. */
  reports?: true
}

/** The texts of a group's operations, by their ids. */
export interface GroupDocs {
  /** The account without which the tools can only fail. */
  account?: Account
  /** A header that brings a credential instead of that account. */
  accountHeader?: string
  /** Texts of arguments that several tools have. */
  fields?: Readonly<Record<string, string>>
  operations: Readonly<Record<string, OperationDocs>>
}

export interface AdminDocs {
  operations: Readonly<Record<string, AdminOperationDocs>>
}
