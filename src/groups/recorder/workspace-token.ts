import { badGateway } from '../../base/errors.ts'
import { at, items, number, text } from '../../base/json.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { redirectedOrigin } from '../hosts.ts'
import { callPlaud, checkEnvelope, isWrongRegion, namedRegion, type PlaudBody, type PlaudCall } from './plaud.ts'
import { FAR_FUTURE_S, getId, PERSONAL, readToken } from './token.ts'

const required = requiredFields('recorder', 'data.workspaces', 'data.workspaces[].workspace_id', 'data.workspace_token')

/** A token that renews a workspace token. */
export interface RefreshToken {
  token: string
  /** Epoch milliseconds. */
  endsAt: number | undefined
}

export type StoreRefresh = (refresh: RefreshToken) => Promise<void>

/** The product's response to a mint or a refresh. */
export interface MintedTokens {
  token: string
  /** When the workspace token expires, in epoch milliseconds. */
  expiresAt: number
  /** The new refresh token. Absent when the old one stays valid. */
  refresh: RefreshToken | undefined
  /** The origin of the account's region, if the product named it. */
  origin: string | undefined
}

/**
 * Mints a workspace token with a user token, for the personal workspace if there is one. Each mint revokes the previous
 * token, so only ACCOUNTS may call this. Undefined when the account has no workspace: then the user token opens the
 * data routes.
 */
export async function mintToken(
  upstream: UpstreamContext,
  userToken: string,
  origin: string,
  storeRefresh: StoreRefresh,
): Promise<MintedTokens | undefined> {
  const regional = regionalCalls(upstream, userToken, origin)
  const listed = await regional.call({ path: '/team-app/workspaces/list?need_personal_workspace=true' })
  const workspaces = at(listed, 'data', 'workspaces')
  const isListed = Array.isArray(workspaces) ? workspaces.length > 0 : undefined
  if (!required('data.workspaces', isListed)) return undefined
  const known = items(workspaces, (item) => {
    const id = getId(at(item, 'workspace_id'))
    return id === undefined ? undefined : { id, isPersonal: String(at(item, 'workspace_type')) === PERSONAL }
  })
  const workspace = known.find(({ isPersonal }) => isPersonal) ?? known[0]
  const { id } = required('data.workspaces[].workspace_id', workspace)
  const body = await regional.call({ method: 'POST', path: `/user-app/auth/workspace/token/${id}`, body: {} })
  return { ...(await minted(upstream, body, storeRefresh)), origin: regional.learned() }
}

/**
 * Renews a workspace token with its refresh token. The response may contain a new refresh token, and losing that means
 * losing the account. So only ACCOUNTS may call this, which stores the new refresh token before anything else.
 */
export async function refreshToken(
  upstream: UpstreamContext,
  token: string,
  workspaceId: string,
  origin: string,
  storeRefresh: StoreRefresh,
): Promise<MintedTokens> {
  const regional = regionalCalls(upstream, token, origin)
  const path = `/user-app/auth/workspace/refresh/${workspaceId}`
  // Repeated like a read if the response is lost: if the product processed the request, this token is invalid anyway.
  const body = await regional.call({ method: 'POST', path, body: {}, reads: true })
  return { ...(await minted(upstream, body, storeRefresh)), origin: regional.learned() }
}

const DAY_S = 86_400

/** Parses a response. The refresh token is stored first, whatever else is missing. */
async function minted(
  { platform, redactor }: UpstreamContext,
  { data }: PlaudBody,
  storeRefresh: StoreRefresh,
): Promise<Omit<MintedTokens, 'origin'>> {
  // The earliest of what the product says: it may promise 30 days for a token whose own end stays.
  const end = (token: string, seconds: unknown, epochSeconds: unknown): number | undefined => {
    const left = number(seconds)
    const stated = number(epochSeconds)
    const ends = [
      readToken(token).endsAt,
      // Less than none means that it does not expire.
      left !== null && left >= 0 ? platform.now() + left * 1000 : undefined,
      stated !== null && stated > 0 ? stated * (stated < FAR_FUTURE_S ? 1000 : 1) : undefined,
    ].filter((known) => known !== undefined)
    return ends.length > 0 ? Math.min(...ends) : undefined
  }
  const refreshText = text(at(data, 'refresh_token'))
  const refresh = refreshText
    ? {
        token: refreshText,
        endsAt: end(refreshText, at(data, 'refresh_expires_in'), at(data, 'refresh_expires_at')),
      }
    : undefined
  if (refresh) {
    redactor.add(refresh.token)
    await storeRefresh(refresh)
  }
  const token = required('data.workspace_token', text(at(data, 'workspace_token')) ?? text(at(data, 'access_token')))
  return {
    token,
    expiresAt: end(token, at(data, 'expires_in'), at(data, 'wt_expires_at')) ?? platform.now() + DAY_S * 1000,
    refresh,
  }
}

/** Calls with one token that follow the account to its region. Each throws the error in its envelope. */
function regionalCalls(upstream: UpstreamContext, token: string, origin: string) {
  let learned: string | undefined
  return {
    // Behind a relay the account's region stays unknown.
    learned: () => (upstream.settings.url('RECORDER_API_URL') ? undefined : learned),
    async call(request: PlaudCall): Promise<PlaudBody> {
      let answer = await callPlaud(upstream, learned ?? origin, token, request)
      if (isWrongRegion(answer.body)) {
        learned = regionOrigin(upstream, answer.body)
        answer = await callPlaud(upstream, learned, token, request)
      }
      checkEnvelope(upstream, answer)
      return answer.body
    },
  }
}

/** The origin in a wrong-region response. Behind a relay it is not followed: throws 502 that names the setting. */
export function regionOrigin({ settings }: UpstreamContext, body: PlaudBody): string {
  const origin = redirectedOrigin(namedRegion(body))
  const override = settings.url('RECORDER_API_URL')
  if (override && origin !== override.origin) {
    throw badGateway(`the recorder account lives at ${origin}: RECORDER_API_URL must lead there`, 'setting')
  }
  return origin
}
