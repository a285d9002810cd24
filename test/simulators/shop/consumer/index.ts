import { type Context, Hono } from 'hono'
import { wallClock } from '../../clock.ts'
import { type Simulator, simulate } from '../../simulator.ts'
import { jsonResponse, maintenancePage, printJson } from '../answers.ts'
import {
  accessDenied,
  CONSUMER_SESSION,
  errorResponse,
  hasSession,
  isBrowser,
  orderListPage,
  signedOut,
} from './access.ts'
import { type ConsumerOrder, consumerOrder } from './order.ts'
import { pageModel, readPageQuery } from './page.ts'
import { seededOrders } from './seed.ts'
import { ConsumerSwitches } from './switches.ts'

export interface CoupangConsumer extends Simulator {
  /** Tests may change it. */
  state: { orders: ConsumerOrder[] }
  switches: ConsumerSwitches
  /** The customer orders something; with a time in the past, an order that the product shows late. */
  order(part?: Partial<ConsumerOrder>): ConsumerOrder
}

/** The consumer side, an unofficial web API: `mc.coupang.com`. */
export function createCoupangConsumer({
  clock = wallClock,
  session = CONSUMER_SESSION,
}: {
  clock?: { now(): number }
  session?: string
} = {}): CoupangConsumer {
  const state = { orders: seededOrders() }
  const switches = new ConsumerSwitches()
  const loggedIn = (c: Context) => hasSession(c.req.raw.headers, session) && !switches.expired

  const withModel = (present: (model: object) => Response) => (c: Context) => {
    if (!loggedIn(c)) return signedOut[switches.signedOut](c.req.url)
    const asked = readPageQuery(new URL(c.req.url).searchParams)
    return asked ? present(pageModel(state.orders, asked, clock.now(), switches)) : errorResponse(400)
  }

  const app = new Hono()
  app.use(async (_, next) => (switches.maintenance ? maintenancePage(switches.maintenance) : next()))
  app.use(async (c, next) => (switches.blocked || !isBrowser(c.req.raw.headers) ? accessDenied() : next()))
  app.get('/ssr/api/member/auth', (c) => jsonResponse(loggedIn(c)))
  app.get('/ssr/api/myorders/model/page', withModel(jsonResponse))
  app.get('/ssr/api/myorders/model', withModel(jsonResponse))
  app.get(
    '/ssr/desktop/order/list',
    withModel((model) => {
      const { orderList, ...orderPagination } = { orderList: undefined, ...model }
      const desktopOrder = { orderList, orderPagination }
      return orderListPage(printJson({ props: { pageProps: { domains: { desktopOrder } } } }))
    }),
  )

  let ordered = 0
  const order: CoupangConsumer['order'] = (part = {}) => {
    ordered += 1
    const made = consumerOrder({ orderId: 26000000000000 + ordered, orderedAt: clock.now(), ...part })
    state.orders.push(made)
    return made
  }

  const own = { state, switches, order }
  return simulate({ name: 'coupang consumer', hosts: ['mc.coupang.com'], app, errorResponse, own })
}
