import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { differences } from '../support/structure.ts'
import { Clock } from './clock.ts'
import { API_KEY, createPaySsam, MEMBER_ID, MERCHANT_ID, PAID_BILL } from './payment/index.ts'
import {
  createPlaud,
  EU_USER_TOKEN,
  EXPIRED_WORKSPACE_TOKEN,
  MALFORMED_TOKEN,
  recording,
  USER_TOKEN,
} from './recorder/index.ts'
import { hmac } from './rest.ts'
import {
  CONSUMER_SESSION,
  createCoupang,
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from './shop/index.ts'
import type { Simulator } from './simulator.ts'
import { createThreads, SOCIAL_TOKEN } from './social/index.ts'
import * as clients from './video/ask.ts'
import { createYouTube, VIDEO_IDS } from './video/index.ts'
import { createNotion, DATA_SOURCES, DATABASES, NOTION_SESSIONS, NOTION_TOKENS, projectId } from './workspace/index.ts'

/**
 * The products' own responses, as far as the project knows them. Each simulator gets the same request, and its response
 * must have every recorded field with the recorded type.
 */
interface Recording {
  /** The source of the response, and how or when it was recorded. */
  source: string
  recorded: string
  /** A name in braces is replaced by the simulator's value, such as the id of a post. */
  request: { method: string; url: string; version?: string; body?: Record<string, unknown> }
  /** Absent when unknown. */
  status?: number
  body: unknown
  /** Paths whose values the simulator must return as well. `...` matches any text. */
  same?: string[]
  /** Paths at which the simulator differs, each with the reason. */
  allowed?: Record<string, string>
}

const FOLDER = '../recordings/'
const recordings = Object.entries(
  import.meta.glob<Recording>('../recordings/{coupang,notion,payssam,plaud,threads,youtube}/*.json', {
    eager: true,
    import: 'default',
  }),
).map(([path, recording]) => [path.slice(FOLDER.length, -'.json'.length), recording] as const)

describe('a response of the product is a response of its simulator', () => {
  it.each(recordings)('%s', async (name, { request, status, body, same, allowed = {} }) => {
    const answer = await answerTo(name, request)
    const text = await answer.text()
    const simulated: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    expect([answer.status, simulated]).toEqual([status ?? answer.status, simulated])
    const found = differences(body, simulated, same)
    expect(found.filter(({ path }) => !(path in allowed))).toEqual([])
    expect(Object.keys(allowed).filter((path) => !found.some((one) => one.path === path))).toEqual([])
  })
})

it('is not, when a field is missing, has another type or another value, or a list is empty', () => {
  const recorded = { code: 24, data: [{ id: 'a', at: null }], words: 'no ... here' }
  const faults = (simulated: object) => differences(recorded, { ...recorded, ...simulated }, ['words'])
  expect(faults({ code: 7, data: [{ other: 1 }, { id: 'b', at: null, more: [] }], words: 'no post here' })).toEqual([])
  expect(faults({ code: '24', data: [{ id: 'b' }], words: 'no post' })).toEqual([
    { path: 'code', fault: 'string in place of number' },
    { path: 'data.at', fault: 'missing' },
    { path: 'words', fault: '"no post" in place of "no ... here"' },
  ])
  expect(faults({ data: [] })).toEqual([{ path: 'data', fault: 'an empty list' }])
})

/** The values of the names in braces. */
type Names = Record<string, string>

const filled = <T>(value: T, names: Names): T =>
  JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole))

function send(
  simulator: Simulator,
  { method, url, body }: Recording['request'],
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = body && { body: JSON.stringify(body) }
  return simulator.fetch(
    new Request(url, { method, headers: { ...(json && { 'content-type': 'application/json' }), ...headers }, ...json }),
  )
}

function answerTo(name: string, request: Recording['request']): Promise<Response> {
  const [product = '', answer = ''] = name.split('/')
  const ask = { coupang, notion, payssam, plaud, threads, youtube }[product]
  if (!ask) throw new Error(`no simulator of ${product}`)
  return ask(request, answer)
}

type Asked = (request: Recording['request'], answer: string) => Promise<Response>

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }

const plaud: Asked = async (request, answer) => {
  const one = recording()
  const simulator = createPlaud({ clock: new Clock(), recordings: [one], switches: { deadWorkspaceToken: 'detail' } })
  simulator.finish(one.id)
  const token: Names = {
    'wrong-region': EU_USER_TOKEN,
    'dead-workspace-token': EXPIRED_WORKSPACE_TOKEN,
    'refused-token': MALFORMED_TOKEN,
  }
  const authorization = { authorization: `Bearer ${token[answer] ?? USER_TOKEN}` }
  const open = { ...BROWSER, ...authorization }
  if (answer === 'no-authorization') return send(simulator, request, BROWSER)
  if (answer === 'transcript') {
    const detail = { method: 'GET', url: `https://api.plaud.ai/file/detail/${one.id}` }
    const { data } = await (await send(simulator, detail, open)).json<{
      data: { content_list: { data_link: string }[] }
    }>()
    return send(simulator, filled(request, { data_link: data.content_list[0]?.data_link ?? '' }))
  }
  return send(simulator, filled(request, { id: one.id, title: one.filename, word: one.speech[0]?.content ?? '' }), open)
}

const notion: Asked = (request) => {
  const names = {
    data_source: DATA_SOURCES.projects,
    database: DATABASES.projects,
    database_of_two: DATABASES.leads,
    trashed_page: projectId(9),
  }
  return send(createNotion({ clock: new Clock() }), filled(request, names), {
    authorization: `Bearer ${NOTION_TOKENS.full}`,
    'notion-version': request.version ?? '2025-09-03',
    cookie: `token_v2=${NOTION_SESSIONS.expired}`,
  })
}

/** The client's name: versions become outdated, so the simulator's own replace them. */
const clientSchema = z.object({ context: z.object({ client: z.object({ clientName: z.string() }) }) })

const youtube: Asked = async (request, answer) => {
  const simulator = createYouTube({ clock: new Clock() })
  simulator.switches.botCheck = answer === 'bot-check'
  if (answer === 'gated-captions') {
    const link = await clients.readLink(simulator, VIDEO_IDS.manual, clients.WEB)
    return send(simulator, filled(request, { caption_link: link.href }))
  }
  if (answer === 'get-transcript') return send(simulator, request)
  const today: Record<string, object> = {
    WEB: clients.WEB,
    ANDROID: clients.ANDROID,
    MWEB: { ...clients.WEB, clientName: 'MWEB' },
  }
  const { clientName } = clientSchema.parse(request.body).context.client
  const context = { client: today[clientName] }
  const video = answer === 'speech-of-the-audio' ? VIDEO_IDS.dubbed : VIDEO_IDS.manual
  return send(simulator, { ...request, body: { ...filled(request.body, { video }), context } })
}

const payssam: Asked = (request) => {
  const bill = { billId: PAID_BILL, price: '150000', cancelReason: '변심', hash: 'wrong' }
  const body = { apiKey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID, bill }
  return send(createPaySsam({ clock: new Clock() }), { ...request, body })
}

const coupang: Asked = async (request) => {
  const clock = new Clock()
  if (request.url.startsWith('https://mc.coupang.com/'))
    return send(createCoupang({ clock }), request, { ...BROWSER, cookie: CONSUMER_SESSION })
  const seller = createCoupangSeller({ clock })
  const sheet = seller.sell()
  seller.cancel(sheet)
  const named = filled(request, { vendor: SELLER_VENDOR_ID, order: String(sheet.orderId) })
  const date = `${new Date(clock.now()).toISOString().slice(2, 19).replace(/[-:]/g, '')}Z`
  const signature = await hmac(SELLER_SECRET_KEY, `${date}${named.method}${new URL(named.url).pathname}`)
  const authorization = `CEA algorithm=HmacSHA256, access-key=${SELLER_ACCESS_KEY}, signed-date=${date}, signature=${signature}`
  return send(seller, named, { authorization })
}

const threads: Asked = async (request, answer) => {
  const clock = new Clock()
  const simulator = createThreads({ clock })
  const open = { authorization: `Bearer ${SOCIAL_TOKEN}` }
  if (answer === 'limits-without-permission') {
    simulator.state.tokens.issue('long', { value: SOCIAL_TOKEN, scopes: ['threads_basic', 'threads_content_publish'] })
  }
  const make = async (query: string) => {
    const url = `https://graph.threads.net/v1.0/me/threads?${query}`
    const made = await send(simulator, { method: 'POST', url }, open)
    return (await made.json<{ id: string }>()).id
  }
  const media = [...simulator.state.media.values()]
  const names = {
    post: media.find(({ poll }) => poll)?.id ?? '',
    answered: media.find(({ repliedTo }) => repliedTo)?.root ?? '',
    container: await make('media_type=TEXT&text=Hello'),
    unready: await make('media_type=VIDEO&video_url=https://media.example/walk.mp4'),
    unreachable: 'https://media.example/UNREACHABLE.jpg',
  }
  return send(simulator, filled(request, names), open)
}
