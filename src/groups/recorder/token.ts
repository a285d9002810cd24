import { at, number, text } from '../../base/lenient-json.ts'

/**
 * The product's tokens are JWTs whose header names their kind (recorder facts, section 4): a UT belongs to the user and
 * opens the account routes, a WT belongs to a workspace and opens the data routes, a WRT renews the WT beside it.
 */
export const TOKEN_KINDS = ['UT', 'WT', 'WRT'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

export interface RecorderToken {
  readonly text: string
  /** Undefined where nothing tells it. */
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
  /** When it ends, epoch milliseconds. */
  readonly endsAt: number | undefined
}

/** The `wtype` claim of a personal workspace, which holds the library, and its `workspace_type` in listings. */
export const PERSONAL = '0'

/** Ids of the product that may stand in a path. */
const ID = /^[A-Za-z0-9_-]{1,128}$/
export const getId = (value: unknown): string | undefined => {
  const id = text(value)
  return id && ID.test(id) ? id : undefined
}

/** No token ends later, epoch seconds: a larger number is no time. */
const FAR_FUTURE_S = 1e11

/** Reads the claims of a token; a text that is no token has none. The signature is the product's to check. */
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

const parseKind = (typ: unknown): TokenKind | undefined => TOKEN_KINDS.find((kind) => kind === typ)

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
