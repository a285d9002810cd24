import { Clock } from '../../simulators/clock.ts'
import {
  CONSUMER_SESSION,
  type CoupangConsumer,
  type CoupangSeller,
  createCoupangConsumer,
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../../simulators/shop/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { createGateway, type Gateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorldAt, type World } from '../../support/world.ts'

export interface Stage {
  world: World
  gateway: Gateway
  seller: CoupangSeller
  consumer: CoupangConsumer
  ask(route: Route, body: object): ReturnType<Gateway['call']>
}

export type Route = 'ordersheets' | 'category' | 'orders' | 'flattened-orders'

export const CONNECTED = {
  SHOP_VENDOR_ID: SELLER_VENDOR_ID,
  SHOP_ACCESS_KEY: SELLER_ACCESS_KEY,
  SHOP_SECRET_KEY: SELLER_SECRET_KEY,
  SHOP_SESSION: CONSUMER_SESSION,
}

/** The gateway in front of both sides of the product, with optional simulators before them. */
export function setStage(
  settings: Overrides = {},
  before: (seller: CoupangSeller, consumer: CoupangConsumer) => Simulator[] = () => [],
): Stage {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const consumer = createCoupangConsumer({ clock })
  const world = createWorldAt(clock, ...before(seller, consumer), seller, consumer)
  const gateway = createGateway({ ...CONNECTED, ...settings })
  return {
    world,
    gateway,
    seller,
    consumer,
    ask: (route, body) => gateway.call(`/api/v1/shop/${route}`, json('POST', body)),
  }
}

/** A relay at one URL that forwards everything to the product. */
export const relay = (address: string, origin: string, product: Simulator): Simulator => ({
  ...product,
  answersFor: (host) => host === new URL(address).hostname,
  fetch: (request) => product.fetch(new Request(request.url.replace(address, origin), request)),
})

/** How a closed shop answers (shop facts 4.4). */
export const CLOSED = [
  [200, 'korean'],
  [200, 'stopped'],
  [200, 'english'],
  [200, 'withLogin'],
  [401, 'korean'],
  [403, 'english'],
  [404, 'korean'],
  [503, 'withLogin'],
] as const

/** The error envelope of the group (docs/spec/gateway.md). */
export const failure = (error: unknown) => ({ status: 'error', error, result: null })
