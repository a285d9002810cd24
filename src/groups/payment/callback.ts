import { type Context, Hono } from 'hono'
import type { BillReading } from '../../base/accounts.ts'
import { sameText } from '../../base/crypto.ts'
import { notFound } from '../../base/errors.ts'
import { type AccountOf, isFirst, namedAccount } from '../../base/groups.ts'
import { isObject, tryParseJson } from '../../base/json.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import * as tokens from '../../gateway/auth/signature.ts'
import { hookPath } from '../../gateway/events.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import { readText } from '../../gateway/http/validate.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { isConnected, readCredentials } from '../../upstream/credentials.ts'
import { hasEncryptionKey } from '../../upstream/store.ts'
import { billEvent } from './bill-event.ts'
import { billsObject, getReading, storedBillReader } from './bill-list.ts'
import type { BillResult } from './result-fields.ts'
import { readFields } from './results.ts'

const PURPOSE = 'latchkey payment callback'

type PaymentAccount = AccountOf<'payment'>

/** What the token of a bill is made of. Two accounts may have bills of the same id. */
const signed = (account: PaymentAccount, billId: string) => (isFirst(account) ? billId : `${account} ${billId}`)

/** The token of a bill in the callback URL. Throws 500 with CREDENTIALS_KEY when that is not set. */
const callbackToken = (settings: Settings, account: PaymentAccount, billId: string) =>
  tokens.callbackToken(settings, PURPOSE, signed(account, billId))

/** Whether the token belongs to the bill. */
const isBillToken = (settings: Settings, account: PaymentAccount, billId: string, token: string) =>
  tokens.isCallbackToken(settings, PURPOSE, signed(account, billId), token)

/** The path of the product's reports. */
const CALLBACK_PATH = hookPath('payment')

/**
 * The URL to which the product reports that a bill was paid. Undefined without CREDENTIALS_KEY. It uses the origin of
 * the caller's request.
 */
export async function callbackUrl(
  settings: Settings,
  origin: string,
  account: PaymentAccount,
  billId: string,
): Promise<string | undefined> {
  if (!hasEncryptionKey(settings)) return undefined
  return `${origin}${hookPath(account)}/${await callbackToken(settings, account, billId)}`
}

/** The product's report about a bill. */
interface Approval {
  billId: string
  /** The API key of the partner that the report is for. */
  apiKey: string
  /** The bill as the routes return it. */
  bill: BillResult
}

/**
 * Parses a report of the product. Undefined for anything else. The format of v1 is known. The format of v2 is not, so
 * the fields are read as in a response.
 */
function readApproval(body: unknown): Approval | undefined {
  if (!isObject(body)) return undefined
  const apiKey = body.apikey ?? body.apiKey
  const bill = readFields(body)
  return typeof apiKey === 'string' && bill.bill_id !== undefined ? { billId: bill.bill_id, apiKey, bill } : undefined
}

/** The state in a report: paid, unless it names another state. v1 also reports later changes. */
function reportedState(bill: BillResult, at: number): BillReading | undefined {
  const state = bill.appr_cancel_dt === undefined ? (bill.appr_state ?? 'F') : 'C'
  const reading = getReading({ ...bill, appr_state: state }, at)
  return reading && { ...reading, fields: bill }
}

/** Whether a report of a payment has its approval. One without may come before the approval. */
const isApproved = ({ appr_num, appr_dt }: BillResult): boolean => Boolean(appr_num?.trim() || appr_dt?.trim())

/** The largest body that is read, in bytes. The product's have about 600. */
const MAX_BODY = 16 * 1024

/** When a bill is read again whose report came before its approval, in milliseconds. */
const APPROVAL_MS = 10 * 60_000

/** Without this response the product repeats its report every hour for a day. */
const TAKEN = JSON.stringify({ code: '0000', msg: 'OK' })

/**
 * Receives the product's payment reports. It responds with success once the event is stored. Any other call gets 404,
 * whatever is wrong with it, so that a stranger learns nothing.
 */
export const paymentHook = new Hono<AppEnv>()
  .all(`${CALLBACK_PATH}/:token`, (c) => answer(c, 'payment', c.req.param('token')))
  .all(`${CALLBACK_PATH}/:name/:token`, (c) =>
    answer(c, namedAccount('payment', c.req.param('name')), c.req.param('token')),
  )

async function answer(c: Context<AppEnv>, account: PaymentAccount, token: string): Promise<Response> {
  try {
    await take(c, account, token)
    return respond(c, 200, TAKEN)
  } catch (error) {
    return fail(c, error)
  }
}

async function take(c: Context<AppEnv>, id: PaymentAccount, token: string): Promise<void> {
  const { settings, platform, upstream } = c.get('state')
  upstream.use(id)
  const { billId, bill, account, read } = await readCall(c, id, token)
  const at = platform.now()
  const reported = reportedState(bill, at)
  const isDoubtful = reported?.state === 'paid' && !isApproved(bill)
  const reading = isDoubtful ? await read(billId) : reported
  if (!reading) return
  if (reading.state === 'paid') {
    // Also for a bill that is not stored.
    const event = billEvent(id, account, billId, reading)
    if (event) await callObject(settings, EVENTS, (events) => events.keep([event]))
  }
  // If this fails, the product repeats its report.
  const checked = { ...reading, ...(isDoubtful && { checkAt: at + APPROVAL_MS }) }
  await callObject(settings, billsObject(upstream), (object) => object.noteBill(account, billId, checked))
}

/** Throws 404 for any call that is not the product's own report about this bill. */
async function readCall(
  c: Context<AppEnv>,
  id: PaymentAccount,
  token: string,
): Promise<Approval & Awaited<ReturnType<typeof storedBillReader>>> {
  const { settings, platform, upstream } = c.get('state')
  if (c.req.method !== 'POST' || !hasEncryptionKey(settings)) throw notFound()
  const text = await readText(c, MAX_BODY).catch(() => {
    throw notFound()
  })
  const approval = readApproval(tryParseJson(text))
  if (!approval || !(await isBillToken(settings, id, approval.billId, token))) throw notFound()
  const part = new UpstreamContext(settings, platform, upstream)
  if (!(await isOwnKey(part, approval.apiKey))) throw notFound()
  return { ...approval, ...(await storedBillReader(part)) }
}

/**
 * Whether it is the API key of the connected account. A separate context is used, because this does not count as a use
 * of the account.
 */
async function isOwnKey(upstream: UpstreamContext, apiKey: string): Promise<boolean> {
  if (!(await isConnected(upstream, 'payment'))) return false
  const { PAYMENT_API_KEY } = await readCredentials(upstream, 'payment')
  return sameText(apiKey, PAYMENT_API_KEY)
}
