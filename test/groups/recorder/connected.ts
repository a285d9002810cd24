import { afterEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../src/gateway/operation.ts'
import { getOperation } from '../../../src/gateway/operation-type.ts'
import { recorder } from '../../../src/groups/recorder/routes.ts'
import { getOutput } from '../../../src/openapi/registered.ts'
import { Clock } from '../../simulators/clock.ts'
import { createPlaud, type PlaudOptions, type PlaudSimulator, USER_TOKEN } from '../../simulators/recorder/index.ts'
import type { Call, Simulator } from '../../simulators/simulator.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Answer, createGateway, json, type Overrides } from '../../support/gateway.ts'
import { workEnded } from '../../support/work.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

export interface Connected extends Isolate {
  plaud: PlaudSimulator
  world: World
  store: KVNamespace
  /** Another isolate of the same deployment, or the same one with changed settings: its cache is empty. */
  another(settings?: Overrides): Isolate
}

export interface Isolate {
  get(path: string, init?: RequestInit): Promise<Answer>
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer>
}

interface Options extends Omit<PlaudOptions, 'clock'> {
  /** The account's token; null for an account that is not connected. */
  token?: string | null
  settings?: Overrides
  /** Simulators in addition to the product. */
  besides?: (plaud: PlaudSimulator) => Simulator[]
}

/** A deployment with a recorder account, and the product that it talks to. Paths are those under `/recorder`. */
export function connected({ token = USER_TOKEN, settings, besides, ...options }: Options = {}): Connected {
  const clock = new Clock()
  const plaud = createPlaud({ ...options, clock })
  const world = createWorldAt(clock, plaud, ...(besides?.(plaud) ?? []))
  worlds.push(world)
  const account = token === null ? {} : { RECORDER_TOKEN: token }
  const another = (changed?: Overrides) => isolate(world, { ...account, ...settings, ...changed })
  return { plaud, world, store: createGateway().env.STORE, another, ...another() }
}

const worlds: World[] = []

/** Registers what every file here needs after each test. */
export function leaveNothingBehind(): void {
  afterEach(async () => {
    await workEnded()
    vi.restoreAllMocks()
    await freshDeployment()
    for (const world of worlds.splice(0)) expectNothingUnexpected(world)
  })
}

/** What arrived at the product itself, without the exchange of tokens and its storage. */
export const calls = ({ plaud }: Connected): Call[] =>
  plaud.calls.filter(({ url }) => !/^\/(team|user)-app\//.test(url.pathname) && !isStorage(url))

/** What arrived at the product's storage. */
export const downloads = ({ plaud }: Connected): Call[] => plaud.calls.filter(({ url }) => isStorage(url))

const isStorage = ({ hostname }: URL) => hostname.endsWith('.amazonaws.com')

/** `METHOD /path?query` of each call. */
export const lines = (some: readonly Call[]): string[] =>
  some.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)

let requests = 0

const GROUP = '/api/v1/recorder'

function isolate(world: World, settings: Overrides): Isolate {
  const gateway = createGateway(settings)
  const call = async (path: string, init: RequestInit) => {
    requests += 1
    const id = `request-${requests}`
    const request = new Request('https://latchkey.test', init)
    request.headers.set('X-Request-Id', id)
    const answer = await gateway.call(`${GROUP}${path}`, { ...init, headers: request.headers })
    const { pathname } = new URL(`https://latchkey.test${GROUP}${path}`)
    expectDeclared(answer, operationIn(world, id), pathname.startsWith(`${GROUP}/`))
    return answer
  }
  return {
    get: (path, init = {}) => call(path, init),
    send: (method, path, body) => call(path, body === undefined ? { method } : json(method, body)),
  }
}

const operations = new Map(
  recorder.routes.flatMap(({ handler }) => {
    const operation = getOperation(handler)
    return operation ? [[operation.id, operation] as const] : []
  }),
)

/** The operation that the log names for a request. */
function operationIn({ log }: World, id: string): Operation | undefined {
  const line = log.map((text) => JSON.parse(text)).find(({ request_id }) => request_id === id)
  return operations.get(line?.operation)
}

/**
 * Every response has exactly the declared fields: a success those of its schema, a failure `{error}`. A path that leads out
 * of the group has the gateway's own failure, which has a code as well.
 */
function expectDeclared({ status, json: body, text }: Answer, operation: Operation | undefined, isInGroup: boolean) {
  const isReport = operation?.id === 'recorder_doctor' && [401, 502].includes(status)
  if (status >= 400 && !isReport) {
    const code = isInGroup ? {} : { code: expect.stringMatching(/./) }
    const { results } = body
    const each = results && { successful: 0, failed: results.length, results: expect.any(Array) }
    expect(body).toEqual({ error: expect.stringMatching(/./), ...code, ...each })
    return
  }
  if (!operation) throw new Error(`an answer ${status} without an operation`)
  if (!isReport) expect([operation.status, operation.existingStatus]).toContain(status)
  const output = getOutput(operation)
  if (output) expect(z.parse(output, body)).toEqual(body)
  else expect(text).toBe('')
}
