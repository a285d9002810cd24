import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { type Client, type ClientOptions, createClient } from '../../src/client/index.ts'
import { contracts } from '../contract/contracts.ts'
import { Clock } from '../simulators/clock.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway, type Overrides, PRO_KEY } from '../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../support/world.ts'

export interface Stage {
  latchkey: Client
  world: World
  /** The client's requests, oldest first, with unread bodies. */
  sent: Request[]
}

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
  world = undefined
})

/** A client of a gateway with every account connected. Its requests go straight to the router. */
export function setStage(settings: Overrides = {}, options: Partial<ClientOptions> = {}): Stage {
  const clock = new Clock()
  const simulators: Simulator[] = contracts.map(({ simulate }) => simulate(clock))
  world = createWorldAt(clock, ...simulators)
  const connected = Object.assign({}, ...contracts.map((contract) => contract.connected))
  const { env } = createGateway({ ...connected, ...settings })
  const app = createApp(platform)
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request.clone())
    const context = createExecutionContext()
    const { body, status, headers } = await app.fetch(request, env, context)
    const text = body && (await new Response(body).text())
    await waitOnExecutionContext(context)
    return new Response(text, { status, headers })
  }
  return {
    latchkey: createClient({ baseUrl: 'https://latchkey.test', apiKey: PRO_KEY, fetch, ...options }),
    world,
    sent,
  }
}

/** Everything that a listing gives. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The error of a call. Fails the test when there is none. */
export const toFailure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('the call went well')
    },
    (error: unknown) => error,
  )
