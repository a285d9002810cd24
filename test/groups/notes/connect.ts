import { Clock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS, TIRO_PLATFORM_HOST } from '../../simulators/notes/index.ts'
import { createGateway, type Overrides } from '../../support/gateway.ts'
import { createWorldAt } from '../../support/world.ts'

/** The gateway with a connected notes account, the platform part included, unless a setting says otherwise. */
export function connect(settings: Overrides = {}) {
  const clock = new Clock()
  const tiro = createTiro({ clock })
  const world = createWorldAt(clock, tiro)
  const gateway = createGateway({
    NOTES_TOKEN: TIRO_KEYS.full,
    NOTES_PLATFORM_URL: `https://${TIRO_PLATFORM_HOST}`,
    ...settings,
  })
  return {
    tiro,
    world,
    gateway,
    notes: (path: string, init?: RequestInit) => gateway.call(`/api/v1/notes/${path}`, init),
    /** The product's calls, without hosts. */
    asked: () => tiro.calls.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
  }
}

/** A fault body in the product's envelope (notes facts, section 2). */
export const errorBody = (code: number | string, message: string, rest: object = {}) =>
  JSON.stringify({ error: { code, message, ...rest } })
