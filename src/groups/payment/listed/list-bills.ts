import type { Context } from 'hono'
import type { BillPage, StoredBill } from '../../../base/accounts.ts'
import type { Stub } from '../../../base/env.ts'
import { GatewayError, misconfigured, notFound } from '../../../base/errors.ts'
import { count } from '../../../base/json.ts'
import { endOfKoreanDay, startOfKoreanDay } from '../../../base/time.ts'
import type { AppEnv, RequestState } from '../../../gateway/state.ts'
import { hasEncryptionKey } from '../../../upstream/store.ts'
import { findBill, readBill } from '../bills.ts'
import { NO_BILL } from '../codes.ts'
import { connect, connectStored } from '../connection.ts'
import type { BillResult } from '../result-fields.ts'
import type { BillFilter, ConnectionHeaders, NamedBill } from '../schemas.ts'
import { accountDigest, billObject, findStoredBill, noteBill } from './bill-store.ts'
import { getReading } from './reading.ts'

/** Stored bills of the connected account, newest first. */
export async function listBills(c: Context<AppEnv>, { from, to, ...filter }: BillFilter): Promise<BillPage> {
  const { state, account } = await opened(c)
  const query = {
    ...filter,
    ...(from !== undefined && { from: startOfKoreanDay(from) }),
    ...(to !== undefined && { before: endOfKoreanDay(to) }),
  }
  return asked(state, (bills) => bills.listBills(account, query))
}

/** A bill as the product knows it now, with its stored fields. Throws 404 for an unknown bill. */
export async function readListedBill(c: Context<AppEnv>, billId: string): Promise<ReadBill> {
  const { state, connection, account } = await opened(c)
  const bill = await findBill(connection, billId)
  const at = state.platform.now()
  const reading = getReading(bill, at)
  if (reading) await asked(state, (bills) => bills.noteBill(account, billId, reading))
  const stored = await asked(state, (bills) => bills.findBill(account, billId))
  if (stored) return stored
  if (!bill) throw notFound(NO_BILL.message)
  return {
    bill_id: billId,
    product_nm: null,
    member_nm: null,
    phone_masked: null,
    sent_at: null,
    expire_dt: null,
    price: count(bill.appr_price),
    state: reading && reading.state !== 'absent' ? reading.state : 'unknown',
    overdue: false,
    days_overdue: 0,
    paid_at: reading?.paidAt === undefined ? null : new Date(reading.paidAt).toISOString(),
    checked_at: new Date(at).toISOString(),
  }
}

/** A bill that the gateway did not send has no `sent_at`. */
type ReadBill = Omit<StoredBill, 'sent_at'> & { sent_at: string | null }

/** Reads any bill from the product. Updates the stored bill, if there is one. */
export async function readAnyBill(
  c: Context<AppEnv, string, { out: { header: ConnectionHeaders; json: NamedBill } }>,
): Promise<BillResult> {
  const state = c.get('state')
  const connection = connect(c)
  const { bill_id: billId } = c.req.valid('json')
  const bill = await readBill(connection, billId)
  const reading = getReading(bill, state.platform.now())
  if (reading) await noteBill({ state, connection }, billId, reading)
  return bill
}

/** Whose bill a change is about, for a person to agree to it. Only bills of the stored connection are known. */
export async function billDetails(c: Context<AppEnv>, { bill_id }: Readonly<Record<string, unknown>>) {
  if (typeof bill_id !== 'string' || c.req.header('X-Payment-Host') !== undefined) return {}
  const bill = await findStoredBill({ state: c.get('state'), connection: connectStored(c) }, bill_id)
  return bill ? { product_nm: bill.product_nm, member_nm: bill.member_nm, price: bill.price } : {}
}

async function opened(c: Context<AppEnv>) {
  const state = c.get('state')
  const connection = connectStored(c)
  const account = await accountDigest(await connection.account())
  if (!hasEncryptionKey(state.settings))
    throw misconfigured('CREDENTIALS_KEY is not set, and bills are stored only with it')
  return { state, connection, account }
}

/** Throws 503 when the object cannot be reached. */
async function asked<Value>(
  { settings }: RequestState,
  ask: (bills: Stub<'ACCOUNTS'>) => Promise<Value>,
): Promise<Value> {
  const attempt = () => ask(billObject(settings))
  return attempt()
    .catch(attempt)
    .catch(() => {
      throw new GatewayError(503, 'the list of bills cannot be reached at the moment: try again', {
        headers: { 'Retry-After': '1' },
      })
    })
}
