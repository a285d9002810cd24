import type { Context } from 'hono'
import { sha256Hex } from '../../base/crypto.ts'
import { badGateway, GatewayError, hasStatus, notFound } from '../../base/errors.ts'
import { at, count, identifier, isObject, items, list, number, text, tryParseJson } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { baseUrl, type Product, readWait, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials.ts'
import { codeReason, publicMessage, requiredFields, toFailure } from '../../upstream/failures.ts'
import { isNotesHost, TIRO_HOST } from '../hosts.ts'
import { withFieldTypes } from './field-types.ts'

/** The product behind the notes group: the external API of Tiro. */
const tiro: Product = { group: 'notes', hosts: isNotesHost, relayedAs: 'notes' }

export interface TiroCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Undefined parameters are left out. */
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
}

const required = requiredFields(
  'notes',
  '',
  'guid',
  'workspaces',
  'workspaces[].guid',
  '[]',
  'content',
  'content[]',
  'nextCursor',
)

/**
 * Makes one call with the account's key, to the override's host or the product's own. Returns the parsed JSON,
 * undefined for an empty body. Throws 502 for a body that is not JSON.
 *
 * @param call its `path` starts at the root of the host
 */
async function callTiro(
  upstream: UpstreamContext,
  key: string,
  override: URL | undefined,
  call: TiroCall,
): Promise<unknown> {
  const { method = 'GET', path, query = {}, body } = call
  const url = new URL(baseUrl(override, `https://${TIRO_HOST}`) + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const answer = await send(upstream, tiro, {
    method,
    url,
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.status < 200 || answer.status > 299) throw failure(upstream, answer)
  if (answer.text.trim() === '') return undefined
  return required('', tryParseJson(answer.text))
}

const LACKS_PERMISSION = 403013

function failure(upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError {
  // The current format and the older one of the authentication page both have these two fields.
  const error = at(tryParseJson(answer.text), 'error')
  const code = at(error, 'code')
  const message = text(at(error, 'message')) ?? undefined
  if (count(code) === LACKS_PERMISSION) {
    return new GatewayError(
      403,
      'the key of the notes account lacks the permission for this: connect one that has it',
      { reason: codeReason(code) },
    )
  }
  // The product responds 401 for every key that it refuses, so its 403 never means a rejected key.
  if (answer.status === 403 && message) {
    return new GatewayError(403, publicMessage(upstream, message), { reason: 'upstream 403' })
  }
  const retryAfter = answer.retryAfter ?? statedWait(answer, error, upstream.platform.now())
  return toFailure(upstream, 'notes', { ...answer, retryAfter }, message)
}

/** Field names that usually contain a credential. `headers` are the headers of a webhook's deliveries. */
const SECRET_NAME =
  /secret|whsec|hmac|token|passw|passphrase|passcode|pwd|credential|auth(?!or)|authori[sz]|signature|signing|bearer|cookie|headers?$|key$/i

/** More levels than any object of the product has. Deeper values are cut off, because they would overflow the stack. */
const DEEPEST = 64

/**
 * Names that were checked before. The product uses few names, and a transcript repeats each of them thousands of times.
 */
const checkedNames = new Map<string, boolean>()
const MOST_NAMES = 1000

function isSecretName(name: string): boolean {
  let isSecret = checkedNames.get(name)
  if (isSecret === undefined) {
    isSecret = SECRET_NAME.test(name)
    if (checkedNames.size >= MOST_NAMES) checkedNames.clear()
    checkedNames.set(name, isSecret)
  }
  return isSecret
}

/**
 * The object without fields named like a secret, at any depth. The same object if it has none. A boolean contains no
 * secret and stays.
 */
export function withoutSecrets(
  object: Readonly<Record<string, unknown>>,
  levels: number = DEEPEST,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(object)) {
    const value = object[name]
    const isDropped = typeof value !== 'boolean' && isSecretName(name)
    const cleaned = isDropped ? undefined : withoutSecretsIn(value, levels - 1)
    if (cleaned === value) continue
    // Overwrites an existing field, even one named __proto__.
    copy ??= { ...object }
    if (isDropped) delete copy[name]
    else copy[name] = cleaned
  }
  return copy ?? object
}

function withoutSecretsIn(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (!Array.isArray(value)) return isObject(value) ? withoutSecrets(value, levels) : value
  const cleaned = value.map((item) => withoutSecretsIn(item, levels - 1))
  return cleaned.every((item, index) => item === value[index]) ? value : cleaned
}

/** A connection to the notes account, for one request. */
export interface Connection {
  /** Calls the published API; `path` starts with its version. Returns the parsed JSON, undefined for an empty body. */
  call(call: TiroCall): Promise<unknown>
  /** Like `call`, for the API that NOTES_PLATFORM_URL names. Throws 502 while that is not set. */
  callPlatform(call: TiroCall): Promise<unknown>
  readonly upstream: UpstreamContext
  /** The guid of the workspace that the account's key belongs to. */
  workspace(): Promise<string>
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const fetchKey = async () => {
    const { NOTES_TOKEN: key } = await readCredentials(upstream, 'notes')
    // A key is `{id}.{secret}`. The secret must be redacted even without the id.
    const secret = key.slice(key.indexOf('.') + 1)
    if (secret) upstream.redactor.add(secret)
    return key
  }

  const callWithKey = async (override: URL | undefined, call: TiroCall) => {
    const key = await fetchKey()
    try {
      return await callTiro(upstream, key, override, call)
    } catch (error) {
      // The next request reads the account again, so that a reconnected one works at once.
      if (hasStatus(error, 401)) clearCredentialCache(upstream, 'notes')
      throw error
    }
  }

  const call = ({ path, ...rest }: TiroCall) =>
    callWithKey(upstream.settings.url('NOTES_API_URL'), { path: `/v1/external${path}`, ...rest })

  return {
    upstream,
    call,
    async callPlatform({ path, ...rest }) {
      const platform = upstream.settings.url('NOTES_PLATFORM_URL')
      if (!platform) {
        throw badGateway(
          'the notes service offers no public API for API keys and webhooks: NOTES_PLATFORM_URL must name one that does',
        )
      }
      return callWithKey(platform, { path: `/v1/platform${path}`, ...rest })
    },
    workspace: async () => fetchWorkspaceGuid(upstream.settings, await fetchKey(), call),
  }
}

/** Headers that say when requests are accepted again: the time, or the seconds until then. */
const HEADERS = ['Retry-After', 'X-RateLimit-Reset', 'RateLimit-Reset', 'X-RateLimit-Reset-After']
/** Fields of the product's error, and of its `detail`, that say the same. */
const FIELDS = ['retryAfter', 'retry_after', 'retryAfterSeconds']

/** A larger number of seconds is a time since 1970, and one of milliseconds if it is larger than the second. */
const LEAST_EPOCH_S = 1e9
const LEAST_EPOCH_MS = 1e11

/**
 * How long the product wants its callers to wait, in whole seconds, when it does not send a valid `Retry-After`.
 * Undefined when it says nothing.
 */
function statedWait({ headers }: UpstreamAnswer, error: unknown, now: number): number | undefined {
  const detail = at(error, 'detail')
  const fields = FIELDS.flatMap((field) => [at(error, field), at(detail, field)])
  const values = [...HEADERS.map((header) => headers.get(header)), ...fields]
  const wait = values.map((value) => secondsFrom(value, now)).find((seconds) => seconds !== undefined)
  const seconds = wait ?? readWait([at(error, 'message'), detail].map((each) => text(each) ?? '').join('. '))
  return seconds === undefined ? undefined : Math.max(0, Math.ceil(seconds))
}

function secondsFrom(value: unknown, now: number): number | undefined {
  const count = number(typeof value === 'string' ? value.replace(/(?<!\s)\s{0,5}s(ec(ond)?s?)?$/i, '') : value)
  if (count !== null && count < LEAST_EPOCH_S) return count
  const at = count === null ? Date.parse(text(value) ?? '') : count < LEAST_EPOCH_MS ? count * 1000 : count
  return Number.isNaN(at) ? undefined : (at - now) / 1000
}

/** The guid becomes part of a path, so it must have the form of a path id. */
function readGuid(workspace: unknown): string | null {
  const guid = text(at(workspace, 'guid'))
  return guid !== null && /^[\w-]{1,128}$/.test(guid) ? guid : null
}

/** Guids by digest of the key. */
const cachedGuids = perIsolateCache(() => new Map<string, string>())
const MOST_GUIDS = 50

type Call = (call: TiroCall) => Promise<unknown>

/** The workspace of the connected account's notes and folders. A key belongs to one workspace. */
async function fetchWorkspaceGuid(settings: Settings, key: string, call: Call): Promise<string> {
  const digest = await sha256Hex(key)
  const guids = cachedGuids(settings)
  const known = guids.get(digest)
  if (known !== undefined) return known
  const guid = await fetchGuid(call)
  if (guids.size >= MOST_GUIDS) guids.clear()
  guids.set(digest, guid)
  return guid
}

/** The name of the workspace that the account's key belongs to. Undefined when the product does not name it. */
export async function fetchWorkspaceName(connection: Connection): Promise<string | undefined> {
  const guid = await connection.workspace()
  const own = (await fetchWorkspaces(connection.call)).find((each) => readGuid(each) === guid)
  return text(at(own, 'name')) ?? undefined
}

async function fetchGuid(call: Call): Promise<string> {
  try {
    return required('guid', readGuid(await call({ path: '/workspaces/me' })))
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return fetchFirstGuid(call)
  }
}

/** A legacy key belongs to no workspace and sees all of them. */
async function fetchFirstGuid(call: Call): Promise<string> {
  const workspaces = await fetchWorkspaces(call)
  if (workspaces.length === 0) throw notFound('the notes account has no workspace')
  return required('workspaces[].guid', items(workspaces, readGuid)[0])
}

async function fetchWorkspaces(call: Call): Promise<unknown[]> {
  const answer = await call({ path: '/workspaces' })
  // Both wrappers were seen.
  const workspaces = at(answer, 'workspaces') ?? at(answer, 'content')
  return required('workspaces', Array.isArray(workspaces) ? workspaces : undefined)
}

/** An object of the product, passed on except for secrets. The product may add fields without a change here. */
export type ProductObject = Record<string, unknown>

/**
 * Reads one object. Its id may be missing, because the caller knows it. Throws 502 for an empty object, for an error
 * inside a 200, and for anything else.
 */
export function productObject(answer: unknown): ProductObject {
  const object = isObject(answer) && Object.keys(answer).length > 0 && !answer.error ? answer : undefined
  return withFieldTypes(withoutSecrets(required('', object)))
}

/**
 * Checks the response to a deletion: an empty body, or an object without an error. Throws 502 for anything else,
 * because it does not show whether the deletion happened.
 */
export function checkDeleted(answer: unknown): void {
  if (answer !== undefined) required('', isObject(answer) && !answer.error ? answer : undefined)
}

/**
 * Reads one page of a list: with a cursor, with a count, or as a bare array. Items that are not objects are dropped.
 * Throws 502 when the response is no list, or when no item is an object. Also throws 502 for a cursor that cannot be
 * sent back, because the list would seem to end there.
 */
export function listPage(answer: unknown): { items: ProductObject[]; next: string | null } {
  if (Array.isArray(answer)) return { items: readItems('[]', answer), next: null }
  const content = at(answer, 'content')
  if (content !== null) required('content', Array.isArray(content) ? content : undefined)
  const cursor = at(answer, 'nextCursor')
  return {
    items: readItems('content[]', content),
    next: cursor === undefined || cursor === null || cursor === '' ? null : required('nextCursor', identifier(cursor)),
  }
}

function readItems(place: '[]' | 'content[]', content: unknown): ProductObject[] {
  const read = items(content, (item) => (isObject(item) ? withFieldTypes(withoutSecrets(item)) : undefined))
  if (read.length === 0 && list(content).length > 0) required(place, undefined)
  return read
}

/**
 * Fetches all pages of a list, as many as SUBREQUESTS allows. Throws 502 when a cursor repeats.
 *
 * @param fetchPage returns the page at a cursor; undefined is the first page
 */
export async function fetchAllPages(
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<ProductObject[]> {
  const pages: ProductObject[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items: page, next } = listPage(await fetchPage(cursor))
    pages.push(page)
    if (next === null) return pages.flat()
    if (next === cursor) required('nextCursor', undefined)
    cursor = next
  }
}
