import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badGateway, GatewayError } from '../../base/errors.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { CREDENTIAL_HEADERS, connection, read } from './group.ts'
import type { PointsAnswer } from './outputs.ts'
import { type Connection, connect, connectStored, getGeneration } from './payssam.ts'

/** Whose points: the contract of the partner says which are spent, and the product does not (payment facts, section 4.5). */
export const PURSES = ['partner', 'shop'] as const

type Purses = Pick<PointsAnswer, (typeof PURSES)[number]>

const NOT_READ = { points: null, charge_url: null }
const NOT_OFFERED = 'the first version of the API does not say it'

/** Reads the points of both purses. One that cannot be read says why. Throws when neither can be read. */
export async function readPurses(connection: Connection): Promise<Purses> {
  const account = await connection.account()
  const { points } = getGeneration(account)
  const readPurse = async (purse: keyof Purses) => {
    const call = points[purse]?.(account)
    if (!call) return { ...NOT_READ, error: NOT_OFFERED }
    const outcome = await connection.call(call, { reads: true, ofPoints: true, billId: undefined })
    if (!('result' in outcome)) throw 'refusal' in outcome ? outcome.refusal : outcome.unclear
    if (!outcome.purse) throw badGateway('the payment service answered without points', 'shape points')
    const { points: left, chargeUrl } = outcome.purse
    return { points: left, charge_url: chargeUrl ?? null, error: null }
  }
  const [partner, shop] = await Promise.allSettled(PURSES.map(readPurse))
  if (!partner || !shop) throw new Error('there are two purses')
  const toPurse = (settled: typeof partner) => {
    if (settled.status === 'fulfilled') return settled.value
    if (!(settled.reason instanceof GatewayError)) throw settled.reason
    return { ...NOT_READ, error: settled.reason.message }
  }
  const purses = { partner: toPurse(partner), shop: toPurse(shop) }
  if (partner.status === 'rejected' && purses.shop.points === null) throw partner.reason
  return purses
}

const pointsToRead = () => ({ header: z.object(connection()) })

export const pointRoutes = new Hono<AppEnv>().get(
  '/payment/points',
  read('payment_get_points', {
    summary: 'The points that are left for sending bills',
    description:
      'A bill that goes out as a message costs points, usually 55, and a resent one as well; without points none is sent. Which purse is spent, that of the partner or of the shop, is in the contract. `charge_url` is where points are bought.',
    ko: '청구서를 보낼 쌤포인트 잔액',
    title: 'Get points',
    search:
      'how many points are left, do I have enough points, balance of points, run out of points, buy points, charge points, top up, why are no bills sent, how many bills can I still send, 포인트 얼마 남았, 쌤포인트 잔액, 포인트 충전, 포인트 남았, 포인트 부족, 청구서 몇 건 더 보낼 수, 충전 링크, 포인트 떨어졌',
    input: pointsToRead,
    handle: async (c) => {
      const isBrought = CREDENTIAL_HEADERS.some((name) => c.req.valid('header')[name])
      return { ...SUCCESS.payment, ...(await readPurses(isBrought ? connect(c) : connectStored(c))) }
    },
  }),
)
