import { at, number, text } from '../../base/json.ts'

/**
 * The product's tokens are JWTs whose header names their kind. A UT belongs to the user and opens the account routes. A
 * WT belongs to a workspace and opens the data routes. A WRT renews its WT.
 */
export const TOKEN_KINDS = ['UT', 'WT', 'WRT'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

export interface RecorderToken {
  readonly text: string
  /** Undefined when neither the token nor its name shows it. */
  readonly kind: TokenKind | undefined
  /** The user's id. */
  readonly subject: string | undefined
  /** Such as `aws:eu-central-1`. */
  readonly region: string | undefined
  /** The app that signed in: `web`, `desktop` ... */
  readonly clientId: string | undefined
  readonly workspaceId: string | undefined
  /** The user's id as a member of that workspace. */
  readonly memberId: string | undefined
  readonly isPersonal: boolean
  /** When it expires, in epoch milliseconds. */
  readonly endsAt: number | undefined
}

/** The `wtype` claim of a personal workspace, which has the library. Also its `workspace_type` in listings. */
export const PERSONAL = '0'

/** Ids of the product that are safe in a path. */
const ID = /^[A-Za-z0-9_-]{1,128}$/
export const getId = (value: unknown): string | undefined => {
  const id = text(value)
  return id && ID.test(id) ? id : undefined
}

/** No token expires later, in epoch seconds. A larger number counts milliseconds, or is not a time. */
export const FAR_FUTURE_S = 1e11

/** Reads the claims of a token. Text that is no token has none. Only the product can verify the signature. */
export function readToken(token: string): RecorderToken {
  const [header, payload] = token.split('.')
  const claims = decode(payload)
  const end = number(at(claims, 'exp'))
  return {
    text: token,
    kind: parseKind(at(decode(header), 'typ')) ?? parseKind(at(claims, 'typ')),
    subject: getId(at(claims, 'sub')),
    region: text(at(claims, 'region')) ?? undefined,
    clientId: getId(at(claims, 'client_id')),
    workspaceId: getId(at(claims, 'wid')),
    memberId: getId(at(claims, 'mid')),
    isPersonal: String(at(claims, 'wtype')) === PERSONAL,
    endsAt: end !== null && end > 0 && end < FAR_FUTURE_S ? end * 1000 : undefined,
  }
}

/** Whether a token has the claims of OAuth, as the product's official login gives them. */
export function isOfficialToken(token: string): boolean {
  const claims = decode(token.split('.')[1])
  const isOAuth = ['iss', 'scope'].some((name) => text(at(claims, name)) !== null)
  return readToken(token).kind === undefined && (isOAuth || String(at(claims, 'client_id')).startsWith('client_'))
}

const parseKind = (typ: unknown): TokenKind | undefined => TOKEN_KINDS.find((kind) => kind === typ)

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
