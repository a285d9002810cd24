import type { Context } from 'hono'
import { sha256Hex } from '../../base/crypto.ts'
import { lazy } from '../../base/lazy.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Product, send } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache } from '../../upstream/credentials.ts'
import { type ApiVersion, isPaymentHost } from '../hosts.ts'
import { type PaymentAccount, readAccount, readOwnAccount, readStoredAccount } from './account.ts'
import { billIn, withHash } from './autopay.ts'
import type { AutopayCharge, BillToEnd, BillToSend, ConnectionHeaders, NamedBill } from './group.ts'
import { readPhone } from './phone.ts'
import { type ProductOutcome, productOutcome, readAnswer } from './results.ts'

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
  const headers = c.req.valid('header')
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

export interface CallOptions {
  /** Whether the call only reads, and may be repeated. */
  reads: boolean
  /** The bill that the response must be about, if any. */
  billId: string | undefined
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
  /** Passed on unchanged, plus the connection, and the hash if the body has a bill id and a price without one. */
  manageAutopay(account: PaymentAccount, body: Readonly<Record<string, unknown>>): Promise<ProductCall>
  requestAutopay(account: PaymentAccount, charge: Identified<AutopayCharge>): Promise<ProductCall>
}

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
const payssam: Product = { group: 'payment', hosts: isPaymentHost, relayedAs: 'payment' }

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
  if ('refusal' in outcome && outcome.refusal.status === 401) clearCredentialCache(upstream.settings, 'payment')
  return outcome
}
