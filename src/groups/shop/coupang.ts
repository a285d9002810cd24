import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { UrlSetting } from '../../base/env.ts'
import { badGateway, GatewayError, hasStatus, timedOut } from '../../base/errors.ts'
import { at, isObject, type JsonObject, number, text, tryParseJson } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import { formatRefusedAddress, type RelayedProduct } from '../../base/url.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  baseUrl,
  OUTAGES,
  type Product,
  readWait,
  send,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials.ts'
import { isHtml, publicMessage, rejected, requiredFields, toFailure } from '../../upstream/failures.ts'
import { CONSUMER_HOST, SELLER_HOST } from '../hosts.ts'
import { noteLimited } from './pace.ts'

/** The product behind the shop group: Coupang, with its sellers' and its customers' side. */
const SIDES = {
  SHOP_SELLER_URL: { host: SELLER_HOST, relayedAs: 'shop-seller' },
  SHOP_CONSUMER_URL: { host: CONSUMER_HOST, relayedAs: 'shop-consumer' },
} as const satisfies Partial<Record<UrlSetting, { host: string; relayedAs: RelayedProduct }>>

// Never repeats a 4xx, not even 429: callers that repeat errors are blocked, sometimes permanently.
const RETRIED_STATUSES = new Set(OUTAGES)
/** For a wide window, which is divided after 504. */
const RETRIED_IF_WIDE = new Set(OUTAGES.filter((status) => status !== 504))

interface CoupangRequest extends Pick<UpstreamRequest, 'method' | 'headers' | 'body' | 'reads' | 'limitMs'> {
  isWide?: boolean
}

/** Sends one request. `pathAndQuery`, from the root of the URL, is sent byte for byte. */
function sendToCoupang(
  upstream: UpstreamContext,
  setting: keyof typeof SIDES,
  pathAndQuery: string,
  { isWide = false, ...request }: CoupangRequest,
): Promise<UpstreamAnswer> {
  const override = upstream.settings.url(setting)
  const { host, relayedAs } = SIDES[setting]
  const retriedStatuses = isWide ? RETRIED_IF_WIDE : RETRIED_STATUSES
  const hosts = (name: string) => name === host
  const side: Product = { group: 'shop', hosts, relayedAs, retriedStatuses, maxAnswer: 4 * 2 ** 20 }
  const url = new URL(baseUrl(override, `https://${host}`) + pathAndQuery)
  return send(upstream, side, { reads: true, ...request, url, override })
}

/**
 * An id of up to 19 digits, unchanged. Beyond 2^53 - 1 the upstream client returns a string. Null for anything else.
 */
export const exactId = (value: unknown): string | number | null =>
  typeof value === 'number' ? (Number.isSafeInteger(value) ? value : null) : text(value)

/** An amount: a number in version 4 of the product's API, an object with units and nanos since. */
export function readMoney(value: unknown): number | null {
  const units = number(at(value, 'units') ?? value)
  return units === null ? null : units + (number(at(value, 'nanos')) ?? 0) / 1e9
}

/** A connection to the two accounts of the shop, for one request. Each is required only by the calls that use it. */
export interface Connection {
  /** Calls the customers' side, with the session of the connected customer. Returns the parsed JSON. */
  callAsConsumer(path: string): Promise<unknown>
  /** Calls the sellers' side, signed with the keys of the connected vendor. Returns the envelope of a success. */
  callAsSeller(call: SellerCall): Promise<JsonObject>
  vendorId(): Promise<string>
  readonly upstream: UpstreamContext
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  /** After a rejection, the next request reads the account again, so that a reconnected one works at once. */
  const clearRejected = async <Answer>(product: 'shop-seller' | 'shop-consumer', answer: Promise<Answer>) => {
    try {
      return await answer
    } catch (error) {
      if (hasStatus(error, 401)) clearCredentialCache(upstream, product)
      if (product === 'shop-seller' && hasStatus(error, 429)) await noteLimited(upstream)
      throw error
    }
  }

  /** The operations that this account is not offered in today's version. */
  const outdated = new Set<string>()

  return {
    upstream,
    vendorId: async () => (await readCredentials(upstream, 'shop-seller')).SHOP_VENDOR_ID,
    async callAsConsumer(path) {
      const { SHOP_SESSION: session } = await readCredentials(upstream, 'shop-consumer')
      return clearRejected('shop-consumer', callConsumer(upstream, session, path))
    },
    async callAsSeller(call) {
      const secrets = await readCredentials(upstream, 'shop-seller')
      const keys = {
        vendorId: secrets.SHOP_VENDOR_ID,
        accessKey: secrets.SHOP_ACCESS_KEY,
        secretKey: secrets.SHOP_SECRET_KEY,
      }
      const send = (one: SellerCall) => clearRejected('shop-seller', callSeller(upstream, keys, one))
      const { earlier } = call
      if (!earlier) return send(call)
      try {
        if (!outdated.has(earlier.of)) return await send(call)
      } catch (error) {
        if (!(error instanceof InterfaceChanged)) throw error
        outdated.add(earlier.of)
      }
      return send({ ...call, ...earlier })
    },
  }
}

interface SellerKeys {
  accessKey: string
  secretKey: string
}

interface SignedTarget {
  /** Sent unchanged after the origin, because the signature covers exactly these bytes. */
  pathAndQuery: string
  headers: { Authorization: string }
  /** 64 hexadecimal digits. The signature is valid for this request until it expires, so it is a secret. */
  signature: string
}

/**
 * A query that no URL parser rewrites: `:` is not escaped, as in the product's samples. The `+` of an offset is `%2B`.
 */
export const queryString = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encoded(value)}`).join('&')

const encoded = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll("'", '%27')

/**
 * Signs one request. The signature is valid for minutes, so every attempt needs a new one.
 * @param path absolute and already escaped
 * @param query without the `?`, already escaped; may be empty
 * @param now epoch milliseconds
 */
export async function sign(
  method: string,
  path: string,
  query: string,
  { accessKey, secretKey }: SellerKeys,
  now: number,
): Promise<SignedTarget> {
  const date = `${new Date(now).toISOString().slice(2, 19).replace(/[-:]/g, '')}Z`
  const signature = await hmacHex(secretKey, date + method + path + query)
  return {
    pathAndQuery: query ? `${path}?${query}` : path,
    headers: {
      Authorization: `CEA algorithm=HmacSHA256, access-key=${accessKey}, signed-date=${date}, signature=${signature}`,
    },
    signature,
  }
}

async function hmacHex(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An account of the sellers' side, which is the Open API. */
interface SellerAccount extends SellerKeys {
  /** Part of the path of most calls. */
  vendorId: string
}

interface SellerRequest {
  path: (vendorId: string) => string
  parameters?: readonly (readonly [name: string, value: string])[]
}

interface SellerCall extends SellerRequest {
  /** The same read in the previous version, for an account that is not offered this one. */
  earlier?: SellerRequest & { readonly of: string }
  /** Makes it a POST unless said otherwise; a text is sent as it is. */
  body?: object | string
  method?: 'GET' | 'PUT' | 'POST'
  /** Whether it changes something, so that it is sent once only. */
  changes?: boolean
  /** Whether a failure of the product is an answer nevertheless. */
  isAnswer?: (body: JsonObject) => boolean
  /** Whether the answer is a list without an envelope. It is returned as `data`. */
  isList?: boolean
  limits?: CallLimits
}

/** The limits of a read that smaller ones can replace. */
export interface CallLimits {
  /** The longest that it may take, in milliseconds. */
  limitMs?: number | undefined
  /** Whether it is divided after 504, and so not repeated. */
  isWide?: boolean
  /** Whether it is not repeated at all. */
  isOnce?: boolean
}

const required = requiredFields('shop', '', 'code')

/** Makes one signed call. Returns the envelope of a success. Throws the error for a failed status or `code`. */
async function callSeller(
  upstream: UpstreamContext,
  { vendorId, ...keys }: SellerAccount,
  {
    path,
    parameters = [],
    body,
    method = body ? 'POST' : 'GET',
    changes = false,
    isAnswer,
    isList,
    limits = {},
  }: SellerCall,
): Promise<JsonObject> {
  const { isOnce = false, ...time } = limits
  const leftMs = Math.max(0, Math.floor(Math.min(upstream.deadline.leftMs, time.limitMs ?? Infinity)))
  const signed = await sign(method, path(vendorId), queryString(parameters), keys, upstream.platform.now())
  upstream.redactor.add(signed.signature)
  const answer = await sendToCoupang(upstream, 'SHOP_SELLER_URL', signed.pathAndQuery, {
    method,
    headers: {
      ...signed.headers,
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Requested-By': vendorId,
      // Without it the product gives up after 3 s.
      'X-EXTENDED-TIMEOUT': String(leftMs),
    },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    reads: !changes && !isOnce,
    ...time,
  })
  return readEnvelope(upstream, answer, { isAnswer, isList })
}

/** `code` is a number in one part of the API and a word in the other. */
const SUCCESS_CODES: ReadonlySet<unknown> = new Set([200, '200', 'SUCCESS'])

function readEnvelope(
  upstream: UpstreamContext,
  answer: UpstreamAnswer,
  { isAnswer, isList = false }: { [Name in 'isAnswer' | 'isList']: SellerCall[Name] | undefined },
): JsonObject {
  const json = tryParseJson(answer.text)
  if (isObject(json) && isAnswer?.(json)) return json
  const isDone = answer.status >= 200 && answer.status < 300 && !isHtml(answer)
  if (isDone && isList && Array.isArray(json)) return { code: 200, data: json }
  if (!isDone) throw sellerFailure(upstream, answer, json)
  const envelope = required('', isObject(json) ? json : undefined)
  // An envelope with data but no code is a success. One without both is not a response of the product.
  const code = envelope.code ?? (envelope.data === undefined ? undefined : 200)
  if (!SUCCESS_CODES.has(required('code', code))) throw sellerFailure(upstream, answer, json)
  return envelope
}

/** A failure may lack `code`. */
const errorBody = lazy(() =>
  z.catch(z.object({ code: z.catch(z.coerce.number(), 0), message: z.catch(z.string(), '') }), {
    code: 0,
    message: '',
  }),
)

/** The product does not offer a call in this version, for this account or any more. It has done nothing. */
export class InterfaceChanged extends GatewayError {
  constructor(words: string) {
    super(502, `the interface of the shop service has changed: ${words || 'it does not know this call'}`, {
      reason: 'shape interface',
    })
  }
}

/** The words of the product's gateway for a path, version or method that it does not have. */
const NOT_OFFERED =
  /\bprecondition[ -]?failed\b|\bno (?:exactly )?matching api\b|\bapi specification\b|\bendpoint not found\b/i

/** The error for a failure of the sellers' side, by its status or by `code` inside a 200. */
function sellerFailure(upstream: UpstreamContext, answer: UpstreamAnswer, body: unknown): GatewayError {
  const closed = maintenanceFailure(answer)
  if (closed) return closed
  const { code, message } = errorBody().parse(body)
  const status = answer.status < 300 && code >= 400 && code <= 599 ? code : answer.status
  const text = publicMessage(upstream, message)

  // First, whatever the status: told as a rejected key, people replace a sound key.
  const words = failureText(answer, message, body)
  if (refusesAddress(words)) return addressRefused(upstream, words)
  const named = `${at(body, 'code')} ${words}`.replaceAll('_', ' ')
  if (status < 500 && NOT_OFFERED.test(named)) return new InterfaceChanged(text)
  // The vendor's id is part of the path and comes from the deployment. A wrong one is refused with 400 or 404.
  if (status === 401 || /invalid vendor id/i.test(text)) return rejected('shop')
  if (status < 500 && /does not exist|존재하지 않/i.test(text)) {
    return new GatewayError(404, text, { reason: `upstream ${status}` })
  }
  // The product took longer than X-EXTENDED-TIMEOUT allows.
  if (status === 504) return timedOut('the shop service did not answer in time')
  const retryAfter = answer.retryAfter ?? (status === 429 ? readWait(words) : undefined)
  return toFailure(upstream, 'shop', { ...answer, status, retryAfter }, message)
}

/** The product accepts calls only from registered IP addresses, and the platform gives a Worker no fixed one. */
function addressRefused({ settings }: UpstreamContext, words: string): GatewayError {
  const [address] = ADDRESS.exec(words) ?? []
  const isRelayed = (settings.url('SHOP_SELLER_URL') ?? settings.relay('shop-seller')) !== undefined
  return new GatewayError(403, formatRefusedAddress({ address, isRelayed }), { reason: 'setting' })
}

/** The text of a failure, in any field. A page, and a failure inside a success, count by their message only. */
function failureText(answer: UpstreamAnswer, message: string, body: unknown): string {
  const isOwn = answer.status >= 300 && !isHtml(answer)
  const words = isOwn ? JSON.stringify(body ?? answer.text) : message
  return words.slice(0, MOST_WORDS).replaceAll('_', ' ')
}

/** Far more than any failure has. */
const MOST_WORDS = 2000

/** An IPv4 or IPv6 address. */
const ADDRESS =
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:(?:[\da-f]{1,4}:){7}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}:){0,6})[\da-f]{1,4}(?![\w:]|\.\d)/i

/** The words announce an address that may not call, in the wordings that are known and others. */
const refusesAddress = (words: string): boolean =>
  (/\bips?\b|아이피/i.test(words) || ADDRESS.test(words)) && NOT_ALLOWED.test(words) && !LIMITED.test(words)

const NOT_ALLOWED =
  /\bnot\b[^.]{0,40}\b(?:allow|permit|regist|authori[sz]|approv|accept|trust|match)|\b(?:un|non-?)(?:regist|authori[sz]|known|trusted)|\b(?:denied|forbidden|disallowed|restricted|invalid)\b|\bregister|\b(?:white|allow)-?\s?list|허용|허가|등록|거부|제한/i

/** Too many calls of an address are no reason to register it. */
const LIMITED = /\btoo many\b|\brate\b|\bexceed|초과/i

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export const requiredOnPage = requiredFields('shop', '', 'orderList')

/**
 * Calls the customers' side, the unofficial API of the site, with a customer's session. Returns the parsed JSON. Throws
 * 401 when the session has expired.
 */
async function callConsumer(upstream: UpstreamContext, session: string, path: string): Promise<unknown> {
  for (const value of cookieValues(session)) upstream.redactor.add(value)
  const answer = await sendToCoupang(upstream, 'SHOP_CONSUMER_URL', path, {
    headers: { Accept: 'application/json', Cookie: session, 'User-Agent': USER_AGENT },
  })
  const closed = maintenanceFailure(answer)
  if (closed) throw closed
  if (isSignedOut(answer)) throw rejected('shop')
  if (answer.status !== 200 || isHtml(answer)) throw failure(upstream, answer)
  const json = tryParseJson(answer.text)
  return requiredOnPage('', isObject(json) ? json : undefined)
}

/** The values to redact. Short values occur in many texts by chance, and redacting them would garble these texts. */
const cookieValues = (session: string) =>
  session
    .split(';')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
    .filter((value) => value.length >= 8)

/** Signs of an expired session: 401, a redirect to the login, or the login page instead of data. */
function isSignedOut(answer: UpstreamAnswer): boolean {
  const { status, headers } = answer
  if (status >= 300 && status < 400) return leadsToLogin(headers.get('Location') ?? '')
  return status === 401 || (status === 200 && isLoginPage(answer))
}

/** The path counts as well, because a relay may rewrite the host of the login. */
function leadsToLogin(location: string): boolean {
  const target = URL.parse(location, 'https://mc.coupang.com')
  return target !== null && (target.hostname === 'login.coupang.com' || target.pathname.startsWith('/login/'))
}

const pageErrorBody = lazy(() => z.object({ message: z.string() }))

function failure(upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError {
  if (answer.status === 403 && isHtml(answer)) {
    return badGateway(
      'the shop service takes this gateway for a robot: try later, or use a relay (RELAY_FOR with shop-consumer)',
      'page',
    )
  }
  return toFailure(upstream, 'shop', answer, pageErrorBody().safeParse(tryParseJson(answer.text)).data?.message)
}

function isLoginPage(answer: UpstreamAnswer): boolean {
  if (!isHtml(answer)) return false
  const title = getTitle(answer.text)
  if (CLOSED.test(title)) return false
  return /로그인|log ?in|sign ?in/i.test(title) || PASSWORD.test(answer.text) || GOES_TO_LOGIN.test(answer.text)
}

/** The error for a shop that is closed for a while. It says nothing about the account. Undefined for other responses. */
function maintenanceFailure(answer: UpstreamAnswer): GatewayError | undefined {
  const { status, headers, text } = answer
  // A limit of calls may be a page, too, and says when to call again.
  if (status === 429 || isLoginPage(answer)) return undefined
  const isClosed = isHtml(answer) ? CLOSED.test(text) : /maintenance/i.test(headers.get('Location') ?? '')
  return isClosed ? badGateway('the shop is being maintained: try again later', `upstream ${status}`) : undefined
}

/** The words of a page that the product sends while the shop is closed. */
const CLOSED =
  /점검|(?:작업|준비|업데이트) ?중|(?:서비스|이용|접속|일시)[^<>]{0,20}중[단지]|maintenance|be (?:right )?back|temporarily (?:closed|down)/i
const PASSWORD = /<input\b[^>]{0,500}\btype=["']?password/i
/** A script or a refresh that goes to the login. A link alone is on other pages as well. */
const GOES_TO_LOGIN =
  /(?:\blocation\b[^;<>]{0,40}|http-equiv=["']?refresh[^>]{0,80})(?:\/\/login\.coupang\.com|["'=]\/login\/)/i

const getTitle = (html: string) => /<title[^>]{0,100}>([^<]{0,500})/i.exec(html)?.[1] ?? ''
