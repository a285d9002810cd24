import type { Context } from 'hono'
import type { CachedToken } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { at, count, identifier, text, tryParseJson } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  type ConnectedAccount,
  clearAccountCache,
  fetchCachedToken,
  findOwnId,
  getRenewalTime,
  readAccount,
  type TokenProvider,
} from '../../upstream/accounts.ts'
import { baseUrl, type Product, send } from '../../upstream/client.ts'
import { CallQueue, type UpstreamContext } from '../../upstream/context.ts'
import { publicMessage, requiredFields, toFailure, unreadable } from '../../upstream/failures.ts'
import { isSocialHost, THREADS_HOST } from '../hosts.ts'
import { failureOfError, parseProductError, type Subject, shownMessage } from './errors.ts'

/** The product behind the social group: the Threads API. */
const threads: Product = { group: 'social', hosts: isSocialHost, relayedAs: 'social', maxAnswer: 2 ** 20 }

interface ThreadsCall {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The query, or the form of a POST. Undefined fields are left out. */
  fields?: Readonly<Record<string, string | number | undefined>>
}

/** The parameters with URLs of media. The caller's fields have the same names. */
const MEDIA_FIELDS = ['image_url', 'video_url']

/** The parameters with the id of a post or container. */
const OBJECT_FIELDS = ['creation_id', 'reply_to_id', 'quote_post_id', 'children']

/** The subject of a call. The path of the account is `/me`. */
function subjectOf({ method = 'GET', path, fields = {} }: ThreadsCall): Subject {
  const isOfAccount = /^\/v[\d.]+\/me(\/|$)/.test(path) && OBJECT_FIELDS.every((field) => fields[field] === undefined)
  if (!isOfAccount) return 'object'
  return method === 'GET' ? 'account' : 'new post'
}

/**
 * Makes one call with one token, or without one when the app itself calls. `path` starts at the root of the host.
 * Returns the parsed JSON. The token is sent where the product is known to read it: in the form of a POST, and in the
 * query of other methods. A Bearer header would keep it out of URLs, but it was never verified that the product reads
 * one. The gateway does not log these URLs.
 */
export async function callThreads(
  upstream: UpstreamContext,
  token: string | undefined,
  call: ThreadsCall,
): Promise<unknown> {
  const { method = 'GET', path, fields = {} } = call
  if (token !== undefined) upstream.redactor.add(token)
  const override = upstream.settings.url('SOCIAL_API_URL')
  const url = new URL(baseUrl(override, `https://${THREADS_HOST}`) + path)
  const parameters = new URLSearchParams(token === undefined ? {} : { access_token: token })
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) parameters.set(name, String(value))
  const isForm = method === 'POST'
  if (!isForm) url.search = parameters.toString()

  const answer = await send(upstream, threads, {
    method,
    url,
    override,
    headers: {
      Accept: 'application/json',
      ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(isForm && { body: parameters.toString() }),
  })
  const body = tryParseJson(answer.text)
  const error = parseProductError(body)
  const isFailed = error !== undefined || answer.status < 200 || answer.status > 299
  if (isFailed) {
    const known = failureOfError(error, {
      publicMessage: (message) => publicMessage(upstream, message),
      retryAfter: answer.retryAfter,
      mediaField: MEDIA_FIELDS.find((field) => fields[field] !== undefined),
      challenge: answer.headers.get('WWW-Authenticate') ?? '',
      responseText: error ? undefined : answer.text.slice(0, MAX_TEXT_LENGTH),
      subject: subjectOf(call),
    })
    throw known ?? toFailure(upstream, 'social', answer, error && shownMessage(error))
  }
  if (body === undefined) throw unreadable('social')
  return body
}

/** More than a failure without an error object says. */
const MAX_TEXT_LENGTH = 2_000

const knownAccounts = perIsolateCache(() => new Map<string, ConnectedAccount>())

/** A connection to the social account, for one request. */
export interface Connection {
  /** Calls the API; `path` starts with its version. */
  call(call: ThreadsCall): Promise<unknown>
  /** Identifies the connected token: a digest of it. */
  name(): Promise<string>
  /** Identifies the account, also after it is connected again. */
  accountName(): Promise<string>
  readonly upstream: UpstreamContext
  /** When the account has to be reconnected, in epoch milliseconds. Undefined when unknown. */
  endsAt(): Promise<number | undefined>
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const name = async () => (await fetchAccount(upstream)).name
  return {
    upstream,
    name,
    accountName: async () => (await findOwnId(upstream, 'social')) ?? (await name()),
    endsAt: async () =>
      canStore(upstream)
        ? (await fetchCachedToken(upstream, 'social', await fetchAccount(upstream), tokenProvider)).endsAt
        : undefined,
    async call({ path, ...rest }) {
      const call = { path: `/v1.0${path}`, ...rest }
      let token: string | undefined
      try {
        token = await fetchToken(upstream)
        return await callThreads(upstream, token, call)
      } catch (error) {
        if (!isRejection(error)) throw error
        // The account may have been reconnected, or its token refreshed by another isolate. A rejected call had no
        // effect, so even a write may be sent again with the newer token.
        clearAccountCache(upstream, 'social', knownAccounts)
        const newer = token && (await fetchToken(upstream))
        if (!newer || newer === token) throw error
        return callThreads(upstream, newer, call)
      }
    },
  }
}

const isRejection = (error: unknown) => hasStatus(error, 401)

const fetchAccount = (upstream: UpstreamContext) =>
  readAccount(upstream, 'social', knownAccounts, async (connected) => ({
    connected,
    name: await sha256Hex(connected),
    cached: undefined,
  }))

const canStore = ({ settings }: UpstreamContext): boolean => Boolean(settings.env.CREDENTIALS_KEY)

/** Without CREDENTIALS_KEY nothing can be stored. The connected token is used unchanged until it expires. */
async function fetchToken(upstream: UpstreamContext): Promise<string> {
  const account = await fetchAccount(upstream)
  if (!canStore(upstream)) return account.connected
  return (await fetchCachedToken(upstream, 'social', account, tokenProvider)).token
}

/** The platform runs at most this many calls of a request at the same time. */
const MOST_AT_ONCE = 6

/**
 * Runs the work for each index, a few at a time. After a failure no further work starts. The error of the first failed
 * index is thrown once the running work has ended, so that its results are stored.
 */
export async function eachAtOnce(
  { upstream }: Connection,
  which: readonly number[],
  work: (place: number) => Promise<void>,
): Promise<void> {
  const queue = new CallQueue(upstream.platform, MOST_AT_ONCE)
  const failures: { place: number; error: unknown }[] = []
  const attempt = async (place: number) => {
    if (failures.length > 0) return
    try {
      await work(place)
    } catch (error) {
      failures.push({ place, error })
    }
  }
  await Promise.all(which.map((place) => queue.withSlot(() => attempt(place))))
  const [first] = failures.sort((a, b) => a.place - b.place)
  if (first) throw first.error
}

const required = requiredFields('social', 'id', 'data', 'paging.cursors.after')

/** Makes a call that returns the id of what it created. Throws 502 without an id. */
export const callForId = async (connection: Connection, call: ThreadsCall): Promise<string> =>
  required('id', identifier(at(await connection.call(call), 'id')))

/**
 * Converts a timestamp of the product, such as `2026-09-12T23:17:39+0000`, to ISO 8601 in UTC. Its offset has no colon,
 * which ISO 8601 parsers other than V8's refuse. Null for anything but a date-time with an offset.
 */
export function isoUtc(timestamp: unknown): string | null {
  if (typeof timestamp !== 'string') return null
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:Z|([+-]\d{2}):?(\d{2}))$/.exec(timestamp)
  if (!match) return null
  const [, dateTime, hours = '+00', minutes = '00'] = match
  const time = Date.parse(`${dateTime}${hours}:${minutes}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** From 1973 on, so that seconds, `2026` and `20261101` are refused instead of misread. */
const EPOCH_MS = /^\d{12,13}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A caller's time in epoch milliseconds: an ISO date (its start in UTC), an ISO date-time with its offset, or epoch
 * milliseconds. Undefined for anything else, including seconds and days that do not exist.
 */
export function epochMs(text: string): number | undefined {
  if (EPOCH_MS.test(text)) return Number(text)
  if (!DATE.test(text) && !DATE_TIME.test(text)) return undefined
  const time = Date.parse(text)
  // V8 reads 31 June as 1 July, so the date must format back to the input.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(time) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10))
    return undefined
  return time
}

/** Converts the times of a query from epoch milliseconds to the Unix seconds that the product expects. */
export const inUnixSeconds = <Query extends { since?: number | undefined; until?: number | undefined }>(
  query: Query,
): Query => ({
  ...query,
  ...(query.since !== undefined && { since: Math.floor(query.since / 1000) }),
  ...(query.until !== undefined && { until: Math.floor(query.until / 1000) }),
})

/** The entries of a list response. Empty when the product sends null. Throws 502 when it is no list. */
export function parseEntries(answer: unknown): readonly unknown[] {
  const data = at(answer, 'data')
  return required('data', data === null ? [] : Array.isArray(data) ? data : undefined)
}

/**
 * The cursor of the next page, null at the end. A page contains its own end cursor even if nothing follows, so an empty
 * page ends the list. The link to the next page contains the access token, so only its cursor is used. Throws 502 when
 * a page follows but its cursor is unreadable, because null would say that the list ends.
 */
export function nextCursor(answer: unknown): string | null {
  if (parseEntries(answer).length === 0) return null
  const next = text(at(answer, 'paging', 'next'))
  const cursor = text(at(answer, 'paging', 'cursors', 'after')) ?? (next && cursorIn(next))
  return next ? required('paging.cursors.after', cursor) : cursor
}

const cursorIn = (link: string): string | null =>
  URL.canParse(link) ? text(new URL(link).searchParams.get('after')) : null

/** How long a token refresh may take, in milliseconds. A request waits for it and still has its own call to make. */
const TENDING_MS = 10_000

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long a long-lived token is valid. */
const LIFETIME = 60 * DAY

/** How long a token is used before the next try, if it could not be refreshed, in milliseconds. */
const REST = HOUR

/** The connected token itself is used and stored. After a refresh, the new token replaces it. */
export const tokenProvider: TokenProvider = {
  isUsable: (cached, _request, now) => now < cached.lookAt,
  first: (connected) => ({ token: connected, lookAt: 0 }),
  renew: (upstream, connected, cached) => refreshIfNeeded(upstream, cached ?? { token: connected, lookAt: 0 }),
}

/**
 * Checks when a token expires, and refreshes it when that is near. Only ACCOUNTS may do this, because a refresh may
 * revoke the previous token. Throws only 401, for a token that the product rejects. After any other failure the token
 * is used until it expires.
 */
async function refreshIfNeeded(upstream: UpstreamContext, cached: CachedToken): Promise<CachedToken> {
  const { platform } = upstream
  upstream.deadline.extend(TENDING_MS)
  try {
    const expiresAt = cached.expiresAt ?? (await fetchExpiry(upstream, cached.token))
    const lookAt = expiresAt === undefined ? 0 : getRenewalTime(expiresAt, LIFETIME)
    if (expiresAt !== undefined && platform.now() < lookAt)
      return { token: cached.token, expiresAt, endsAt: expiresAt, lookAt }
    return await refreshToken(upstream, cached.token)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401) throw error
    return { ...cached, lookAt: platform.now() + REST }
  }
}

/** Statuses of a refusal to return the expiry, as opposed to a failure. */
const REFUSALS: readonly number[] = [400, 403, 404]

/**
 * When a token expires, in epoch milliseconds. Undefined when the product does not say, because it tells only testers
 * of its app. Then the response to a refresh contains it.
 */
async function fetchExpiry(upstream: UpstreamContext, token: string): Promise<number | undefined> {
  try {
    const answer = await callThreads(upstream, token, { path: '/debug_token', fields: { input_token: token } })
    const seconds = count(at(answer, 'data', 'expires_at'))
    return seconds ? seconds * 1000 : undefined
  } catch (error) {
    if (error instanceof GatewayError && REFUSALS.includes(error.status)) return undefined
    throw error
  }
}

export const requiredToken = requiredFields('social', 'access_token')

/** Extends the account's access by 60 days, with a new token or the same one. */
async function refreshToken(upstream: UpstreamContext, token: string): Promise<CachedToken> {
  const fields = { grant_type: 'th_refresh_token' }
  const answer = await callThreads(upstream, token, { path: '/refresh_access_token', fields })
  const fresh = requiredToken('access_token', text(at(answer, 'access_token')))
  const now = upstream.platform.now()
  const seconds = count(at(answer, 'expires_in'))
  if (!seconds) return { token: fresh, lookAt: now + DAY }
  const lifetime = seconds * 1000
  const expiresAt = now + lifetime
  const renewAt = getRenewalTime(expiresAt, lifetime)
  // The product refuses to refresh a token that is less than a day old.
  const lookAt = lifetime > DAY ? Math.max(now + DAY, renewAt) : renewAt
  return { token: fresh, expiresAt, endsAt: expiresAt, lookAt }
}
