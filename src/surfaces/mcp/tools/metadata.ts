import type { Account } from '../../../base/connected-accounts.ts'
import type { UrlSetting } from '../../../base/env.ts'

/** What the Worker knows of a tool, printed beside its definition; what holds for most tools is left out. */
export interface ToolTraits {
  isDefault?: true
  /** No model is given it, neither in a list nor by its name. */
  isWithheld?: true
  /** The alternatives of headers that a call requires, one of which has to be complete. */
  headers?: readonly (readonly string[])[]
  /** The account without which it can only fail. */
  account?: Account
  /** The header that brings a credential in place of that account. */
  accountHeader?: string
  /** The setting without which it can only fail. */
  setting?: UrlSetting
  /** It answers its report with a status of failure too. */
  reports?: true
  /** Arguments that are sent unless given. */
  defaults?: Readonly<Record<string, string>>
  /** Arguments that are taken, and told to no model. */
  hidden?: readonly string[]
  /** Arguments that are arrays here and comma lists in the request. */
  commaLists?: readonly string[]
  /** Arguments that are points in time. */
  moments?: readonly string[]
  /** Paths in the answer (mcp.paths.ts): what is left out, what is a time, a place in a recording, and what `from` goes on in. */
  omitted?: readonly string[]
  epochs?: readonly string[]
  positions?: readonly string[]
  continued?: string
}
