import type { BillReading } from '../../../base/accounts.ts'
import type { UpstreamContext } from '../../../upstream/context.ts'
import { findBill } from '../bills.ts'
import { storedConnection } from '../connection.ts'
import { accountDigest } from './bill-store.ts'
import { getReading } from './reading.ts'

/** Reads bills of the stored account from the product. Throws 401 when no account is connected. */
export async function storedBillReader(upstream: UpstreamContext) {
  const connection = storedConnection(upstream)
  const account = await accountDigest(await connection.account())
  const read = async (billId: string): Promise<BillReading | undefined> =>
    getReading(await findBill(connection, billId), upstream.platform.now())
  return { account, read }
}
