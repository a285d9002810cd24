import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { RECORDER_TOKENS } from '../../../../scripts/support/products.ts'
import { EVENT_TYPES, OWNERS_GROUP, TYPES } from '../../../../src/base/events.ts'
import { PRO_KEY, startGateway } from '../../../node/scripts/started-gateway.ts'
import { VIDEO_IDS } from '../../../simulators/video/ids.ts'
import { printedConnectors } from './printed.ts'

export const ADMIN_KEY = 'the-admin-key-of-this-test'
/** A table of the simulated workspace. */
export const PROJECTS = '2f1c0de0-0003-4000-8000-000000000001'
export const BILL = {
  product_nm: 'Lesson',
  member_nm: 'Kim',
  phone: '010-1234-5678',
  price: 1000,
  expire_dt: '2099-12-31T00:00:00+09:00',
}
/** What starts a flow. */
export const EVENTS = TYPES.filter((type) => type !== 'latchkey.test' && EVENT_TYPES[type] !== OWNERS_GROUP)

type Fields = Readonly<Record<string, unknown>>

/**
 * At least two operations of each group with their fields, and a part of what the person gets: of the first item, if it is
 * a list. `name` is that of the platform.
 */
export const operationsFor = (
  name: string,
): readonly (readonly [operation: string, fields: Fields, first: object | undefined])[] => [
  ['recorder_list_files', {}, { filename: expect.any(String) }],
  ['recorder_search', { query: '예산' }, { hits: expect.any(Array) }],
  ['notes_list_notes', {}, { guid: expect.any(String) }],
  ['notes_get_note', { id: 'note-0024' }, { note: { guid: 'note-0024' } }],
  [
    'workspace_create_page',
    { data_source_id: PROJECTS, properties: { Name: `From ${name}`, Budget: 5, Stage: 'Done' } },
    { object: 'page' },
  ],
  [
    'workspace_query_data_source',
    { data_source_id: PROJECTS, filters: [{ key: 'Name', value: `From ${name}` }] },
    { simple_properties: { Name: `From ${name}`, Budget: 5, Stage: 'Done' } },
  ],
  ['shop_list_carriers', {}, { code: expect.any(String) }],
  ['shop_list_orders', {}, { orderId: expect.anything() }],
  ['payment_format_phone_number', { phone: '010-1234-5678' }, { phone: '01012345678' }],
  ['payment_request_bill', { ...BILL, product_nm: 'Two lessons' }, { bill_id: expect.any(String) }],
  ['video_get_transcript', { video_url: VIDEO_IDS.manual }, { success: true }],
  ['video_list_languages', { video_url: VIDEO_IDS.manual }, { language: 'en' }],
  ['social_create_post', { text: `From ${name}` }, { post: { text: `From ${name}` } }],
  ['social_list_posts', {}, { text: `From ${name}` }],
  ['events_list_types', {}, { type: 'recorder.file.ready' }],
  // Nothing has happened yet.
  ['events_list_events', {}, undefined],
  ['gateway_search', { query: '예산', groups: ['recorder'] }, { title: expect.any(String) }],
  ['gateway_doctor', { accounts: ['notes', 'social'] }, { ok: true }],
]

/** An order sheet with this status of the simulated shop. */
export async function findSheet({ gateway }: Stage, status: 'ACCEPT' | 'INSTRUCT') {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const response = await fetch(`${gateway.origin}/api/v1/shop/ordersheets`, {
    method: 'POST',
    headers: { 'X-API-KEY': PRO_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ createdAtFrom: day(29), createdAtTo: day(0), status }),
  })
  const { result } = (await response.json()) as { result: { shipmentBoxId: string | number; orderId: number }[] }
  const [sheet] = result
  if (!sheet) throw new Error(`there is no sheet with the status ${status}`)
  return { shipment_box_id: String(sheet.shipmentBoxId), order_id: String(sheet.orderId) }
}

/** What the simulated shop says of an invoice number that no carrier has. */
export const BAD_INVOICE = { invoice_number: '63301', error: '송장번호가 유효하지 않습니다.' }

interface Stage {
  /** The folder with the printed packages. They are those of all tests of a run. */
  packages: string
  /** An empty folder. */
  folder: string
  gateway: Awaited<ReturnType<typeof startGateway>>
  other: Awaited<ReturnType<typeof startOther>>
}

/** What the tests of a connector need, in one object that is filled before the first test. */
export function useStage(): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.folder = await mkdtemp(join(tmpdir(), 'latchkey-connector-'))
    stage.other = await startOther()
    const settings = {
      CREDENTIALS_KEY: Buffer.alloc(32, 1).toString('base64'),
      ADMIN_KEY,
      NOTES_PLATFORM_URL: stage.other.origin,
    }
    ;[stage.gateway, stage.packages] = await Promise.all([startGateway(settings), printedConnectors()])
  })
  beforeEach(() => stage.other.respond())
  afterAll(async () => {
    stage.other?.close()
    await stage.gateway?.stop()
    if (stage.folder) await rm(stage.folder, { recursive: true })
  })
  return stage
}

/** Connects a second recorder, with the name "second". Does nothing when that is connected. */
export async function connectSecondRecorder({ gateway }: Stage): Promise<void> {
  const response = await fetch(`${gateway.origin}/api/v1/admin/accounts/recorder:second`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: RECORDER_TOKENS['4.0'] }),
  })
  expect(response.status).toBe(200)
}

type Answer = [status: number, body: object | Buffer, headers?: Record<string, string>]
type Respond = (url: URL, body: string, headers: Record<string, string>) => Answer | Promise<Answer>

/** A server that plays whatever the gateway or a connector asks for, beyond the simulated products. */
async function startOther() {
  const refuse: Respond = ({ pathname }) => [599, { error: `nothing should have asked for ${pathname}` }]
  let respond = refuse
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const given = incoming.headers as Record<string, string>
    const [status, body, headers] = await respond(new URL(incoming.url ?? '', 'http://localhost'), text, given)
    const isFile = Buffer.isBuffer(body)
    outgoing.writeHead(status, { 'Content-Type': isFile ? 'audio/mpeg' : 'application/json', ...headers })
    outgoing.end(isFile ? body : JSON.stringify(body))
  })
  await once(server.listen(0), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Without a function, each request fails. */
    respond: (next: Respond = refuse) => {
      respond = next
    },
    close: () => server.close(),
  }
}

/** The document of the gateway with an operation that no package knows. */
export async function newerDocument({ gateway }: Stage) {
  const response = await fetch(`${gateway.origin}/openapi.json`)
  const document = (await response.json()) as { paths: Record<string, object> }
  const newer = {
    operationId: 'notes_count_words',
    tags: ['notes'],
    summary: 'count the words of a note',
    'x-title': { en: 'Count the words', ko: '단어 세기' },
    'x-read-only': true,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' }, 'x-title': { en: 'Note', ko: '노트' } },
      { name: 'language', in: 'query', schema: { type: 'string', enum: ['ko', 'en'] } },
    ],
  }
  document.paths['/api/v1/notes/notes/{id}/words'] = { get: newer }
  return document
}

/** A feed of events in pages of 100, from `e0` on. */
export function feedOf(events: readonly object[], asked: string[]): Respond {
  return ({ searchParams }) => {
    const after = searchParams.get('after') ?? ''
    asked.push(after)
    const at = after === 'now' ? 0 : Number(after.slice(1))
    const page = events.slice(at, at + Number(searchParams.get('limit')))
    const next = at + page.length
    return [200, { events: page, next_after: `e${next}`, has_more: next < events.length }]
  }
}

/** More events than two pages have, of every type. */
export const MANY_EVENTS = Array.from({ length: 250 }, (_, index) => ({
  id: `evt_${index}`,
  type: EVENTS[index % EVENTS.length] ?? '',
  timestamp: '2026-11-20T00:00:00.000Z',
  data: { index },
}))

/** The headers of a delivery. */
export const sign = (body: string, secret: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
})

/** Deliveries that do not fit the secret: another body, another secret, an old one, none. */
export function forge(body: string, secret: string): (readonly [headers: Record<string, string>, body: string])[] {
  const stranger = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  return [
    [sign(body, secret), `${body} `],
    [sign(body, stranger), body],
    [sign(body, secret, new Date(Date.now() - 600_000)), body],
    [{}, body],
  ]
}
