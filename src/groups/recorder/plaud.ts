import type { Generation } from '../../base/accounts.ts'
import { badGateway, GatewayError, type Reason } from '../../base/errors.ts'
import { at, flag, identifier, isObject, items, number, text, tryParseJson } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import {
  codeReason,
  isHtml,
  publicMessage,
  rejected,
  requiredFields,
  toFailure,
  unreadable,
} from '../../upstream/failures.ts'
import { isRecorderHost } from '../hosts.ts'
import { readToken } from './tokens.ts'

/** A string, including an empty one. Null for anything else. */
export const string = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * A list of the product, which sends null or omits it when it is empty. Null when this says nothing about the list:
 * another type, or a missing list in a response without the product's own status.
 */
export function optionalList(value: unknown, isStated: boolean): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return (value === undefined || value === null) && isStated ? [] : null
}

/** The ids in a list. Other items are dropped. */
export const identifiers = (value: unknown): string[] => items(value, identifier)

/** A boolean, also as 0 and 1 or their digits. Null for anything else. */
export const looseFlag = (value: unknown): boolean | null => flag(value) ?? flag(number(value))

/** The product behind the recorder group: the private API of the Plaud web app. */
export const plaud: Product = { group: 'recorder', hosts: isRecorderHost, relayedAs: 'recorder' }

/** Without a browser's headers the product's edge refuses the call. */
const BROWSER_HEADERS = {
  Accept: 'application/json, text/plain, */*',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Origin: 'https://web.plaud.ai',
  Referer: 'https://web.plaud.ai/',
  'edit-from': 'web',
}

export interface PlaudCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path with its query, from the root of the API. */
  path: string
  body?: unknown
  /** For a POST that changes nothing. */
  reads?: boolean
  /** Whether the answer is a text without an envelope. A failure has one. */
  isText?: boolean
  /** The generation that the route belongs to. Absent for a route of both. */
  generation?: Generation
  /** Whether the other generation has refused the account in this request, so that its token was renewed already. */
  isFallback?: boolean
  /** Envelope statuses, other than 0, that are not errors here. */
  accepts?: readonly number[]
}

/** The product's envelope: `status` 0, or an error inside an HTTP 200. */
export type PlaudBody = { status: number; msg?: unknown } & Record<string, unknown>

export interface PlaudAnswer {
  /** `{ status: 0 }` for the empty response to a change, and `{ status: 0, data }` for a bare list. */
  readonly body: PlaudBody
  readonly text: string
  /** Whether the product sent a status. Without one, a missing field proves nothing. */
  readonly stated: boolean
}

/** Sends one call to one host with one token, and parses its envelope. `checkEnvelope` checks its `status`. */
export async function callPlaud(
  upstream: UpstreamContext,
  origin: string,
  token: string,
  { method = 'GET', path, body, generation, isText = false, reads = method === 'GET' }: PlaudCall,
): Promise<PlaudAnswer> {
  upstream.redactor.add(token)
  const hasBody = body !== undefined
  const headers = generation === 4 ? scopedHeaders(upstream, token) : sharedHeaders(upstream, token)
  const answer = await send(upstream, plaud, {
    method,
    reads,
    url: new URL(origin + path),
    override: upstream.settings.url('RECORDER_API_URL'),
    headers: hasBody ? withJson(headers) : headers,
    ...(hasBody && { body: JSON.stringify(body) }),
    maybeGzip: isText,
  })
  return isText && isPlainText(answer) ? plainText(answer) : readEnvelope(upstream, answer, reads)
}

/** An account uses two tokens at a time, and each is replaced about once a day. */
const MOST_TOKENS = 8

const cachedHeaders = perIsolateCache(() => new Map<string, Headers>())

/** The headers of every call with this token, built once. */
function sharedHeaders({ settings }: UpstreamContext, token: string): Headers {
  const known = cachedHeaders(settings)
  let headers = known.get(token)
  if (!headers) {
    headers = new Headers({ ...BROWSER_HEADERS, 'app-platform': appPlatform(token), Authorization: `Bearer ${token}` })
    if (known.size >= MOST_TOKENS) known.clear()
    known.set(token, headers)
  }
  return headers
}

/** The product refuses a token whose client differs from the platform in the header. */
const appPlatform = (token: string) => readToken(token).clientId ?? 'web'

/** 4.0 wants the workspace of a token in headers (recorder facts, 15.2). */
function scopedHeaders(upstream: UpstreamContext, token: string): Headers {
  const headers = new Headers(sharedHeaders(upstream, token))
  const { workspaceId } = readToken(token)
  if (workspaceId !== undefined) {
    headers.set('x-scope-type', 'workspace')
    headers.set('x-scope-id', workspaceId)
  }
  headers.set('app-language', 'en')
  headers.set('x-timezone-iana', upstream.settings.timeZone)
  headers.set('x-request-id', upstream.platform.uuid())
  return headers
}

function withJson(shared: Headers): Headers {
  const headers = new Headers(shared)
  headers.set('Content-Type', 'application/json')
  return headers
}

function readEnvelope(upstream: UpstreamContext, answer: UpstreamAnswer, reads: boolean): PlaudAnswer {
  if (answer.status < 200 || answer.status > 299) {
    const refused = tryParseJson(answer.text)
    if (isObject(refused) && namedRegion(refused) !== null)
      return { body: { ...refused, status: WRONG_REGION }, text: answer.text, stated: true }
    throw toFailure(upstream, 'recorder', answer, refusalText(refused))
  }
  // A change may have an empty response, a read may not.
  if (answer.text.trim() === '' && !reads) return { body: { status: 0 }, text: '{"status":0}', stated: false }
  const json = tryParseJson(answer.text)
  const body = Array.isArray(json) && reads ? { data: json } : json
  if (!isObject(body) || (reads && isEmpty(body))) throw isHtml(answer) ? pageInstead() : unreadable('recorder')
  // A number, sometimes its digits as text, sometimes missing.
  const isStated = body.status !== undefined && body.status !== null
  const status = isStated ? required('status', number(body.status)) : 0
  return { body: { ...body, status }, text: answer.text, stated: isStated }
}

function isPlainText(answer: UpstreamAnswer): boolean {
  if (answer.status !== 200 || isHtml(answer)) return false
  const json = answer.text.trimStart().startsWith('{') ? tryParseJson(answer.text) : undefined
  return !isObject(json) || !number(json.status)
}

const plainText = ({ text }: UpstreamAnswer): PlaudAnswer => ({ body: { status: 0 }, text, stated: true })

const required = requiredFields('recorder', '', 'status')

const isEmpty = (body: object) => Object.keys(body).length === 0

const pageInstead = () => badGateway('the recorder service answered with a page instead of data', 'page')

function refusalText(json: unknown): string | undefined {
  return text(at(json, 'detail')) ?? text(at(json, 'msg')) ?? undefined
}

const WRONG_REGION = -302
/** The fields in which clients found the address of the right region. */
const REGION_PLACES = [['data', 'domains', 'api'], ['domains', 'api'], ['data', 'domain'], ['domain']]

/** The address of the account's region in a response. Null without one. */
export const namedRegion = (body: object): string | null =>
  REGION_PLACES.map((path) => text(at(body, ...path))).find((address) => address !== null) ?? null

/** A failure that names another address is about the region, whatever its status is. */
export const isWrongRegion = (body: PlaudBody): boolean =>
  body.status === WRONG_REGION || (body.status !== 0 && namedRegion(body) !== null)

const REJECTED: ReadonlySet<number> = new Set([-3900, -3901, -419, -420, -401, 401, 40101, -10000])
const GENERIC = -1
const DUPLICATE_NAME = -2
/** The account has moved to the product's next generation, which has another interface. */
const MOVED = -1_800_907
export const MOVED_REASON: Reason = `moved ${MOVED}`
const FILE_NOT_FOUND = -1_800_311
const VERSION_CONFLICT = -1_800_313
/** A node has changed since its version was read. */
export const CONFLICT_REASON = codeReason(VERSION_CONFLICT)

/** Whether 3.0 says that the account has moved to 4.0. */
export const isMoved = ({ reason }: GatewayError): boolean => reason === MOVED_REASON

/** Words of a refused credential. */
const WORDS_OF_3 = /(token|session).*(expired|invalid)|invalid.*(token|auth|session)|re-exchange required/i
const WORDS_OF_4 = /\b(expired|token|unauthori[sz]ed|auth(entication|orization)?)\b/i

/** Names of fields in an answer, which are not its content. */
const FIELD = /^[a-zA-Z][a-zA-Z_]{0,39}$/
const MOST_FIELDS = 60

function fieldsIn(value: unknown, path: string = '', depth: number = 0): string[] {
  if (Array.isArray(value)) return value.length > 0 ? fieldsIn(value[0], `${path}[]`, depth) : []
  if (!isObject(value) || depth > 3) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!FIELD.test(name)) return []
    const place = path === '' ? name : `${path}.${name}`
    return [place, ...fieldsIn(inner, place, depth + 1)]
  })
}

/**
 * A line in the log about an answer of 4.0 that is not understood, for its owner to send: the path without ids, the
 * code, and the names of its fields. It has no content.
 */
export function logUnknownAnswer({ path }: PlaudCall, body: PlaudBody | undefined): void {
  const route = path.replace(/\?.*$/s, '').replace(/\/(detail|contents|rename)\/[^/]+/, '/$1/:id')
  const fields = fieldsIn(body).slice(0, MOST_FIELDS)
  console.log(JSON.stringify({ unknown_answer: 'recorder', path: route, code: body?.status ?? null, fields }))
}

/** The message for a call that a moved account cannot make here, and its alternative. */
const NOT_OFFERED =
  'this recorder account has moved to Plaud 4.0, of which this version does not know folders, the trash, sharing, merging and AI tasks: the list, search, transcripts, summaries, tabs, audio, renaming, sync and events work'

/** 502 for an operation of 3.0 that is not known of 4.0. It says nothing about the state of the account. */
export const notOffered = () => badGateway(NOT_OFFERED, 'not offered')

/** Throws the error for an envelope's status. Does nothing for a success. */
export function checkEnvelope(upstream: UpstreamContext, { body }: PlaudAnswer): void {
  if (body.status !== 0) throw envelopeFailure(upstream, body)
}

export function envelopeFailure(
  upstream: UpstreamContext,
  { status, msg }: PlaudBody,
  generation?: Generation,
): GatewayError {
  const message = publicMessage(upstream, msg)
  const reason = codeReason(status)
  if (status === MOVED || /\bplaud 4\b|\b(account|user)\b.*\b(migrated|moved|upgraded)\b/i.test(message)) {
    return badGateway(NOT_OFFERED, MOVED_REASON)
  }
  if (REJECTED.has(status) || (generation === 4 ? WORDS_OF_4 : WORDS_OF_3).test(message)) {
    return rejected('recorder', reason)
  }
  if (status === DUPLICATE_NAME) return new GatewayError(409, message || 'this name exists already', { reason })
  if (status === VERSION_CONFLICT) return new GatewayError(409, message || 'the recording has changed', { reason })
  if (status === FILE_NOT_FOUND) return new GatewayError(404, message || 'not found', { reason })
  if (status === GENERIC && /not (found|exist)|no such|does ?n.t exist/i.test(message)) {
    return new GatewayError(404, message, { reason })
  }
  return badGateway(message || `the recorder service answered status ${status}`, reason)
}
