import type { Context } from 'hono'
import { lazy } from '../../base/lazy.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { type PaymentAccount, readAccount, readOwnAccount, readStoredAccount } from './account.ts'
import type { CallOptions, ProductCall } from './api-version.ts'
import { callPayssam } from './payssam.ts'
import type { ProductOutcome } from './product-outcome.ts'
import type { ConnectionHeaders } from './schemas.ts'

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
