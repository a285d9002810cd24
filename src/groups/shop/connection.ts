import type { Context } from 'hono'
import { hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials.ts'
import { callConsumer } from './consumer.ts'
import { callSeller, type SellerCall } from './seller.ts'

/** A connection to the two accounts of the shop, for one request. Each is required only by the calls that use it. */
export interface Connection {
  /** Calls the customers' side, with the session of the connected customer. Returns the parsed JSON. */
  callAsConsumer(path: string): Promise<unknown>
  /** Calls the sellers' side, signed with the keys of the connected vendor. Returns the envelope of a success. */
  callAsSeller(call: SellerCall): Promise<JsonObject>
  /** The connected vendor. */
  vendorId(): Promise<string>
  readonly upstream: UpstreamContext
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  /** After a rejection, the next request reads the account again, so that a reconnected one works at once. */
  const clearRejected = async <Answer>(account: 'shop-seller' | 'shop-consumer', answer: Promise<Answer>) => {
    try {
      return await answer
    } catch (error) {
      if (hasStatus(error, 401)) clearCredentialCache(upstream.settings, account)
      throw error
    }
  }

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
      return clearRejected('shop-seller', callSeller(upstream, keys, call))
    },
  }
}
