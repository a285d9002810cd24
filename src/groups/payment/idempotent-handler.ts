import type { Context } from 'hono'
import type { Reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { BillAnswer } from './answers.ts'
import { callbackUrl } from './callback/callback-url.ts'
import type { ChangeContext, Mutation } from './changes.ts'
import { connect } from './connection.ts'
import { runIdempotent } from './idempotency/run-idempotent.ts'
import { getGeneration } from './payssam.ts'
import type { WriteHeaders } from './schemas.ts'

/** A request that changes something, with validated input. */
type Request<Body> = Context<AppEnv, string, { out: { header: WriteHeaders; json: Body } }>

/** A handler that makes a change for the payment account of the request, under its Idempotency-Key. */
export const idempotentHandler =
  <Body>(changeFor: (context: ChangeContext, body: Body) => Mutation) =>
  async (c: Request<Body>): Promise<Reply<BillAnswer>> => {
    const state = c.get('state')
    const headers = c.req.valid('header')
    const connection = connect(c)
    const account = await connection.account()
    const context = {
      account,
      api: getGeneration(account),
      platform: state.platform,
      // The product's report can be matched only to the stored account.
      callbackUrl: async (billId: string) =>
        headers['X-Payment-Mode'] ? callbackUrl(state.settings, new URL(c.req.url).origin, billId) : undefined,
    }
    const change = changeFor(context, c.req.valid('json'))
    if (change.billId !== undefined) state.target = change.billId
    return runIdempotent({ state, connection, change }, headers['Idempotency-Key'])
  }
