import type { Context } from 'hono'
import { hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json-object.ts'
import type { Gateway } from '../../gateway/state.ts'
import { forgetCredentials, readCredentials } from '../../upstream/credentials.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callConsumer } from './consumer.ts'
import { callSeller, type SellerCall } from './seller.ts'

/** The two accounts of the shop, for one request; each is needed only by the calls that it opens. */
export interface Connection {
  /** The customers' side, with the session of the connected customer; gives the JSON that came. */
  callAsConsumer(path: string): Promise<unknown>
  /** The sellers' side, signed with the keys of the connected vendor; gives the envelope of a success. */
  callAsSeller(call: SellerCall): Promise<JsonObject>
  /** The connected vendor. */
  vendorId(): Promise<string>
  readonly outgoing: Outgoing
}

export const connect = (c: Context<Gateway>): Connection => connectionBy(c.get('state').outgoing)

/** As `connect`, for work that is no request's own. */
export function connectionBy(outgoing: Outgoing): Connection {
  /** The next request reads a rejected account anew, so a reconnected one is seen at once. */
  const forgetRejected = async <Answer>(account: 'shop-seller' | 'shop-consumer', answer: Promise<Answer>) => {
    try {
      return await answer
    } catch (error) {
      if (hasStatus(error, 401)) forgetCredentials(outgoing.settings, account)
      throw error
    }
  }

  return {
    outgoing,
    vendorId: async () => (await readCredentials(outgoing, 'shop-seller')).SHOP_VENDOR_ID,
    async callAsConsumer(path) {
      const { SHOP_SESSION: session } = await readCredentials(outgoing, 'shop-consumer')
      return forgetRejected('shop-consumer', callConsumer(outgoing, session, path))
    },
    async callAsSeller(call) {
      const secrets = await readCredentials(outgoing, 'shop-seller')
      const keys = {
        vendorId: secrets.SHOP_VENDOR_ID,
        accessKey: secrets.SHOP_ACCESS_KEY,
        secretKey: secrets.SHOP_SECRET_KEY,
      }
      return forgetRejected('shop-seller', callSeller(outgoing, keys, call))
    },
  }
}
