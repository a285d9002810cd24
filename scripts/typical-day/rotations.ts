import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Miniflare } from 'miniflare'
import { wallClock } from '../../test/upstreams/clock.ts'
import { AUTOPAY_CUSTOMER } from '../../test/upstreams/payment/index.ts'
import { simulate } from '../../test/upstreams/simulator.ts'
import { buildWorker } from '../support/build.ts'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../support/gateways.ts'
import { outboundTo } from '../support/outbound.ts'
import { simulatedProducts } from '../support/products.ts'
import { type Habit, type Request, typicalDay } from './day.ts'
import { connectClient, renewClient } from './oauth-client.ts'

/** The result of rotating one key in the middle of the day. */
export interface Rotation {
  what: string
  /** Requests of all clients after the rotation. */
  requests: number
  /** What went wrong, one line each. */
  faults: readonly string[]
}

type Settings = Record<'API_KEY' | 'ADMIN_KEY' | 'CREDENTIALS_KEY', string> & { CREDENTIALS_KEY_PREVIOUS?: string }

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is looked into, and missed where it is not there
  json: any
}

const CHARGE = { customer: AUTOPAY_CUSTOMER, product_nm: 'Monthly lessons', price: 9_900 }
const HOOKS = 'hooks.example.com'
/** Each is a client with a subscription. */
const ENDPOINTS = ['automation', 'shop'] as const
const TYPES = ['recorder.file.ready']
const SECOND_KEY = Buffer.alloc(32, 1).toString('base64')
/** The URL of the deployment. Each start has another port, and OAuth is for one origin. */
const ORIGIN = 'https://gateway.example.com'
const atOrigin = (inner: string) => `
import worker from '${inner}'
export * from '${inner}'
export default {
  ...worker,
  fetch(request, env, context) {
    const { pathname, search } = new URL(request.url)
    return worker.fetch(new Request('${ORIGIN}' + pathname + search, request), env, context)
  },
}
`
/** How long an event or a re-encryption may take, in milliseconds. */
const PATIENCE_MS = 20_000
/** Sources are polled at most once in this time, in milliseconds. */
const POLL_MS = 2_100

/**
 * Rotates every key of a deployment in the middle of a typical day, with the built Worker and simulated products: a
 * named key, API_KEY, ADMIN_KEY and CREDENTIALS_KEY. After each rotation all clients continue. None may be refused,
 * none may be charged twice for a repeated Idempotency-Key, and no event may be lost.
 */
export async function playRotations(): Promise<readonly Rotation[]> {
  const storage = await mkdtemp(join(tmpdir(), 'latchkey-rotations-'))
  const day = new Day(await buildWorker(), storage)
  try {
    return await rotate(day)
  } finally {
    await day.stop()
    await rm(storage, { recursive: true, force: true })
  }
}

async function rotate(day: Day): Promise<Rotation[]> {
  const first: Settings = {
    API_KEY: 'the-first-api-key-of-the-day',
    ADMIN_KEY: 'the-first-admin-key-of-the-day',
    CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY,
  }
  await day.deploy(first)
  await day.setUp()
  const done = [await day.goOn('nothing')]

  const rolled = await day.roll()
  done.push(await day.goOn('a named key, with an overlap', { also: [rolled.previous] }))

  const second = { ...first, API_KEY: 'the-second-api-key-of-the-day' }
  await day.deploy(second)
  await day.keepSubscriptions()
  done.push(await day.goOn('API_KEY', { refused: { 'X-API-KEY': first.API_KEY } }))

  const third = { ...second, ADMIN_KEY: 'the-second-admin-key-of-the-day' }
  await day.deploy(third)
  await day.connect()
  done.push(await day.goOn('ADMIN_KEY', { refused: { Authorization: `Bearer ${first.ADMIN_KEY}` } }))

  const fourth = { ...third, CREDENTIALS_KEY: SECOND_KEY, CREDENTIALS_KEY_PREVIOUS: first.CREDENTIALS_KEY }
  await day.deploy(fourth)
  done.push(await day.goOn('CREDENTIALS_KEY'))

  await day.untilReencrypted()
  const { CREDENTIALS_KEY_PREVIOUS: _, ...last } = fourth
  await day.deploy(last)
  done.push(await day.goOn('CREDENTIALS_KEY_PREVIOUS, taken away'))
  return done
}

/**
 * A deployment with its clients: an automation with a named key, a shop with API_KEY, an agent with OAuth, and the
 * owner.
 */
class Day {
  readonly #products = simulatedProducts(wallClock)
  readonly #habits: readonly Habit[] = typicalDay(this.#products)
  readonly #delivered = new Map<string, Set<string>>()
  readonly #hooks = simulate({
    name: 'endpoints',
    answersFor: (host) => host.endsWith(HOOKS),
    app: new Hono().post('*', async (c) => {
      const { id } = await c.req.json<{ id?: string }>()
      const endpoint = new URL(c.req.url).hostname
      const ids = this.#delivered.get(endpoint) ?? new Set()
      this.#delivered.set(endpoint, ids.add(c.req.header('webhook-id') ?? id ?? ''))
      return c.json({})
    }),
    errorResponse: (status) => new Response(null, { status }),
  })
  readonly #contents: string
  readonly #storage: string
  readonly #bills = new Map<string, string>()
  #runtime: Miniflare | undefined
  #address: URL | undefined
  #settings: Settings | undefined
  #key = { id: '', key: '' }
  #agent = { clientId: '', access: '', refresh: '' }
  #happened = 0

  constructor(contents: string, storage: string) {
    this.#contents = contents
    this.#storage = storage
  }

  /** Starts the deployment with these keys, on the existing storage. */
  async deploy(settings: Settings): Promise<void> {
    await this.stop()
    this.#settings = settings
    const { simulators, settings: connected } = this.#products
    // Connected at run time below, so that it is encrypted in STORE.
    const { NOTES_TOKEN: _, ...others } = connected
    const productAt = (host: string) => [...simulators, this.#hooks].find(({ answersFor }) => answersFor(host))
    const gateway = {
      ...{ name: 'day', outbound: outboundTo(productAt), before: [atOrigin] },
      settings: { ...others, LICENCE: 'pro', EVENTS_POLL_SECONDS: '3600', ...settings },
    }
    this.#runtime = await startWorkers(this.#contents, [gateway], { storage: this.#storage, hear: () => {} })
    this.#address = await this.#runtime.unsafeGetDirectURL('day')
  }

  async stop(): Promise<void> {
    await this.#runtime?.dispose()
  }

  /** What the owner sets up on the first day. */
  async setUp(): Promise<void> {
    await this.#admin('PUT', '/accounts/notes', { token: this.#products.settings.NOTES_TOKEN })
    const { key, record } = await this.#admin('POST', '/keys', { name: 'automation', licence: 'pro' })
    this.#key = { id: record.id, key }
    for (const name of ENDPOINTS) {
      const fields = { url: `https://${name}.${HOOKS}/in`, types: TYPES }
      await this.#ask('POST', '/api/v1/events/subscriptions', this.#getHeaders(name), fields)
    }
    await this.connect()
    // The first poll of a source only finds its start.
    await this.#admin('POST', '/events/poll')
    const isPolled = async () => {
      const { sources } = await this.#admin('GET', '/events')
      return sources.some(
        ({ name, polled_at }: Record<string, unknown>) => name === 'recorder.files' && polled_at !== null,
      )
    }
    if (!(await within(PATIENCE_MS, isPolled))) throw new Error('the recorder is not asked for events')
  }

  /** Connects the agent, as the same client if it was connected before. */
  async connect(): Promise<void> {
    const choice = { groups: ['payment', 'recorder'], read_only: false, payments: true }
    const agree = async (request: string) =>
      String((await this.#admin('POST', '/grants', { request, ...choice })).redirect_to)
    this.#agent = await connectClient(this.#asClient, agree, this.#agent.clientId || undefined)
  }

  /** @returns `previous` the previous key, which works until the overlap ends */
  async roll(): Promise<{ previous: string }> {
    const { key: previous } = this.#key
    const { key, record } = await this.#admin('POST', `/keys/${this.#key.id}/roll`, { overlap_hours: 24 })
    this.#key = { id: record.id, key }
    return { previous }
  }

  /** The overview's question after a new API_KEY: the owner resumes its subscriptions. */
  async keepSubscriptions(): Promise<void> {
    const { warnings } = await this.#admin('GET', '/overview')
    for (const { code, subscriptions } of warnings) {
      if (code !== 'subscriptions_previous_key') continue
      for (const { id } of subscriptions) await this.#admin('PATCH', `/events/subscriptions/${id}`, { enabled: true })
    }
  }

  /** Waits until the overview says that CREDENTIALS_KEY_PREVIOUS can be removed. */
  async untilReencrypted(): Promise<void> {
    const isDone = async () => (await this.#admin('GET', '/overview')).rotation.safe_to_remove_previous === true
    if (!(await within(PATIENCE_MS, isDone))) throw new Error('it is not safe to remove CREDENTIALS_KEY_PREVIOUS')
  }

  /**
   * The day continues: every client sends its requests of a day, repeats its payment, and a recording gets ready.
   *
   * @param also keys that must work as well
   * @param refused what must no longer work
   */
  async goOn(
    what: string,
    { also = [], refused }: { also?: string[]; refused?: Record<string, string> } = {},
  ): Promise<Rotation> {
    const faults: string[] = []
    let requests = 0
    const expectWell = (who: string, { status, json }: Answer) => {
      requests += 1
      if (status >= 400 || json?.error?.message || json?.result?.isError)
        faults.push(`${who}: ${status} ${JSON.stringify(json)}`)
    }
    for (const { by, requests: asked, what: habit } of this.#habits) {
      const headers = { key: this.#getHeaders('automation'), owner: this.#getHeaders('owner'), nobody: {} }[by]
      for (const request of asked) expectWell(habit, await this.#send(request, headers))
    }
    for (const key of also)
      expectWell('the key before', await this.#send({ path: '/api/v1/notes/notes' }, { 'X-API-KEY': key }))
    expectWell('shop', await this.#send({ path: '/api/v1/notes/notes' }, this.#getHeaders('shop')))
    this.#agent = await renewClient(this.#asClient, this.#agent)
    expectWell('agent', await this.#useTool('recorder_list_files', { limit: 1 }))
    if (refused) {
      const path = 'Authorization' in refused ? '/api/v1/admin/overview' : '/api/v1/notes/notes'
      const { status } = await this.#send({ path }, refused)
      if (status !== 401) faults.push(`the key before: ${status} in place of 401`)
    }
    faults.push(...(await this.#chargeAgain()), ...(await this.#tell()))
    return { what, requests, faults }
  }

  /** Each client sends the payment of the morning again, with the same Idempotency-Key. */
  async #chargeAgain(): Promise<string[]> {
    const faults: string[] = []
    const body = (who: string) => ({ ...CHARGE, product_nm: `${CHARGE.product_nm} of ${who}` })
    const note = (who: string, bill: unknown) => {
      const first = this.#bills.get(who)
      if (typeof bill !== 'string') faults.push(`${who}: no bill was answered`)
      else if (first === undefined) this.#bills.set(who, bill)
      else if (first !== bill) faults.push(`${who}: charged again, ${bill} after ${first}`)
    }
    for (const who of ENDPOINTS) {
      const headers = { ...this.#getHeaders(who), 'X-Payment-Mode': 'true', 'Idempotency-Key': `${who}-4711` }
      note(
        who,
        (await this.#send({ path: '/api/v1/payment/autopay/request', body: body(who), headers }, {})).json?.result
          ?.bill_id,
      )
    }
    const { json } = await this.#useTool('payment_request_autopay', { ...body('agent'), idempotency_key: 'agent-4711' })
    note('agent', /"bill_id":"(\w+)"/.exec(String(json?.result?.content?.[0]?.text))?.[1])
    return faults
  }

  /** A recording gets ready. Every subscription must receive it, and the feed as well. */
  async #tell(): Promise<string[]> {
    await this.#products.happenings.recording()
    this.#happened += 1
    const told = () => ENDPOINTS.map((name) => this.#delivered.get(`${name}.${HOOKS}`)?.size ?? 0)
    const isTold = async () => told().every((count) => count >= this.#happened)
    const until = Date.now() + PATIENCE_MS
    do await this.#admin('POST', '/events/poll')
    while (!(await within(POLL_MS, isTold)) && Date.now() < until)
    if (!(await isTold()))
      return [`of ${this.#happened} events, those told to ${ENDPOINTS.join(' and ')} are ${told().join(' and ')}`]
    const { json } = await this.#ask(
      'GET',
      `/api/v1/events?limit=100&types=${TYPES.join()}`,
      this.#getHeaders('automation'),
    )
    return json.events.length === this.#happened
      ? []
      : [`the feed has ${json.events.length} of ${this.#happened} events`]
  }

  #getHeaders(who: 'automation' | 'shop' | 'owner'): Record<string, string> {
    const { API_KEY = '', ADMIN_KEY = '' } = this.#settings ?? {}
    if (who === 'owner') return { Authorization: `Bearer ${ADMIN_KEY}` }
    return { 'X-API-KEY': who === 'shop' ? API_KEY : this.#key.key }
  }

  get #asClient() {
    return { origin: ORIGIN, send: (path: string, init: RequestInit) => fetch(new URL(path, this.#address), init) }
  }

  #useTool(name: string, args: object): Promise<Answer> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const headers = { Accept: 'application/json, text/event-stream', Authorization: `Bearer ${this.#agent.access}` }
    return this.#send({ path: '/mcp?tools=all', body, headers }, {})
  }

  /** Rejects when the owner is refused. */
  async #admin(method: string, path: string, body?: object) {
    const { status, json } = await this.#ask(method, `/api/v1/admin${path}`, this.#getHeaders('owner'), body)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }

  #send({ path, body, headers }: Request, own: Record<string, string>): Promise<Answer> {
    return this.#ask(body ? 'POST' : 'GET', path, { ...own, ...headers }, body)
  }

  async #ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
    const response = await fetch(new URL(path, this.#address), {
      ...{ method, headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json') === true
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : undefined }
  }
}

/** Polls until the condition holds. Returns false on timeout. */
async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + ms
  while (Date.now() < until) {
    if (await isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
