import { afterEach, expect, it, vi } from 'vitest'
import page from '../../docs/agents.md?raw'
import { PAID_BILL } from '../simulators/payment/index.ts'
import { type Recording, readyRecording, recording } from '../simulators/recorder/index.ts'
import { VIDEO_IDS } from '../simulators/video/ids.ts'
import { type Model, setTable } from './stage.ts'

/** Fifteen tasks of a week, played with the official client from the default list, with what each costs (docs/agents.md). */

afterEach(() => vi.restoreAllMocks())

type Table = ReturnType<typeof setTable>
// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

const DAY_MS = 86_400_000
const WEEK = [
  ...Array.from({ length: 13 }, (_, n) =>
    readyRecording({ filename: `회의 ${n + 1}`, start_time: Date.parse('2026-11-16T01:00:00Z') + (n * DAY_MS) / 3 }),
  ),
  recording({ filename: '짧은 메모', start_time: Date.parse('2026-11-19T03:00:00Z'), duration: 12_000 }),
]

const toBill = (member_nm: string, price: number, idempotency_key: string) => ({
  ...{ product_nm: '12월 수강료', member_nm, phone: '010-1234-5678', price, expire_dt: '2026-12-31', idempotency_key },
})

/** The id of a table, which the search over everything finds. */
const findTable = async (model: Model): Promise<string> => {
  const { results } = await model.call('gateway_search', { query: 'Tasks', groups: ['workspace'] })
  return results.find(({ kind }: Read) => kind === 'data_source').id
}

function task(title: string, play: (model: Model, table: Table) => Promise<void>, recordings?: Recording[]) {
  it(title, async () => {
    const table = setTable({}, recordings)
    const model = await table.talk()
    await play(model, table)
    table.expectNothingUnexpected()
    expectTold(title, model)
  })
}

task(
  "Last week's meetings as rows of a Notion table",
  async (model) => {
    const { files } = await model.call('recorder_sync', { from: '2026-11-16', to: '2026-11-20' })
    const meetings = files.filter(({ summary }: Read) => summary)
    expect(meetings).toHaveLength(13)
    const data_source_id = await findTable(model)
    const records = meetings.map(({ file }: Read) => ({ Name: file.file_name, Due: file.start_time.slice(0, 10) }))
    const written = await model.call('workspace_insert_records', { data_source_id, records })
    expect(written).toMatchObject({ successful: 13, failed: 0 })
  },
  WEEK,
)

task('Bills that nobody paid for over 30 days', async (model, table) => {
  for (const [n, name] of ['김하나', '이둘', '박셋'].entries())
    await model.call('payment_request_bill', { ...toBill(name, 10_000 * (n + 1), `b${n}`), expire_dt: '2026-11-25' })
  table.clock.advance(40 * DAY_MS)
  const { bills } = await model.call('payment_list_bills', { state: 'unpaid' })
  expect(bills.filter(({ days_overdue }: Read) => days_overdue > 30)).toHaveLength(3)
})

task("Yesterday's line as a carousel, and the replies", async (model) => {
  const items = ['a', 'b'].map((name) => ({ image_url: `https://media.example/${name}.jpg` }))
  const { post } = await model.call('social_create_post', { text: '오늘의 문장', items })
  await model.find('replies to my post', 'social_list_replies')
  expect(await model.call('social_list_replies', { id: post.id })).toMatchObject({ success: true })
})

task('Where something was said, and the minutes around it', async (model) => {
  const { results } = await model.call('gateway_search', { query: '응답 시간', groups: ['recorder'] })
  const { text } = await model.call('recorder_get_transcript', { id: results[0].id, around: '응답 시간' })
  expect(text).toContain('응답 시간')
  await model.call('recorder_get_transcript', { id: results[0].id, at: '00:00:05', until: '00:00:30' })
})

task("Today's orders shipped, with two wrong numbers", async (model) => {
  const window = { createdAtFrom: '2026-11-10', createdAtTo: '2026-11-21', status: 'INSTRUCT', ship_by: '2026-11-25' }
  const { result } = await model.call('shop_list_order_sheets', window)
  const boxes: Read[] = result.slice(0, 5)
  await model.find('ship orders with tracking numbers', 'shop_send_invoices')
  const ship = (numbers: Record<number, string>, idempotency_key: string) => {
    const items = Object.entries(numbers).map(([n, invoice_number]) => {
      const { shipmentBoxId, orderId } = boxes[Number(n)]
      return {
        shipment_box_id: String(shipmentBoxId),
        order_id: String(orderId),
        carrier: 'CJ대한통운',
        invoice_number,
      }
    })
    return model.call('shop_send_invoices', { items, idempotency_key })
  }
  const numbers = boxes.map((_, n) => `65120033030${n}`)
  const sent = await ship({ ...numbers, 0: '63301', 2: '63302' }, 'a')
  expect(sent.result).toMatchObject({ successful: boxes.length - 2, failed: 2 })
  expect((await ship({ 0: numbers[0] ?? '', 2: numbers[2] ?? '' }, 'b')).result).toMatchObject({ successful: 2 })
})

task('A class billed from a Notion table', async (model, table) => {
  const data_source_id = await findTable(model)
  const { results } = await model.call('workspace_query_data_source', { data_source_id })
  for (const [n, { simple_properties: row }] of results.slice(0, 5).entries())
    await model.call('payment_request_bill', toBill(String(row.Name).slice(0, 10), 150_000 + n, `class-${n}`))
  expect(table.payssam.calls.length).toBe(results.slice(0, 5).length)
})

task("One person's tasks of this week, and three more", async (model) => {
  const data_source_id = await findTable(model)
  const filters = [{ key: 'Due', operator: 'this_week' }]
  await model.call('workspace_query_data_source', { data_source_id, filters })
  const whose = { data_source_id, filters: [{ key: 'Assignee', value: '민준' }] }
  expect(await model.fail('workspace_query_data_source', whose)).toMatch(/Notion sees no person .*; there are /)
  const records = [1, 2, 3].map((n) => ({ Name: `할 일 ${n}`, Due: '2026-11-25' }))
  expect(await model.call('workspace_insert_records', { data_source_id, records })).toMatchObject({ successful: 3 })
})

task('A part of a video, its chapters, and what does not work', async (model) => {
  const video_url = `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}`
  await model.call('video_get_transcript', { video_url, format: 'text' })
  await model.find('chapters of a video', 'video_get_metadata')
  await model.call('video_get_metadata', { video_url })
  await model.find('which accounts do not work', 'gateway_doctor')
  expect((await model.call('gateway_doctor')).accounts.length).toBeGreaterThan(5)
})

task('What happened since yesterday', async (model) => {
  await model.find('what happened since yesterday', 'events_list_events')
  expect(await model.call('events_list_events', { order: 'newest' })).toMatchObject({ events: expect.any(Array) })
})

task(
  'Short recordings to the trash and back, and into a folder',
  async (model, table) => {
    await model.find('list recordings, move them to the trash, restore them', 'recorder_trash_files')
    const { data_file_list: files } = await model.call('recorder_list_files', { limit: 20 })
    const file_ids = files.filter(({ duration }: Read) => duration < 30_000).map(({ id }: Read) => id)
    await model.call('recorder_trash_files', { file_ids })
    await model.call('recorder_restore_files', { file_ids })
    await model.find('put recordings into a folder by its name', 'recorder_organize_files')
    await model.call('recorder_organize_files', { file_ids, tag_name: 'Q4' })
    expect(file_ids).toHaveLength(1)
    expect(table.plaud.state.recordings.get(file_ids[0])?.filetag_id_list).toHaveLength(1)
  },
  WEEK,
)

task('The best posts of the month, and the worst deleted', async (model) => {
  await model.find('my posts with their views, and delete a post', 'social_delete_post')
  const { posts } = await model.call('social_list_posts', { since: '2026-11-01', limit: 5 })
  for (const { id } of posts) await model.call('social_get_post_insights', { id })
  await model.call('social_delete_post', { id: posts.at(-1).id })
})

task('One of two payments refunded', async (model) => {
  await model.find('refund a paid bill', 'payment_cancel_bill')
  const refund = (price: number) => ({ bill_id: PAID_BILL, price, idempotency_key: `c${price}` })
  expect(await model.fail('payment_cancel_bill', refund(100))).toContain('150000')
  await model.call('payment_cancel_bill', refund(150_000))
  expect((await model.call('payment_read_bill', { bill_id: PAID_BILL })).result.appr_state).toBe('C')
})

task('The minutes of a meeting as a page', async (model) => {
  const { notes } = await model.call('notes_list_notes', { keyword: '제품 주간 회의' })
  const { summaries } = await model.call('notes_list_summaries', { id: notes[0].guid })
  await model.find('create a page in Notion', 'workspace_create_page')
  const data_source_id = await findTable(model)
  const [{ content }] = summaries
  const properties = { Name: notes[0].title }
  const made = await model.call('workspace_create_page', { data_source_id, properties, markdown: content.content })
  expect(made).toMatchObject({ success: true })
})

task('Which returns wait', async (model) => {
  await model.find('returns that wait for me', 'shop_list_returns')
  const { result } = await model.call('shop_list_returns', { from: '2026-11-01', to: '2026-11-21' })
  expect(result.length).toBeGreaterThan(0)
})

task('This month against the last', async (model) => {
  const sum = async (from: string, to: string) => (await model.call('shop_list_sales', { from, to })).result
  expect((await sum('2026-11-01', '2026-11-21')).rows.length).toBeGreaterThan(0)
  await sum('2026-10-01', '2026-10-31')
})

/** The table of docs/agents.md: calls of a careful person, and tokens of all answers together. */
const told = new Map(
  [...page.matchAll(/^\| (.+?) \| (\d+) \| ([\d,]+) \|$/gm)].map(([, title = '', calls, tokens = '']) => [
    title,
    { calls: Number(calls), tokens: Number(tokens.replaceAll(',', '')) },
  ]),
)

/** The same number of calls, and about as many tokens, because ids and times differ. */
function expectTold(title: string, model: Model): void {
  const row = told.get(title)
  const { calls, tokens } = model.spent()
  expect({ title, ...row }, `docs/agents.md, "${title}": ${calls} calls, ${tokens} tokens`).toMatchObject({ calls })
  expect(Math.abs(tokens / (row?.tokens ?? 1) - 1), `${title}: ${tokens} tokens`).toBeLessThan(0.15)
}
