import { Hono } from 'hono'
import { afterEach, beforeEach, vi } from 'vitest'
import { simulatedProducts } from '../../../../scripts/support/products.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { type Browser, openBrowser } from '../../../groups/admin/browser.ts'
import { Clock } from '../../../simulators/clock.ts'
import { simulate } from '../../../simulators/simulator.ts'
import { freshStorage } from '../../../support/fresh.ts'
import { createGateway, type Gateway, type Overrides } from '../../../support/gateway.ts'
import { createWorldAt, holdDeadlines, type World } from '../../../support/world.ts'

export const ORIGIN = 'https://latchkey.test'
export const CALLBACK = 'https://client.example/callback'
export const DOCUMENT_ID = 'https://client.example/oauth/metadata.json'

/** The site of a client: by path, JSON or unchanged text. */
export type Documents = Map<string, unknown>

export interface OAuthDeployment {
  gateway: Gateway
  /** The owner's, signed in. */
  owner: Browser
  world: World
  documents: Documents
  site: ReturnType<typeof simulate>
}

export const toDocument = (id = DOCUMENT_ID, more: Record<string, unknown> = {}) => ({
  client_id: id,
  client_name: 'Example client',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'none',
  ...more,
})

/**
 * A deployment with all simulated products, and the site of a client. Its clock starts at the current time, which
 * the OAuth package uses.
 */
export async function deployOAuth(overrides: Overrides = {}): Promise<OAuthDeployment> {
  const clock = new Clock(Date.now())
  const documents: Documents = new Map([['/oauth/metadata.json', toDocument()]])
  const site = simulate({
    name: 'the site of a client',
    hosts: (host) => host.endsWith('client.example'),
    app: new Hono().get('*', (c) => {
      const found = documents.get(new URL(c.req.url).pathname)
      if (found === undefined) return c.notFound()
      return typeof found === 'string' ? c.body(found) : c.json(found)
    }),
    errorResponse: (status) => new Response('no', { status }),
    own: {},
  })
  const { simulators, settings } = simulatedProducts(clock)
  vi.spyOn(Date, 'now').mockImplementation(clock.now)
  const world = createWorldAt(clock, ...simulators, site)
  holdDeadlines()
  const gateway = createGateway({ ADMIN_KEY, ...settings, ...overrides })
  const owner = openBrowser({}, gateway)
  await owner.signIn(overrides.ADMIN_KEY)
  return { gateway, owner, world, documents, site }
}

/** Registers hooks for every file here, so that tests share no state. */
export function startAnew(): void {
  beforeEach(freshStorage)
  afterEach(() => vi.restoreAllMocks())
}
