import type { Context } from 'hono'
import { sha256Hex } from '../../base/crypto.ts'
import { badInput, misconfigured } from '../../base/errors.ts'
import type { Secrets } from '../../base/groups.ts'
import { isObject, member } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import { proOrPayment } from '../../gateway/operation-type.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { type Product, send } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials.ts'
import {
  API_VERSIONS,
  type ApiVersion,
  hostOfHeader,
  hostOfSetting,
  isPaymentHost,
  type PaymentHost,
} from '../hosts.ts'
import {
  type AutopayCharge,
  type BillToEnd,
  type BillToSend,
  type ConnectionHeaders,
  CREDENTIAL_HEADERS,
  type NamedBill,
} from './group.ts'
import { readPhone } from './phone.ts'
import { type CallOptions, type ProductOutcome, productOutcome, readAnswer } from './results.ts'

/** A connection to the payment account, for one request. */
export interface Connection {
  readonly upstream: UpstreamContext
  /** Whether it is the deployment's own account, not one from request headers. */
  readonly isStored: boolean
  /** The account, read at first use. Throws like `readAccount`. */
  account(): Promise<PaymentAccount>
  /** Calls the product. A change is sent only once. Throws 502 or 504 when there is no response. */
  call(call: ProductCall, options: CallOptions): Promise<ProductOutcome>
}

type Request = Context<AppEnv, string, { out: { header: ConnectionHeaders } }>

export function connect(c: Request): Connection {
  const state = c.get('state')
  const headers = withMode(state.upstream, c.req.valid('header'))
  return createConnection(state.upstream, headers['X-Payment-Mode'] === true, () => readAccount(state, headers))
}

/** A connection to the deployment's own account, for an operation that has no other. */
export function connectStored(c: Context<AppEnv>): Connection {
  const state = c.get('state')
  return createConnection(state.upstream, true, () => readOwnAccount(state))
}

/** A connection to the deployment's own account, for work outside of a request. */
export const storedConnection = (upstream: UpstreamContext): Connection =>
  createConnection(upstream, true, () => readStoredAccount(upstream))

/** An account that the request or its key names is the same as X-Payment-Mode, unless the request brings another one. */
function withMode(upstream: UpstreamContext, headers: ConnectionHeaders): ConnectionHeaders {
  const isBrought = CREDENTIAL_HEADERS.some((name) => headers[name])
  return { ...headers, 'X-Payment-Mode': headers['X-Payment-Mode'] || (upstream.isNamed('payment') && !isBrought) }
}

function createConnection(
  upstream: UpstreamContext,
  isStored: boolean,
  read: () => Promise<PaymentAccount>,
): Connection {
  const account = lazy(read)
  const call: Connection['call'] = async (call, options) => callPayssam(upstream, await account(), call, options)
  return { upstream, isStored, account, call }
}

/** One call to the product: always a JSON POST to the connection's base URL plus this path. */
export interface ProductCall {
  path: string
  body: Readonly<Record<string, unknown>>
}

/** A bill with a fixed id, so that it can be read if a response is lost. */
type Identified<Bill extends { bill_id?: string | undefined }> = Bill & { bill_id: string }

/**
 * How one version of the product's API formats calls. Nothing is sent here. Throws 400 with the
 * field for input that cannot be sent.
 */
export interface Generation {
  request(account: PaymentAccount, bill: Identified<BillToSend>): Promise<ProductCall>
  resend(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  read(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  cancel(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  destroy(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  /** The points of each purse that the version can read. */
  points: Readonly<Record<'partner', PointsCall> & Partial<Record<'shop', PointsCall>>>
  /** Passed on unchanged, plus the connection, and the hash if the body has a bill id and a price without one. */
  manageAutopay(account: PaymentAccount, body: Readonly<Record<string, unknown>>): Promise<ProductCall>
  requestAutopay(account: PaymentAccount, charge: Identified<AutopayCharge>): Promise<ProductCall>
}

type PointsCall = (account: PaymentAccount) => ProductCall

/** The input of a hash: exactly the texts in the request that contains it. */
interface HashParts {
  bill_id: string
  /** Digits only. Absent when the request contains no phone. */
  phone?: string | undefined
  /** Digits only, without separators. */
  price: string
}

/**
 * The product's hash, as lower-case hex. It has three parts if the request contains a phone, two if not. The product
 * refuses a hash with a phone when the request has none.
 */
export const billHash = ({ bill_id, phone, price }: HashParts): Promise<string> =>
  sha256Hex([bill_id, ...(phone === undefined ? [] : [phone]), price].join(','))

const authV1 = ({ apiKey, memberId, merchantId }: PaymentAccount) => ({
  apikey: apiKey,
  member: memberId,
  merchant: merchantId,
})

/** Bill fields are in `bill` for calls that create a bill, and next to the connection in all others. */
export const v1: Generation = {
  async request(account, { bill_id, product_nm, message, member_nm, expire_dt, callback_url, ...bill }) {
    const phone = readPhone(bill.phone).digits
    const price = String(bill.price)
    return {
      path: account.sends === 'url' ? '/if/bill/url' : '/if/bill/send',
      body: {
        ...authV1(account),
        bill: {
          bill_id,
          product_nm,
          message,
          member_nm,
          phone,
          price,
          hash: await billHash({ bill_id, phone, price }),
          expire_dt,
          callbackURL: callback_url,
        },
      },
    }
  },

  resend: async (account, { bill_id }) => ({ path: '/if/bill/resend', body: { ...authV1(account), bill_id } }),

  read: async (account, { bill_id }) => ({ path: '/if/bill/read', body: { ...authV1(account), bill_id } }),

  async cancel(account, { bill_id, price }) {
    return { path: '/if/bill/cancel', body: { ...authV1(account), ...(await hashedV1(bill_id, price)) } }
  },

  async destroy(account, { bill_id, price }) {
    return { path: '/if/bill/destroy', body: { ...authV1(account), ...(await hashedV1(bill_id, price)) } }
  },

  points: { partner: ({ apiKey }) => ({ path: '/if/read/remain_count', body: { apikey: apiKey } }) },

  // bill_type M changes a registered payment method.
  async manageAutopay(account, body) {
    const bill = { bill_type: 'M', ...(await withHash(billIn(body) ?? {}, 'bill_id')) }
    return { path: '/if/rp/manage', body: { ...(await withHash(body, 'bill_id')), bill, ...authV1(account) } }
  },

  // bill_type PE is recurring: it charges the payment method that the customer registered.
  async requestAutopay(account, { customer, bill_id, product_nm, price }) {
    const bill = { product_nm, bill_type: 'PE', ...(await hashedV1(bill_id, price)) }
    return { path: '/if/bill/url', body: { ...authV1(account), customer, bill } }
  },
}

async function hashedV1(bill_id: string, price: number) {
  const digits = String(price)
  return { bill_id, price: digits, hash: await billHash({ bill_id, price: digits }) }
}

/** "Payment cancelled", for the customer; the product takes at most 20 characters. */
const CANCEL_REASON = '결제 취소'

const authV2 = ({ apiKey, memberId, merchantId }: PaymentAccount) => ({
  apiKey,
  member: memberId,
  merchant: merchantId,
})

/** Bill fields are always in `bill`, and response fields in `data`. */
export const v2: Generation = {
  async request(account, { bill_id, product_nm, message, member_nm, expire_dt, callback_url, ...bill }) {
    const phone = readPhone(bill.phone).digits
    const price = String(bill.price)
    return {
      path: '/bill',
      body: {
        ...authV2(account),
        bill: {
          billId: bill_id,
          productName: product_nm,
          message,
          memberName: member_nm,
          phone,
          price,
          hash: await billHash({ bill_id, phone, price }),
          expireDt: expire_dt,
          callbackUrl: callback_url,
          sendType: account.sends === 'url' ? 'URL' : 'TALK',
        },
      },
    }
  },

  resend: async (account, { bill_id }) => ({ path: '/bill/resend', body: named(account, bill_id) }),

  read: async (account, { bill_id }) => ({ path: '/bill/read', body: named(account, bill_id) }),

  async cancel(account, { bill_id, price }) {
    const bill = { ...(await hashedV2(bill_id, price)), cancelReason: CANCEL_REASON }
    return { path: '/bill/cancel', body: { ...authV2(account), bill } }
  },

  async destroy(account, { bill_id, price }) {
    return { path: '/bill/destroy', body: { ...authV2(account), bill: await hashedV2(bill_id, price) } }
  },

  points: {
    partner: ({ apiKey }) => ({ path: '/read/remain_count', body: { apiKey } }),
    shop: (account) => ({ path: '/read/merchant/remain_count', body: authV2(account) }),
  },

  async manageAutopay(account, body) {
    const bill = billIn(body)
    const fields = await withHash(body, 'billId')
    return {
      path: '/rp/manage',
      body: { ...fields, ...(bill && { bill: await withHash(bill, 'billId') }), ...authV2(account) },
    }
  },

  // Only the path of this call is documented. Its fields follow the other calls and v1.
  async requestAutopay(account, { customer, bill_id, product_nm, price }) {
    const bill = { productName: product_nm, ...(await hashedV2(bill_id, price)) }
    return { path: '/bill/rp', body: { ...authV2(account), customer, bill } }
  },
}

const named = (account: PaymentAccount, bill_id: string) => ({ ...authV2(account), bill: { billId: bill_id } })

async function hashedV2(bill_id: string, price: number) {
  const digits = String(price)
  return { billId: bill_id, price: digits, hash: await billHash({ bill_id, price: digits }) }
}

/** The product behind the payment group: PaySsam, in both versions of its API. */
const payssam: Product = { group: 'payment', hosts: isPaymentHost, relayedAs: 'payment', maxAnswer: 2 ** 20 }

const GENERATIONS: Readonly<Record<ApiVersion, Generation>> = { v1, v2 }

/** How calls for this account are formatted. */
export const getGeneration = ({ apiVersion }: PaymentAccount): Generation => GENERATIONS[apiVersion]

/** The only function that sends. Throws 502 or 504 when there is no response. */
export async function callPayssam(
  upstream: UpstreamContext,
  account: PaymentAccount,
  { path, body }: ProductCall,
  options: CallOptions,
): Promise<ProductOutcome> {
  const { baseUrl, apiKey, memberId, merchantId } = account
  for (const secret of [apiKey, memberId, merchantId]) upstream.redactor.add(secret)
  const answer = await send(upstream, payssam, {
    method: 'POST',
    url: new URL(baseUrl + path),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    reads: options.reads,
  })
  const outcome = productOutcome(upstream, answer, readAnswer(answer.text), options)
  if ('refusal' in outcome && outcome.refusal.status === 401) clearCredentialCache(upstream, 'payment')
  return outcome
}

type Fields = Readonly<Record<string, unknown>>

/** The `bill` of a body that is passed on. Undefined without one. Throws 400 when it is no object. */
function billIn({ bill }: Fields): Fields | undefined {
  if (bill === undefined || isObject(bill)) return bill
  throw badInput('bill: must be an object')
}

/**
 * The fields to pass on: the price as text, as the product requires, and the hash if a bill id and a price have none.
 */
async function withHash(fields: Fields, idName: 'bill_id' | 'billId'): Promise<Fields> {
  const { [idName]: bill_id, hash, phone } = fields
  const price = priceText(fields.price)
  if (price === undefined) return fields
  const exact = { ...fields, price }
  if (hash || typeof bill_id !== 'string') return exact
  return { ...exact, hash: await billHash({ bill_id, phone: typeof phone === 'string' ? phone : undefined, price }) }
}

/** The amount in won that the fields request. 0 without one. An invalid price is refused when the fields are sent. */
export const amountIn = (fields: Fields): number =>
  Math.max(0, ...[fields.price, member(fields.bill, 'price')].map(Number).filter(Number.isFinite))

/** At most ten digits, from text or an integer. Nothing is rounded. */
function priceText(price: unknown): string | undefined {
  if (price === undefined) return undefined
  const text = typeof price === 'number' ? String(price) : price
  if (typeof text === 'string' && /^\d{1,10}$/.test(text)) return text
  throw badInput('price: must be an integer of at most 10 digits')
}

/** The account of a request, and its host: the five connection fields of the contract, validated. */
export interface PaymentAccount extends PaymentHost {
  apiKey: string
  memberId: string
  merchantId: string
  /** The business number, ten digits. */
  businessNumber: string
}

/** The ten digits of a Korean business number, with or without hyphens. Undefined for anything else. */
export const businessNumberDigits = (text: string): string | undefined =>
  /^\d{3}-?\d{2}-?\d{5}$/.test(text) ? text.replaceAll('-', '') : undefined

/**
 * The account of a request, named in one of two ways. Throws 400 that names both ways when the headers contain neither,
 * both, or only a part of one. Throws 400 or 500 for an invalid value, and 401 when no account is stored.
 */
async function readAccount(state: RequestState, headers: ConnectionHeaders): Promise<PaymentAccount> {
  const {
    'X-Payment-Mode': stored,
    'X-Payment-Host': host,
    'X-Payment-Api-Key': apiKey,
    'X-Payment-Member-ID': memberId,
    'X-Payment-Merchant-ID': merchantId,
    'X-Payment-Business-Number': number,
  } = headers
  if (stored && !(host || apiKey || memberId || merchantId || number)) return readOwnAccount(state)
  if (stored || !host || !apiKey || !memberId || !merchantId || !number) {
    throw badInput(
      'connection: send either X-Payment-Mode: true, or all of X-Payment-Host, X-Payment-Api-Key, X-Payment-Member-ID, X-Payment-Merchant-ID and X-Payment-Business-Number',
    )
  }
  const businessNumber = businessNumberDigits(number)
  if (!businessNumber) throw badInput('X-Payment-Business-Number: must be ten digits, as 1234567890 or 123-45-67890')
  return { ...hostOfHeader(host), apiKey, memberId, merchantId, businessNumber }
}

/**
 * The deployment's own account, for a request. The deployment's licence must open it, whatever the licence of a named
 * key.
 */
async function readOwnAccount({ settings, upstream }: RequestState): Promise<PaymentAccount> {
  if (!proOrPayment.admits.includes(settings.licence)) throw proOrPayment.refuse(settings.serviceName)
  return readStoredAccount(upstream)
}

/** The deployment's own account, for work outside of a request. */
async function readStoredAccount(upstream: UpstreamContext): Promise<PaymentAccount> {
  const { settings } = upstream
  const secrets = await readCredentials(upstream, 'payment')
  const { host, businessNumber } = parseAccount(secrets)
  const named = settings.env.PAYMENT_API_VERSION || host.apiVersion
  const apiVersion = API_VERSIONS.find((version) => version === named)
  if (!apiVersion) throw misconfigured(`PAYMENT_API_VERSION must be one of ${API_VERSIONS.join(', ')}`)
  return {
    ...host,
    apiVersion,
    apiKey: secrets.PAYMENT_API_KEY,
    memberId: secrets.PAYMENT_MEMBER_ID,
    merchantId: secrets.PAYMENT_MERCHANT_ID,
    businessNumber,
  }
}

/** Parses the secrets of an account. Throws 500 with the name of a setting whose value no call can use. */
export function parseAccount({ PAYMENT_HOST = '', PAYMENT_BUSINESS_NUMBER = '' }: Secrets) {
  const host = hostOfSetting(PAYMENT_HOST)
  const businessNumber = businessNumberDigits(PAYMENT_BUSINESS_NUMBER)
  if (!businessNumber) throw misconfigured('PAYMENT_BUSINESS_NUMBER must be ten digits')
  return { host, businessNumber }
}
