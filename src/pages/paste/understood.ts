import type { SecretKind } from '../../base/misplaced.ts'
import type { TokenKind } from '../../groups/recorder/tokens.ts'
import type { Account, Field, Values } from '../api/accounts.ts'

/** What the page says about a paste. The texts are in the dictionaries. */
export type Remark =
  | { says: 'request'; form: 'curl' | 'powershell' }
  | { says: 'cookies'; count: number }
  | { says: 'token'; kind: TokenKind | undefined; endsAt: number | undefined }
  | { says: 'fields'; fields: readonly Field[] }
  /** The following are shown as warnings. */
  | { says: 'no_cookie' }
  | { says: 'other_host'; host: string }
  | { says: 'ended' }
  | { says: 'only_workspace_token' }
  | { says: 'official_login' }
  | Flaw
  | { says: 'cut' }
  | { says: 'nothing' }

/** Why values are not sent. */
export type Flaw =
  | { says: 'no_secret_part' }
  | { says: 'misplaced'; secret: SecretKind; belongsTo: Account | undefined }

export interface Understood {
  /** The API fields that were found. */
  values: Values
  remarks: readonly Remark[]
}

const GOOD: ReadonlySet<Remark['says']> = new Set(['request', 'cookies', 'token', 'fields'])

export const isWarning = ({ says }: Remark): boolean => !GOOD.has(says)

export const NOTHING: Understood = { values: {}, remarks: [{ says: 'nothing' }] }
