import type { Context } from 'hono'
import type { Reply } from '../../gateway/reply.ts'
import type { Gateway } from '../../gateway/state.ts'
import type { BillAnswer } from './answers.ts'
import type { Change, Partner } from './changes.ts'
import { connectionOf } from './connection.ts'
import { perform } from './idempotency.ts'
import { generationOf } from './payssam.ts'
import type { WriteHeaders } from './schemas.ts'

/** A request that changes something, its input checked. */
type Request<Body> = Context<Gateway, string, { out: { header: WriteHeaders; json: Body } }>

/** A handler that makes a change for the payment account of the request, under its Idempotency-Key. */
export const changing =
  <Body>(changeOf: (partner: Partner, body: Body) => Change) =>
  async (c: Request<Body>): Promise<Reply<BillAnswer>> => {
    const state = c.get('state')
    const headers = c.req.valid('header')
    const connection = await connectionOf(state, headers)
    const partner = { connection, api: generationOf(connection), platform: state.platform }
    const change = changeOf(partner, c.req.valid('json'))
    return perform({ state, connection, change }, headers['Idempotency-Key'])
  }
