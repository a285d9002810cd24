import { type Context, Hono } from 'hono'
import { sameText } from '../../../base/crypto.ts'
import { notFound } from '../../../base/errors.ts'
import { EVENTS_NAME } from '../../../base/events.ts'
import { tryParseJson } from '../../../base/json.ts'
import { fail, respond } from '../../../gateway/http/respond.ts'
import { readText } from '../../../gateway/http/validate.ts'
import type { AppEnv } from '../../../gateway/state.ts'
import { UpstreamContext } from '../../../upstream/context.ts'
import { findCredentials } from '../../../upstream/credentials.ts'
import { hasEncryptionKey } from '../../../upstream/store.ts'
import { billEvent } from '../listed/bill-event.ts'
import { billObject } from '../listed/bill-store.ts'
import { storedBillReader } from '../listed/reader.ts'
import { type Approval, isApproved, readApproval, reportedState } from './approval.ts'
import { isBillToken } from './callback-token.ts'
import { CALLBACK_PATH } from './callback-url.ts'

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
export const paymentHook = new Hono<AppEnv>().all(`${CALLBACK_PATH}/:token`, async (c) => {
  try {
    await take(c)
    return respond(c, 200, TAKEN)
  } catch (error) {
    return fail(c, error)
  }
})

async function take(c: Context<AppEnv, `${string}/:token`>): Promise<void> {
  const { settings, platform } = c.get('state')
  const { billId, bill, account, read } = await readCall(c)
  const at = platform.now()
  const reported = reportedState(bill, at)
  const isDoubtful = reported?.state === 'paid' && !isApproved(bill)
  const reading = isDoubtful ? await read(billId) : reported
  if (!reading) return
  if (reading.state === 'paid') {
    // Also for a bill that is not stored.
    const event = billEvent(account, billId, reading)
    if (event) await settings.env.EVENTS.getByName(EVENTS_NAME).keep([event])
  }
  // If this fails, the product repeats its report.
  await billObject(settings).noteBill(account, billId, {
    ...reading,
    ...(isDoubtful && { checkAt: at + APPROVAL_MS }),
  })
}

/** Throws 404 for any call that is not the product's own report about this bill. */
async function readCall(
  c: Context<AppEnv, `${string}/:token`>,
): Promise<Approval & Awaited<ReturnType<typeof storedBillReader>>> {
  const { settings, platform, upstream } = c.get('state')
  if (c.req.method !== 'POST' || !hasEncryptionKey(settings)) throw notFound()
  const text = await readText(c, MAX_BODY).catch(() => {
    throw notFound()
  })
  const approval = readApproval(tryParseJson(text))
  if (!approval || !(await isBillToken(settings, approval.billId, c.req.param('token')))) throw notFound()
  const part = new UpstreamContext(settings, platform, upstream)
  if (!(await isOwnKey(part, approval.apiKey))) throw notFound()
  return { ...approval, ...(await storedBillReader(part)) }
}

/**
 * Whether it is the API key of the connected account. A separate context is used, because this does not count as a use
 * of the account.
 */
async function isOwnKey(upstream: UpstreamContext, apiKey: string): Promise<boolean> {
  const known = await findCredentials(upstream, 'payment')
  return known !== undefined && sameText(apiKey, known.PAYMENT_API_KEY)
}
