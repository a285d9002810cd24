import type { Account } from '../../../base/connected-accounts.ts'
import type { UrlSetting } from '../../../base/env.ts'
import type { ShownFields } from '../../../gateway/docs.ts'

/** What the Worker knows about a tool, generated next to its definition. Defaults are left out. */
export interface ToolTraits {
  isDefault?: true
  /** Models do not get it, neither in a list nor by name. */
  isExcluded?: true
  /** Alternative sets of headers that a call requires, one of which must be complete. */
  headers?: readonly (readonly string[])[]
  /** The account that it needs to work. */
  account?: Account
  /** The header with a credential that replaces that account. */
  accountHeader?: string
  /** The setting that it needs to work. */
  setting?: UrlSetting
  /** It returns its report with an error status as well. */
  reports?: true
  /** Arguments that are sent unless the caller sets them. */
  defaults?: Readonly<Record<string, string | number | false>>
  /** Arguments that are required here and not by the route. */
  required?: readonly string[]
  /** Arguments that are accepted but not listed for models. */
  hidden?: readonly string[]
  /** Arguments that are refused, because no model may set them. */
  withheld?: readonly string[]
  /** The response contains texts that others wrote. */
  isForeign?: true
  /** Arguments that are arrays here and comma-separated lists in the request. */
  commaLists?: readonly string[]
  /** Arguments that say how much is returned, and those that select the page of a listing. */
  amounts?: readonly string[]
  pages?: readonly string[]
  /** Arguments that are times. */
  timestamps?: readonly string[]
  /** The fields of the response unless the caller requests all, by the path of their object. */
  shown?: ShownFields
  /**
   * Paths in the response (mcp.paths.ts): omitted values, times, positions in a recording, and the value that `offset`
   * continues.
   */
  omitted?: readonly string[]
  epochs?: readonly string[]
  positions?: readonly string[]
  continued?: string
  /** The list with what became of each thing that a write was asked to do (gateway/batch.ts). */
  batch?: string
}
