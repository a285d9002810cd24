import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { sha256Hex } from '../../../src/base/crypto.ts'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import type { Operation } from '../../../src/gateway/operation.ts'
import { getOperation } from '../../../src/gateway/operation-type.ts'
import { social } from '../../../src/groups/social/routes.ts'
import { getOutput } from '../../../src/openapi/registered.ts'
import { storeCredentials } from '../../../src/upstream/credentials.ts'
import { Clock } from '../../simulators/clock.ts'
import type { Call } from '../../simulators/simulator.ts'
import { createThreads, SOCIAL_TOKEN, type ThreadsOptions } from '../../simulators/social/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Answer, createGateway, json, type Overrides } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

export type Threads = ReturnType<typeof createThreads>

export interface Isolate {
  env: Env
  get(path: string, init?: RequestInit): Promise<Answer>
  post(body: unknown, key?: string): Promise<Answer>
  remove(id: string): Promise<Answer>
  request(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
}

export interface Connected extends Isolate {
  threads: Threads
  world: World
  /** Another isolate of the same deployment, or the same one with changed settings: its cache is empty. */
  another(settings?: Overrides): Isolate
}

interface Options extends Omit<ThreadsOptions, 'clock'> {
  settings?: Overrides
}

/** A deployment with a social account, and the product that it talks to. Paths are those under `/social`. */
export function connected({ settings, ...options }: Options = {}): Connected {
  const clock = new Clock()
  const threads = createThreads({ ...options, clock })
  const world = createWorldAt(clock, threads)
  worlds.push(world)
  const another = (changed?: Overrides) => isolate(world, { SOCIAL_TOKEN, ...settings, ...changed })
  return { threads, world, another, ...another() }
}

const worlds: World[] = []

/** Registers what every file here needs after each test: also that no token has shown. */
export function leaveNothingBehind(): void {
  afterEach(async () => {
    vi.restoreAllMocks()
    await freshDeployment()
    for (const world of worlds.splice(0)) {
      expectNothingUnexpected(world)
      expect(world.log.join('\n')).not.toMatch(TOKENS)
    }
  })
}

/** The tokens that the simulator gives out. */
const TOKENS = /test-(social|long|short|\w+)-token/

function isolate(world: World, settings: Overrides): Isolate {
  const gateway = createGateway(settings)
  const call = async (path: string, init: RequestInit) => {
    const answer = await gateway.call(`/api/v1/social${path}`, init)
    expectDeclared(answer, operationIn(world))
    expect(answer.text + JSON.stringify([...answer.headers])).not.toMatch(TOKENS)
    return answer
  }
  return {
    env: gateway.env,
    get: (path, init = {}) => call(path, init),
    post: (body, key) => call('/posts', withKey(json('POST', body), key)),
    remove: (id) => call(`/posts/${id}`, { method: 'DELETE' }),
    request: (method, path, body, key) =>
      call(path, withKey(body === undefined ? { method } : json(method, body), key)),
  }
}

function withKey(init: RequestInit, key: string | undefined): RequestInit {
  const headers = new Headers(init.headers)
  if (key !== undefined) headers.set('Idempotency-Key', key)
  return { ...init, headers }
}

const operations = new Map(
  social.routes.flatMap(({ handler }) => {
    const operation = getOperation(handler)
    return operation ? [[operation.id, operation] as const] : []
  }),
)

/** The operation of the latest log line. Undefined when requests ran in parallel. */
function operationIn({ log }: World): Operation | undefined {
  return operations.get(JSON.parse(log.at(-1) ?? '{}').operation)
}

/** Every response has exactly the declared fields: a success those of its schema, a failure its envelope. */
function expectDeclared({ status, json: body }: Answer, operation: Operation | undefined): void {
  if (status >= 400) {
    expect(body).toEqual({ success: false, error: expect.stringMatching(/./) })
  } else {
    expect(status).toBe(operation?.status)
    const output = operation && getOutput(operation)
    expect(output && z.parse(output, body)).toEqual(body)
  }
}

const accountObject = async () => OBJECTS.ACCOUNTS.getByName(`social/${await sha256Hex(SOCIAL_TOKEN)}`)

/** When the account's alarm fires, in epoch milliseconds. Null for never. */
export const alarmAt = async (): Promise<number | null> =>
  runInDurableObject(await accountObject(), (_, { storage }) => storage.getAlarm())

/**
 * Connects the account in STORE, where its object sees it. The object does not see the settings of a test's deployment.
 */
export const connectInStore = () => storeCredentials(getSettings(createGateway().env), 'social', { SOCIAL_TOKEN })

/** Advances the clock to the account's alarm, and fires it. */
export async function ring({ world }: Connected): Promise<void> {
  const at = await alarmAt()
  if (at === null) throw new Error('no alarm is set')
  world.clock.advance(Math.max(0, at - world.clock.now()))
  expect(await runDurableObjectAlarm(await accountObject())).toBe(true)
}

const UPKEEP = ['/debug_token', '/refresh_access_token']

/** Whether a call keeps the token fresh. */
export const isUpkeep = ({ url }: Call) => UPKEEP.includes(url.pathname)

/** `METHOD /path` of the gateway's calls, without those that keep the token fresh. */
export const asked = ({ threads }: Connected): string[] =>
  threads.calls.filter((call) => !isUpkeep(call)).map(({ method, url }) => `${method} ${url.pathname}`)

/** How often the token was refreshed. */
export const refreshes = ({ threads }: Connected): number =>
  threads.calls.filter(({ url }) => url.pathname === '/refresh_access_token').length

/** The token of a call, wherever it is. */
export const getToken = ({ url, body }: Call): string | null =>
  url.searchParams.get('access_token') ?? new URLSearchParams(body).get('access_token')

/** Disables deadlines, for tests that take longer than the moment after which a simulated world lets deadlines pass. */
export function withoutDeadlines(): void {
  vi.spyOn(platform, 'timer').mockImplementation((ms, callback) => {
    const handle = ms < 10_000 ? setTimeout(callback, 0) : undefined
    return () => clearTimeout(handle)
  })
  vi.spyOn(platform, 'sleep').mockImplementation(async () => {})
}

/** A body in the product's envelope (social facts, section 6). */
export const errorBody = (code: number, more: object = {}) =>
  JSON.stringify({
    error: { message: 'Words of the product', type: 'OAuthException', code, fbtrace_id: 'A1', ...more },
  })
