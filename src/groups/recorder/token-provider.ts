import type { CachedToken, ListedWorkspace } from '../../base/accounts.ts'
import { badGateway, GatewayError, misconfigured } from '../../base/errors.ts'
import { at, items, number, text } from '../../base/json.ts'
import { getRenewalTime, type RenewalRequest, type TokenProvider } from '../../upstream/accounts.ts'
import { baseUrl } from '../../upstream/client.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { originOfRegion, redirectedOrigin } from '../hosts.ts'
import { agrees, type ConnectedTokens, getTexts, readTokens, splitChoice } from './pasted-tokens.ts'
import { callPlaud, checkEnvelope, isWrongRegion, namedRegion, type PlaudBody, type PlaudCall } from './plaud.ts'
import { FAR_FUTURE_S, getId, PERSONAL, type RecorderToken, readToken } from './tokens.ts'

const required = requiredFields('recorder', 'data.workspaces', 'data.workspaces[].workspace_id', 'data.workspace_token')

/** A token that renews a workspace token. */
interface RefreshToken {
  token: string
  /** Epoch milliseconds. */
  endsAt: number | undefined
}

type StoreRefresh = (refresh: RefreshToken) => Promise<void>

/** The product's response to a mint or a refresh. */
interface MintedTokens {
  token: string
  /** When the workspace token expires, in epoch milliseconds. */
  expiresAt: number
  /** The new refresh token. Absent when the old one stays valid. */
  refresh: RefreshToken | undefined
  /** The origin of the account's region, if the product named it. */
  origin: string | undefined
}

/** A workspace in the product's list. */
interface PlaudWorkspace extends ListedWorkspace {
  isPersonal: boolean
}

/** The call that lists the workspaces of a user token. */
export const LIST_WORKSPACES: PlaudCall = { path: '/team-app/workspaces/list?need_personal_workspace=true' }

/** Undefined when the response says that there are none. */
export function readWorkspaces(body: PlaudBody): PlaudWorkspace[] | undefined {
  const workspaces = at(body, 'data', 'workspaces')
  const isListed = Array.isArray(workspaces) ? workspaces.length > 0 : undefined
  if (!required('data.workspaces', isListed)) return undefined
  return items(workspaces, (item) => {
    const id = getId(at(item, 'workspace_id'))
    if (id === undefined) return undefined
    return { id, name: text(at(item, 'name')), isPersonal: String(at(item, 'workspace_type')) === PERSONAL }
  })
}

/**
 * Mints a workspace token with a user token: for the given workspace, else for the personal one. Each mint revokes the
 * previous token, so only ACCOUNTS may call this. Undefined when the account has no workspace: then the user token opens
 * the data routes.
 */
async function mintToken(
  upstream: UpstreamContext,
  userToken: string,
  workspaceId: string | undefined,
  origin: string,
  storeRefresh: StoreRefresh,
): Promise<MintedTokens | undefined> {
  const regional = regionalCalls(upstream, userToken, origin)
  const id = workspaceId ?? (await findPersonal(regional))
  if (id === undefined) return undefined
  const body = await regional.call({ method: 'POST', path: `/user-app/auth/workspace/token/${id}`, body: {} })
  return { ...(await minted(upstream, body, storeRefresh)), origin: regional.learned() }
}

async function findPersonal(regional: ReturnType<typeof regionalCalls>): Promise<string | undefined> {
  const known = readWorkspaces(await regional.call(LIST_WORKSPACES))
  if (known === undefined) return undefined
  const workspace = known.find(({ isPersonal }) => isPersonal) ?? known[0]
  return required('data.workspaces[].workspace_id', workspace).id
}

/**
 * Renews a workspace token with its refresh token. The response may contain a new refresh token, and losing that means
 * losing the account. So only ACCOUNTS may call this, which stores the new refresh token before anything else.
 */
async function refreshToken(
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

/** The current workspace token, and its refresh token once the product has issued one. */
interface Session extends CachedToken {
  refresh?: RefreshToken | undefined
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a workspace token is valid when its issue time is unknown: a day. */
const DAY = 24 * HOUR

/** How long a user token is used as a fallback, and how long it is used for an account without workspaces. */
const STAND_IN_MS = 10 * MINUTE
const NO_WORKSPACE_MS = HOUR

/** How long a mint may take. The rest of a request's 25 s is for the call with the user token as a fallback. */
const MINT_MS = 10_000
/** How long ACCOUNTS waits for a refresh, even if its callers have left: the response must not get lost. */
const REFRESH_MS = 60_000

/**
 * How a recorder account stays signed in. A pasted workspace token is used until it expires or is refused. Then
 * workspace tokens are renewed with the refresh token, or minted with a user token, always of the same workspace.
 */
export const tokenProvider: TokenProvider = {
  isUsable: ({ token, lookAt }, { refused }, now, connected) =>
    token !== refused && now < lookAt && agrees(readToken(token).workspaceId, readTokens(connected).workspaceId),
  first(connected, now) {
    const tokens = readTokens(connected)
    const [first] = tokens.workspaceTokens.filter((token) => isLiving(token, now))
    return first && pastedSession(tokens, first, tokens.refreshTokens[0], now)
  },
  renew: renewSession,
  record(connected) {
    const { usualId, workspaceId } = readTokens(connected)
    return { credential: splitChoice(connected).pasted, part: workspaceId === usualId ? undefined : workspaceId }
  },
}

const isLiving = ({ endsAt }: RecorderToken, now: number): boolean => endsAt === undefined || endsAt > now

/** A pasted workspace token, of which only the product can say whether it still lives. */
const pastedSession = (
  tokens: ConnectedTokens,
  { text, endsAt }: RecorderToken,
  refresh: { endsAt: number | undefined } | undefined,
  now: number,
): Session => ({
  token: text,
  isPasted: true,
  ...workspaceTimes(endsAt ?? now + DAY, DAY),
  endsAt: sessionEnd(tokens, refresh),
})

const workspaceTimes = (expiresAt: number, lifetimeMs: number) => ({
  expiresAt,
  lookAt: expiresAt,
  renewAt: getRenewalTime(expiresAt, lifetimeMs),
})

async function renewSession(
  upstream: UpstreamContext,
  connected: string,
  session: Session | undefined,
  { origin, refused, store }: RenewalRequest,
): Promise<Session> {
  const tokens = readTokens(connected)
  const { settings, platform, redactor } = upstream
  for (const secret of [...getTexts(tokens), session?.token, session?.refresh?.token]) if (secret) redactor.add(secret)
  const override = settings.url('RECORDER_API_URL')
  const start = baseUrl(override, origin ?? session?.origin ?? originOfRegion(tokens.region))
  const storeRefresh = (refresh: RefreshToken) => {
    const replaced: Session = { ...(session ?? { token: '', lookAt: 0 }), refresh }
    return store(replaced)
  }
  const now = platform.now()
  const next = nextPasted(tokens, refused ?? session?.token, now)
  if (next)
    return {
      ...pastedSession(tokens, next, session?.refresh ?? tokens.refreshTokens[0], now),
      refresh: session?.refresh,
    }
  const failures: { userToken: string | undefined; error: GatewayError }[] = []
  for (const { userToken, run } of attemptsWith(upstream, tokens, session, start, storeRefresh)) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof GatewayError) || error.reason === 'setting') throw error
      failures.push({ userToken, error })
      if (!isRefusal(error)) break
    }
  }
  const isAlive = session !== undefined && session.token !== refused && now < session.lookAt
  const unminted = failures.find(({ userToken, error }) => userToken && ![401, 429].includes(error.status))
  if (tokens.isPersonal && unminted?.userToken && (!isAlive || session.isStandIn)) {
    const times = { lookAt: now + STAND_IN_MS, renewAt: now + 6 * HOUR, endsAt: session?.endsAt }
    return { token: unminted.userToken, isStandIn: true, refresh: session?.refresh, origin: session?.origin, ...times }
  }
  throw exchangeFailure(failures.map(({ error }) => error))
}

/** The pasted workspace token after this one. Those before it were refused or have expired. */
function nextPasted({ workspaceTokens }: ConnectedTokens, last: string | undefined, now: number) {
  const place = workspaceTokens.findIndex(({ text }) => text === last)
  return place < 0 ? undefined : workspaceTokens.slice(place + 1).find((token) => isLiving(token, now))
}

/**
 * Whether the product refused a token, so that the next one is tried. An outage, a limit and a broken connection say
 * nothing about a token.
 */
const isRefusal = ({ status }: GatewayError): boolean => status >= 400 && status < 500 && status !== 429

interface Attempt {
  /** The user token that mints. Undefined for a renewal. */
  userToken: string | undefined
  run(): Promise<Session>
}

/** The ways to get a token of the workspace, in the order in which they are tried. */
function attemptsWith(
  upstream: UpstreamContext,
  tokens: ConnectedTokens,
  session: Session | undefined,
  origin: string,
  storeRefresh: StoreRefresh,
): Attempt[] {
  const { settings, platform } = upstream
  const held = session?.refresh && readToken(session.refresh.token)
  const isOwn = held !== undefined && agrees(held.workspaceId, tokens.workspaceId)
  const known = [...(isOwn ? [held.text] : []), ...tokens.refreshTokens.map(({ text }) => text)]
  const refreshTokens = settings.env.CREDENTIALS_KEY ? [...new Set(known)] : []
  const living = tokens.users.filter((token) => isLiving(token, platform.now()))
  // The product says that the others have expired.
  const users = living.length > 0 || refreshTokens.length > 0 ? living : tokens.users
  if (users.length === 0 && refreshTokens.length === 0) throw cannotStore()
  const refreshes = refreshTokens.map(
    (token): Attempt => ({
      userToken: undefined,
      run: () =>
        within(upstream, REFRESH_MS, async (part) => {
          const renewed = await refreshToken(part, token, getWorkspace(token, tokens), origin, storeRefresh)
          const refresh = renewed.refresh ?? { token, endsAt: readToken(token).endsAt }
          return toSession(tokens, renewed, refresh, platform.now())
        }),
    }),
  )
  const mints = users.map(
    ({ text: userToken }): Attempt => ({
      userToken,
      run: () =>
        within(upstream, MINT_MS, (part) => mintSession(part, tokens, userToken, session, origin, storeRefresh)),
    }),
  )
  // A refresh token that was not pasted came with a minted token, so the user token is the better way.
  return tokens.refreshTokens.length > 0 ? [...refreshes, ...mints] : [...mints, ...refreshes]
}

async function mintSession(
  upstream: UpstreamContext,
  tokens: ConnectedTokens,
  userToken: string,
  session: Session | undefined,
  origin: string,
  storeRefresh: StoreRefresh,
): Promise<Session> {
  const minted = await mintToken(upstream, userToken, tokens.workspaceId, origin, storeRefresh)
  if (minted) return toSession(tokens, minted, minted.refresh, upstream.platform.now())
  const lookAt = upstream.platform.now() + NO_WORKSPACE_MS
  return { token: userToken, lookAt, renewAt: lookAt + 6 * HOUR, refresh: session?.refresh, endsAt: session?.endsAt }
}

const toSession = (
  tokens: ConnectedTokens,
  { token, expiresAt, origin }: MintedTokens,
  refresh: RefreshToken | undefined,
  now: number,
): Session => ({
  token,
  ...workspaceTimes(expiresAt, expiresAt - now),
  origin,
  refresh,
  endsAt: sessionEnd(tokens, refresh),
})

/**
 * When the account has to be reconnected, in epoch milliseconds. Undefined when a token does not contain its expiry.
 */
function sessionEnd(
  { users }: Pick<ConnectedTokens, 'users'>,
  refresh: { endsAt: number | undefined } | undefined,
): number | undefined {
  const ends = [...users, refresh].filter((token) => token !== undefined).map(({ endsAt }) => endsAt ?? Infinity)
  const end = Math.max(...ends)
  return Number.isFinite(end) ? end : undefined
}

/** The workspace of a refresh token, for the path of the call. */
function getWorkspace(token: string, { workspaceId }: ConnectedTokens): string {
  const id = readToken(token).workspaceId ?? workspaceId
  if (!id) throw misconfigured('RECORDER_TOKEN has a refresh token that names no workspace: copy it again')
  return id
}

const cannotStore = () =>
  misconfigured(
    'CREDENTIALS_KEY is not set: the refresh token in RECORDER_TOKEN is replaced when it is used, and the new one can only be stored with that key',
  )

/** Runs a part of the work with its own deadline. */
async function within<Value>(
  upstream: UpstreamContext,
  ms: number,
  work: (part: UpstreamContext) => Promise<Value>,
): Promise<Value> {
  const part = new UpstreamContext(upstream.settings, upstream.platform)
  for (const secret of upstream.redactor.secrets) part.redactor.add(secret)
  part.deadline.extend(ms)
  try {
    return await work(part)
  } finally {
    part.close()
  }
}

/**
 * The error for a caller whose workspace token could not be renewed. The product's 404, 403 and 400 are about
 * workspaces and would read like a response about a recording, so they become 502. A rejection counts only if every way
 * was rejected.
 */
function exchangeFailure(failures: readonly GatewayError[]): GatewayError {
  const failure = failures.find(({ status }) => status !== 401) ?? failures[0]
  if (!failure) return badGateway('the recorder service gave no workspace token')
  if ([401, 429, 500, 502, 504].includes(failure.status)) return failure
  return badGateway(`the recorder service gave no workspace token: ${failure.message}`, failure.reason)
}
