import type { SecretKind } from '../../base/misplaced.ts'
import type { CopiedWorkspace, TokenKind } from '../../groups/recorder/tokens.ts'
import { FIELDS, type Field, type Product, type Values } from '../api/accounts.ts'

/** A note about a paste. Its text is in the dictionaries. */
export type PasteNote =
  | { type: 'request'; form: 'curl' | 'powershell' }
  | { type: 'cookies'; count: number }
  | { type: 'token'; kind: TokenKind | undefined; endsAt: number | undefined }
  | { type: 'fields'; fields: readonly Field[] }
  /** The following are shown as warnings. */
  | { type: 'no_cookie' }
  | { type: 'other_host'; host: string }
  | { type: 'only_workspace_token' }
  | { type: 'official_login' }
  | Flaw
  | { type: 'cut' }
  | { type: 'nothing' }

/** Why values are not sent. */
export type Flaw =
  | { type: 'ended' }
  | { type: 'no_secret_part' }
  | { type: 'misplaced'; secret: SecretKind; belongsTo: Product | undefined }

/** Whose a session is, before anybody has asked the product. */
export interface CopiedOwner {
  /** The product's own number of the user or member. Several when the values are of several people. */
  ids: readonly string[]
  /** The names of the workspaces, or their ids where no row has a name. */
  workspaces: readonly string[]
}

export interface PasteResult {
  /** The API fields that were found. */
  values: Values
  notes: readonly PasteNote[]
  /** The workspaces of which one is read, for an account that has some. */
  workspaces?: readonly CopiedWorkspace[]
  /** Whose it is, as far as the values themselves say it. */
  owner?: CopiedOwner
}

const GOOD: ReadonlySet<PasteNote['type']> = new Set(['request', 'cookies', 'token', 'fields'])

export const isWarning = ({ type }: PasteNote): boolean => !GOOD.has(type)

/** The fields of an account that it needs and that have no value yet. Not everybody knows the day of issue. */
export const findMissing = (product: Product, values: Values): Field[] =>
  FIELDS[product].filter((field) => field !== 'issued_on' && !values[field]?.trim())
