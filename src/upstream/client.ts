import { badGateway, foreignAddress, type GatewayError, misconfigured, timedOut } from '../base/errors.ts'
import type { Group } from '../base/groups.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { RELAY_HEADER, RELAY_TOKEN_HEADER, type Relay, type RelayedProduct } from '../base/url.ts'
import { BudgetSpent, type UpstreamContext } from './context.ts'

/** A product's response of any status, with its whole body. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** With `firstBytes`, instead of `text`: the start of the body. Never rejects. */
  readonly bodyStart?: Promise<string> | undefined
  /** How long to wait, in whole seconds: a valid `Retry-After`, or what a 429 says in words. */
  readonly retryAfter: number | undefined
}

/**
 * The only code that makes upstream calls. It enforces the declared hosts, follows no redirects, counts every call,
 * repeats reads, and stops at the deadline. Throws 504 when no response came in time and 502 when the connection broke.
 */
export async function send(
  upstream: UpstreamContext,
  product: Product,
  request: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const { group, retriedStatuses = RETRIED_STATUSES } = product
  const isRead = request.reads ?? (request.method ?? 'GET') === 'GET'
  checkAddress(product, request)
  const relay = relayFor(upstream.settings, product, request)
  const limited = { ...(product.maxAnswer !== undefined && { maxBytes: product.maxAnswer }), ...request }
  for (let attempt = 0; ; attempt++) {
    if (request.pacing) await request.pacing()
    const answer = upstream.deadline.isOver ? undefined : await attemptOnce(upstream, group, limited, relay)
    if (answer && !retriedStatuses.has(answer.status)) return answer
    const wait = waitBeforeRetry(upstream, answer, attempt)
    const mayRepeat = isRead && attempt < MOST_RETRIES && upstream.budget.callsLeft > 0
    if (mayRepeat && !upstream.deadline.isOver && wait < upstream.deadline.leftMs) await upstream.platform.sleep(wait)
    else if (answer) return answer
    else throw noAnswer(upstream, group, relay)
  }
}

function noAnswer({ deadline }: UpstreamContext, group: Product['group'], relay: Relay | undefined): GatewayError {
  const way = relay ? ', on its way through the relay of RELAY_URL' : ''
  if (deadline.hasPassed) return timedOut(`the ${group} service did not answer in time${way}`)
  return badGateway(`the connection to the ${group} service broke${way}`, deadline.isOver ? 'caller left' : 'broken')
}

const waitBeforeRetry = ({ platform }: UpstreamContext, answer: UpstreamAnswer | undefined, attempt: number) =>
  Math.max((answer?.retryAfter ?? 0) * 1000, backoffMs(attempt, platform.random()))

/** One call. Undefined when the connection broke, the caller disconnected or the deadline passed. */
async function attemptOnce(
  upstream: UpstreamContext,
  group: Product['group'],
  request: UpstreamRequest,
  relay: Relay | undefined,
): Promise<UpstreamAnswer | undefined> {
  const { platform } = upstream
  upstream.budget.spend()
  const started = platform.now()
  const { limitMs } = request
  const limit = limitMs === undefined ? undefined : new AbortController()
  let status: number | undefined
  try {
    const answer = await upstream.deadline.race(exchange(upstream, request, relay, limit?.signal), limitMs)
    // Its own limit has passed, and not the request's.
    if (!answer && !upstream.deadline.isOver) throw timedOut(`the ${group} service did not answer in time`)
    status = answer?.status
    return answer
  } catch (error) {
    if (isLost(error)) return undefined
    limit?.abort()
    throw isOverPlatformLimit(error) ? new BudgetSpent() : error
  } finally {
    upstream.budget.endCall(platform.now() - started, status)
  }
}

/**
 * Whether the connection was lost or aborted, for which workerd throws a plain Error or a DOMException. An error of any
 * other class is a bug of the gateway, such as a TypeError for an invalid header.
 */
const isLost = (error: unknown) =>
  error instanceof DOMException || (error instanceof Error && error.name === 'Error' && !isOverPlatformLimit(error))

/** If SUBREQUESTS is set too high, the platform's own limit applies first, and the call is not sent. */
const isOverPlatformLimit = (error: unknown) => error instanceof Error && /^too many subrequests/i.test(error.message)

async function exchange(
  { platform, deadline }: UpstreamContext,
  request: UpstreamRequest,
  relay: Relay | undefined,
  limit: AbortSignal | undefined,
): Promise<UpstreamAnswer> {
  const response = await platform.fetch(relay ? relayedAddress(relay, request.url) : request.url.href, {
    method: request.method ?? 'GET',
    headers: relay ? relayedHeaders(relay, request.headers) : (request.headers ?? {}),
    body: request.body ?? null,
    redirect: 'manual',
    signal: limit ? AbortSignal.any([deadline.signal, limit]) : deadline.signal,
  })
  if (relay) await checkForwarded(response, request.url)
  const { maybeGzip = false, maxBytes, firstBytes } = request
  const { status, headers } = response
  const bodyStart = firstBytes === undefined ? undefined : readBodyStart(response, firstBytes, platform)
  const text = bodyStart ? '' : await readText(response, maybeGzip, maxBytes)
  const retryAfter = getRetryAfter(response, platform) ?? (status === 429 ? readWait(text) : undefined)
  return { status, headers, text, bodyStart, retryAfter }
}

/** Read only for failures, because each access to a header leaves JavaScript, which costs time. */
function getRetryAfter({ status, headers }: Response, platform: Platform): number | undefined {
  const ms = status < 400 ? undefined : retryAfterMs(headers.get('Retry-After'), platform.now())
  return ms === undefined ? undefined : Math.ceil(ms / 1000)
}

/** A read is repeated at most this often, and after these statuses. */
export const MOST_RETRIES = 2
/** The server is down or did not answer. Cloudflare answers 520 to 527 for a server behind it. */
export const OUTAGES: readonly number[] = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527]
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, ...OUTAGES])

const BASE_MS = 500
const CAP_MS = 8_000

/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, section 10.2.3). Undefined for anything else.
 */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Such as "Try after 3 seconds" and "please wait 2 min". */
const ENGLISH_WAIT =
  /\b(?:in|after|wait)\s+(?:for\s+|about\s+|at least\s+|another\s+)?(\d{1,6}(?:\.\d{1,3})?)\s*(ms|milliseconds?|s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?)?\b/i
/** Such as "3초 후에 다시 시도해 주세요" and "1분만 기다려 주세요". */
const KOREAN_WAIT = /(\d{1,6}(?:\.\d{1,3})?)\s*(초|분|시간)[^.!?\d"]{0,6}(?:후|뒤|기다|대기)/
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, 초: 1, 분: 60, 시간: 3600 }
/** Far more than any refusal has. */
const MOST_WORDS = 4000

/** How long a product's words ask to wait, in whole seconds. Undefined when they name no time. */
export function readWait(words: string): number | undefined {
  const text = words.slice(0, MOST_WORDS)
  const [, count, unit = ''] = ENGLISH_WAIT.exec(text) ?? KOREAN_WAIT.exec(text) ?? []
  const seconds = /^m(?:s|illi)/i.test(unit) ? 0.001 : UNIT_SECONDS[unit.toLowerCase()]
  return count === undefined ? undefined : Math.ceil(Number(count) * (seconds ?? 1))
}

/** The wait before retry number `attempt` (from 0): exponential with full jitter, in milliseconds. */
export const backoffMs = (attempt: number, random: number) => random * Math.min(CAP_MS, BASE_MS * 2 ** attempt)

/**
 * The base URL that paths are appended to, byte for byte: the override of a setting, or the product's own, without a
 * trailing slash.
 */
export const baseUrl = (override: URL | undefined, own: string): string => override?.href.replace(/\/$/, '') ?? own

/** Throws 502 for a URL that is neither the override's nor, over https, one of the product's hosts. */
function checkAddress({ group, hosts }: Product, { url, override }: UpstreamRequest): void {
  const isOwn = url.origin === override?.origin || (url.protocol === 'https:' && !url.port && hosts(url.hostname))
  if (!isOwn || url.username || url.password) throw foreignAddress(group, url)
}

/**
 * The declaration of a product. `client` is the site of an OAuth client (gateway/auth/oauth/clients.ts), and `endpoint`
 * a webhook endpoint (objects/events/message.ts).
 */
export interface Product {
  readonly group: Group | 'client' | 'endpoint'
  /** Whether calls to this host are allowed. The host of an override is allowed as well. */
  readonly hosts: (host: string) => boolean
  /** Its name in RELAY_FOR. Absent for products that no relay forwards. */
  readonly relayedAs?: RelayedProduct
  /** The statuses after which a read is repeated, if they differ from the usual ones. */
  readonly retriedStatuses?: ReadonlySet<number>
  /** The longest of its answers that is read, in bytes, where all of them are small. Defaults to MAX_ANSWER. */
  readonly maxAnswer?: number
}

export interface UpstreamRequest {
  /** Defaults to GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string> | Headers
  body?: string
  /** Whether the call only reads, and so may be repeated. Defaults to true for GET. */
  reads?: boolean
  /** Whether the body may be gzip without a Content-Encoding. */
  maybeGzip?: boolean
  /** The longest body that is read, in bytes. Defaults to the limit of the product. */
  maxBytes?: number
  /** When only the status matters: how many bytes of the body `UpstreamAnswer.bodyStart` reads. */
  firstBytes?: number
  /** The longest that an attempt may take, in milliseconds. After that it is 504, and is not repeated. */
  limitMs?: number | undefined
  /** Waits before each attempt, if the account's calls are spaced out. */
  pacing?: (() => Promise<void>) | undefined
  /** The override of the product's base URL, whose host is then allowed. */
  override?: URL | undefined
}

/**
 * The relay of a call. An override of the product's base URL is used directly, without the relay, and so is a host that
 * the override does not cover.
 */
const relayFor = (settings: Settings, { relayedAs }: Product, { url, override }: UpstreamRequest) =>
  relayedAs === undefined || url.origin === override?.origin ? undefined : settings.relay(relayedAs)

/** The URL at the relay. It contains host, path and query byte for byte. */
const relayedAddress = ({ baseUrl }: Relay, { hostname, pathname, search }: URL): string =>
  `${baseUrl}/${hostname}${pathname}${search}`

function relayedHeaders({ token }: Relay, headers: UpstreamRequest['headers']): Headers {
  const relayed = new Headers(headers)
  relayed.set(RELAY_TOKEN_HEADER, token)
  return relayed
}

/**
 * Checks that a response is the product's, forwarded by the relay. Throws 500 when the relay refused the call, so that
 * nothing was sent, and an ordinary error when the response was lost, as for a broken connection.
 */
async function checkForwarded({ headers, body, status }: Response, { hostname }: URL): Promise<void> {
  const outcome = headers.get(RELAY_HEADER)
  if (outcome === 'forwarded') return
  await body?.cancel()
  if (outcome !== 'refused') throw new Error('the relay has no answer of the product')
  if (status === 401) throw misconfigured('RELAY_TOKEN is not the token of the relay at RELAY_URL')
  throw misconfigured(`the relay at RELAY_URL does not forward calls to ${hostname}: update the relay`)
}

/**
 * The longest response of a product that is read, in bytes. Parsed, it takes several times as much memory, and an
 * isolate has 128 MB.
 */
export const MAX_ANSWER = 10 * 1024 * 1024

const GZIP_MAGIC = [0x1f, 0x8b] as const

/** The initial buffer for a body of unknown length, in bytes. Most responses are smaller. */
const FIRST_ROOM = 32 * 1024

/**
 * Reads a body as text. Throws 502 for more than `most` bytes. A body of known length is read at once, any other is
 * counted as it arrives. Gzip without a Content-Encoding is decompressed.
 */
export async function readText(response: Response, maybeGzip: boolean, most = MAX_ANSWER): Promise<string> {
  const length = response.headers.get('Content-Length')
  if (length !== null && Number(length) > most) throw tooLarge(most)
  const isCounted = length === null || response.headers.has('Content-Encoding')
  if (!isCounted && !maybeGzip) return response.text()
  if (!response.body) return ''
  const read = isCounted
    ? readBytes(response.body, most)
    : response.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  try {
    const bytes = await read
    const isGzip = maybeGzip && bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1]
    return new TextDecoder().decode(isGzip ? await gunzip(bytes, most) : bytes)
  } catch (error) {
    throw toDecompressionError(error)
  }
}

/**
 * The bytes of a compressed body that are decompressed at once. The runtime decompresses everything that it gets,
 * whether it is read or not, and zeros become a thousand times as long: a whole body would fill the memory before its
 * size is known.
 */
const GZIP_CHUNK = 16 * 1024

function gunzip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip')
  // An error here reaches the reader as well.
  writeInChunks(writable, bytes).catch(() => {})
  return readBytes(readable, most, unpackedLength(bytes) + 1)
}

async function writeInChunks(writable: WritableStream<BufferSource>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = writable.getWriter()
  for (let at = 0; at < bytes.byteLength; at += GZIP_CHUNK) await writer.write(bytes.subarray(at, at + GZIP_CHUNK))
  await writer.close()
}

/** The length in gzip's last four bytes. It only saves copies, and nothing relies on it. */
const unpackedLength = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  byteLength < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(byteLength - 4, true)

/**
 * All bytes of a stream. Throws 502 for more than `most`. The runtime fills each buffer by itself, while reading chunk
 * by chunk costs a turn of JavaScript for every 4 KiB.
 *
 * @param room the initial buffer size in bytes
 */
async function readBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  room = FIRST_ROOM,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(body)
  let buffer = new ArrayBuffer(Math.min(room, most + 1))
  for (let size = 0; ; ) {
    const { done, value } = await reader.readAtLeast(buffer.byteLength - size, new Uint8Array(buffer, size))
    if (!value) return new Uint8Array(0)
    buffer = value.buffer as ArrayBuffer
    size += value.byteLength
    if (done) return new Uint8Array(buffer, 0, size)
    if (size > most) {
      await reader.cancel()
      throw tooLarge(most)
    }
    if (size === buffer.byteLength) buffer = buffer.transfer(Math.min(2 * size, most + 1))
  }
}

/**
 * Streams of the runtime can be read into a given buffer. One that is written in JavaScript is piped through such a
 * stream.
 */
function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return body.pipeThrough(new IdentityTransformStream()).getReader({ mode: 'byob' })
  }
}

/**
 * The runtime throws a TypeError for a body that cannot be decompressed. A lost connection is an error of another
 * class.
 */
const toDecompressionError = (error: unknown): unknown =>
  error instanceof TypeError ? badGateway('the upstream response could not be decompressed', 'broken') : error

const tooLarge = (most: number) => {
  const size = most < 2 ** 20 ? `${most / 1024} KiB` : `${most / 2 ** 20} MiB`
  return badGateway(`the answer of the upstream service is larger than ${size}`, 'too large')
}

/** How long to wait for the start of a body, in milliseconds. Most bodies arrive together with their headers. */
const BODY_START_MS = 500

/**
 * The start of a body as text: at most this many bytes, as far as they arrived in time. A body that breaks off, never
 * ends or cannot be decompressed yields what was received. Never rejects.
 */
async function readBodyStart({ body }: Response, most: number, { timer }: Platform): Promise<string> {
  if (!body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    for (let size = 0; size < most; ) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value.subarray(0, most - size), { stream: true })
      size += value.byteLength
    }
  }
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const cancelTimer = timer(BODY_START_MS, resolve)
  await Promise.race([read().catch(() => {}), over])
  cancelTimer()
  reader.cancel().catch(() => {})
  return text
}
