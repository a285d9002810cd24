import { BILLS_NAME, type BillReading, type NewBill, type StoredBill } from '../../../base/accounts.ts'
import { sha256Hex } from '../../../base/crypto.ts'
import type { Stub } from '../../../base/env.ts'
import { GatewayError, unwrap } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import { logUnhandledError } from '../../../gateway/http/log.ts'
import type { RequestState } from '../../../gateway/state.ts'
import { hasEncryptionKey } from '../../../upstream/store.ts'
import type { PaymentAccount } from '../account.ts'
import type { Connection } from '../connection.ts'

/** The stub of the object that stores bills. It belongs to the current request. */
export const billObject = ({ env }: Settings): Stub<'ACCOUNTS'> => env.ACCOUNTS.getByName(BILLS_NAME)

/** A digest that identifies the account of a bill. */
export const accountDigest = ({ baseUrl, memberId, merchantId }: PaymentAccount): Promise<string> =>
  sha256Hex(JSON.stringify([baseUrl, memberId, merchantId]))

interface Request {
  state: RequestState
  connection: Connection
}

/** Whether bills of this request are stored. Bills of an account from request headers never are. */
const isStored = ({ state, connection }: Request) => connection.isStored && hasEncryptionKey(state.settings)

/** Stores a bill that is about to be sent. Throws 503 when it cannot be stored. Nothing is sent then. */
export async function beginBill(request: Request, run: string, bill: NewBill): Promise<void> {
  if (!isStored(request)) return
  const { state, connection } = request
  const account = await accountDigest(await connection.account())
  // A stub that failed may stay broken.
  const attempt = async () => unwrap(await billObject(state.settings).beginBill(account, run, bill))
  await attempt()
    .catch((error: unknown) => {
      if (error instanceof GatewayError) throw error
      return attempt()
    })
    .catch((error: unknown) => {
      if (error instanceof GatewayError) throw error
      logUnhandledError(state.id, error)
      throw new GatewayError(
        503,
        'the list of bills cannot be reached at the moment, and nothing was sent: try again',
        {
          headers: { 'Retry-After': '1' },
        },
      )
    })
}

/** Deletes a bill that was not sent, after the response. */
export const dropBill = (request: Request, run: string, billId: string): Promise<void> =>
  beside(request, (object, account) => object.dropBill(account, run, billId))

/** Stores what is known about a bill, after the response. If that fails, the next check reads it. */
export const noteBill = (request: Request, billId: string, reading: BillReading, bill?: NewBill): Promise<void> =>
  beside(request, (object, account) => object.noteBill(account, billId, reading, bill))

/** A stored bill. Undefined when the bill is not stored or cannot be read. */
export async function findStoredBill(request: Request, billId: string): Promise<StoredBill | undefined> {
  if (!isStored(request)) return undefined
  const { state, connection } = request
  const account = await accountDigest(await connection.account())
  return billObject(state.settings)
    .findBill(account, billId)
    .catch((error: unknown) => {
      logUnhandledError(state.id, error)
      return undefined
    })
}

async function beside(
  request: Request,
  step: (object: Stub<'ACCOUNTS'>, account: string) => Promise<void>,
): Promise<void> {
  if (!isStored(request)) return
  const { state, connection } = request
  const work = connection
    .account()
    .then(accountDigest)
    .then((account) => step(billObject(state.settings), account))
    .catch((error: unknown) => logUnhandledError(state.id, error))
  if (state.upstream.waitUntil) state.upstream.waitUntil(work)
  else await work
}
