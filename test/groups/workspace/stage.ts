import { afterEach, vi } from 'vitest'
import { Clock } from '../../simulators/clock.ts'
import type { Call, Simulator } from '../../simulators/simulator.ts'
import {
  createNotion,
  DATA_SOURCES,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  type NotionSimulator,
  USERS,
  WORKSPACES,
} from '../../simulators/workspace/index.ts'
import { type Answer, createGateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

/** Put over the headers that a call sends; null takes one away. */
type HeaderChange = Record<string, string | null>

export interface Stage extends Isolate {
  world: World
  product: NotionSimulator
  /** What arrived, as `METHOD /path?query`, oldest first. */
  called(): string[]
  /** Another isolate of the deployment: its cache is empty. */
  another(): Isolate
}

interface Isolate {
  /** A string is sent unchanged. */
  query(body?: object | string, options?: { id?: string; headers?: HeaderChange }): Promise<Answer>
  schema(id?: string, headers?: HeaderChange): Promise<Answer>
  queryDatabase(id: string, body?: object, headers?: HeaderChange): Promise<Answer>
  invite(body: object, headers?: HeaderChange): Promise<Answer>
  upsert(body: object, options?: { id?: string; headers?: HeaderChange }): Promise<Answer>
  queryAll(body?: object, options?: { id?: string; headers?: HeaderChange }): Promise<Answer>
  /** Any route under /api/v2, as `GET /workspace/pages/...`. */
  v2(line: string, body?: object, headers?: HeaderChange): Promise<Answer>
  bulk(verb: 'insert' | 'delete', body: object, headers?: HeaderChange): Promise<Answer>
}

const TOKEN = { 'X-Workspace-Token': NOTION_TOKENS.full }
const SESSION = {
  'X-Workspace-Token': NOTION_SESSIONS.owner,
  'X-Workspace-Space-ID': WORKSPACES.haneul,
  'X-Workspace-User-ID': USERS.jiwoo,
}

const stages: Stage[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const { world } of stages.splice(0)) expectNothingUnexpected(world)
})

/** The gateway in front of the product on 21 November 2026, or of a wrapper of it. */
export function setStage(
  settings: Overrides = {},
  before: (product: NotionSimulator) => Simulator = (it) => it,
): Stage {
  const clock = new Clock()
  const product = createNotion({ clock })
  const world = createWorldAt(clock, before(product))
  const stage: Stage = {
    ...isolate(settings),
    world,
    product,
    called: () => product.calls.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
    another: () => isolate(settings),
  }
  stages.push(stage)
  return stage
}

function isolate(settings: Overrides): Isolate {
  const gateway = createGateway(settings)
  const call = (path: string, init: RequestInit, headers: HeaderChange) => {
    const merged = new Headers(init.headers)
    for (const [name, value] of Object.entries(headers)) if (value !== null) merged.set(name, value)
    return gateway.call(path, { ...init, headers: merged })
  }
  return {
    query: (body = {}, { id = DATA_SOURCES.projects, headers = {} } = {}) =>
      call(`/api/v2/workspace/data-source/${id}/query`, post(body), { ...TOKEN, ...headers }),
    schema: (id = DATA_SOURCES.projects, headers = {}) =>
      call(`/api/v2/workspace/data-source/${id}/schema`, {}, { ...TOKEN, ...headers }),
    queryDatabase: (id, body = {}, headers = {}) =>
      call(`/api/v1/workspace/database/${id}/query`, json('POST', body), { ...TOKEN, ...headers }),
    invite: (body, headers = {}) =>
      call('/api/v1/workspace/workspace-invite', json('POST', body), { ...SESSION, ...headers }),
    upsert: (body, { id = DATA_SOURCES.projects, headers = {} } = {}) =>
      call(`/api/v2/workspace/data-source/${id}/upsert`, json('POST', body), { ...TOKEN, ...headers }),
    queryAll: (body = {}, { id = DATA_SOURCES.projects, headers = {} } = {}) =>
      call(`/api/v2/workspace/data-source/${id}/query-all`, json('POST', body), { ...TOKEN, ...headers }),
    v2: (line, body, headers = {}) => {
      const [method = 'GET', path = ''] = line.split(' ')
      return call(`/api/v2${path}`, body ? json(method, body) : { method }, { ...TOKEN, ...headers })
    },
    bulk: (verb, body, headers = {}) =>
      call(`/api/v1/workspace/bulk-${verb}`, json('POST', body), { ...TOKEN, ...headers }),
  }
}

const post = (body: object | string): RequestInit =>
  typeof body === 'string' ? { ...json('POST', {}), body } : json('POST', body)

/** A relay at one URL that forwards everything to a host of the product. */
export const relay =
  (address: string, origin: string) =>
  (product: NotionSimulator): Simulator => ({
    ...product,
    answersFor: (host) => host === new URL(address).hostname,
    fetch: (request) => product.fetch(new Request(request.url.replace(address, origin), request)),
  })

/** The last call to the product. */
export const lastCall = ({ product }: Stage): Call => {
  const call = product.calls.at(-1)
  if (!call) throw new Error('nothing was called')
  return call
}

export const refused = (status: number, error: unknown) => ({ status, json: { success: false, error } })

/** The parts of a response that a refusal has. */
export const told = ({ status, json: body }: Answer) => ({ status, json: body })

/** The same of a write of several things, which also says what became of each. */
export const toldWhy = ({ status, json: { success, error } }: Answer) => ({ status, json: { success, error } })

export const QUERY = `POST /v1/data_sources/${DATA_SOURCES.projects}/query`
export const SCHEMA = `GET /v1/data_sources/${DATA_SOURCES.projects}`
