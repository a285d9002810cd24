import type { Context } from 'hono'
import { lazy } from '../../base/lazy.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { type PaymentAccount, readAccount, readOwnAccount, readStoredAccount } from './account.ts'
import type { ProductCall } from './api-version.ts'
import { type CallOptions, callPayssam } from './payssam.ts'
import type { ProductOutcome } from './product-outcome.ts'
import type { ConnectionHeaders } from './schemas.ts'

/** The payment account, for one request. */
export interface Connection {
  readonly upstream: UpstreamContext
  /** Whether it is the deployment's own account, and not one that came in headers. */
  readonly isStored: boolean
  /** Whose bills are meant, read at the first use. Throws as `readAccount` does. */
  account(): Promise<PaymentAccount>
  /** One call to the product, sent once when it changes something. Throws 502 or 504 where no answer came. */
  call(call: ProductCall, options: CallOptions): Promise<ProductOutcome>
}

/** A request whose connection headers are checked. */
type Request = Context<AppEnv, string, { out: { header: ConnectionHeaders } }>

export function connect(c: Request): Connection {
  const state = c.get('state')
  const headers = c.req.valid('header')
  return createConnection(state.upstream, headers['X-Payment-Mode'] === true, () => readAccount(state, headers))
}

/** The deployment's own account, for an operation that has no other. */
export function connectStored(c: Context<AppEnv>): Connection {
  const state = c.get('state')
  return createConnection(state.upstream, true, () => readOwnAccount(state))
}

/** The deployment's own account, for work that is no request's own. */
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
