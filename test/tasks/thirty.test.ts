import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, expect, it, vi } from 'vitest'
import page from '../../docs/measurements.md?raw'
import { connect } from '../mcp/clients.ts'
import { PAID_BILL } from '../simulators/payment/index.ts'
import { VIDEO_IDS } from '../simulators/video/ids.ts'
import { freshDeployment } from '../support/fresh.ts'
import { type Found, type Model, setTable } from './stage.ts'

/**
 * Thirty tasks in the words of people, played with the official client from the default list, with what each costs
 * (docs/measurements.md). Each starts with gateway_find_tools, and calls no tool that is neither listed nor found.
 */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

type Table = ReturnType<typeof setTable>
// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

interface Play extends Table {
  model: Model
  found: Found
}

interface Task {
  said: string
  /** It only asks, or asks first: no change may be the first that is found. */
  asks?: true
  /** Unless all of it is. */
  possible?: 'half' | 'no'
  /** What was there before. */
  prepare?: (table: Table & { before: Model }) => Promise<void>
  play: (play: Play) => Promise<void>
}

const DAY_MS = 86_400_000

const toBill = (member_nm: string, price: number) => ({
  ...{ product_nm: '12월 수강료', member_nm, phone: '010-1234-5678', price, expire_dt: '2026-11-30' },
  idempotency_key: `${price}-${encodeURIComponent(member_nm)}`,
})

/** What is not possible is said in plain words, and nothing is offered but what reads and what those words name. */
function expectImpossible({ says, tools }: Found, said: RegExp) {
  expect(says).toMatch(said)
  expect(tools.filter(({ name, reads }) => !reads && !says.includes(name)).map(({ name }) => name)).toEqual([])
}

/** What an answer of a list is about, without its texts. */
const idsOf = (rows: Read[]): string[] => rows.map(({ id }) => id)

const TASKS: Record<string, Task> = {
  'Who has not paid since summer, remind them': {
    said: "Who hasn't paid since summer? Remind all of them.",
    asks: true,
    async prepare({ before, payssam, clock }) {
      for (const [n, name] of ['김하나', '이둘', '박셋'].entries())
        await before.call('payment_request_bill', toBill(name, 150_000 + n))
      const [bill] = [...payssam.state.bills.values()].filter(({ customerName }) => customerName === '이둘')
      payssam.pay(bill?.id ?? '')
      await before.call('gateway_read', { tool: 'payment_read_bill', arguments: { bill_id: bill?.id } })
      clock.advance(40 * DAY_MS)
    },
    async play({ model, payssam }) {
      const { bills } = await model.call('payment_list_bills', { state: 'unpaid', from: '2026-06-01' })
      expect(bills.map(({ days_overdue }: Read) => days_overdue > 30)).toEqual([true, true])
      const bill_ids = bills.map(({ bill_id }: Read) => bill_id)
      const resent = await model.call('payment_resend_bill', { bill_ids, idempotency_key: 'remind-december' })
      expect(resent).toMatchObject({ successful: 2, failed: 0 })
      expect(payssam.state.executed.resends).toBe(2)
    },
  },
  'Ship all ordered before noon': {
    said: '오늘 정오 전에 들어온 주문 전부 발송 처리해줘, 운송장 번호는 아래에',
    possible: 'half',
    async play({ model, seller }) {
      const window = { createdAtFrom: '2026-11-21T00:00', createdAtTo: '2026-11-21T12:00', status: 'ACCEPT' }
      const { result } = await model.call('shop_list_order_sheets', window)
      // An order in two boxes is left: the simulated shop sends no first box of one.
      const isWhole = ({ orderId }: Read) => result.filter((box: Read) => box.orderId === orderId).length === 1
      const boxes = result.filter(isWhole)
      const shipment_box_ids = boxes.map(({ shipmentBoxId }: Read) => String(shipmentBoxId))
      await model.call('shop_acknowledge_order_sheets', { shipment_box_ids })
      const ship = (numbers: Record<number, string>) => {
        const items = Object.entries(numbers).map(([n, invoice_number]) => {
          const { shipmentBoxId, orderId } = boxes[Number(n)]
          const box = { shipment_box_id: String(shipmentBoxId), order_id: String(orderId) }
          return { ...box, carrier: 'CJ대한통운', invoice_number }
        })
        return model.call('shop_send_invoices', { items })
      }
      const numbers: string[] = boxes.map((_: Read, n: number) => `65120033030${n}`)
      const sent = await ship({ ...numbers, 0: '63301', 2: '63302' })
      expect(sent.result).toMatchObject({ successful: boxes.length - 2, failed: 2 })
      expect((await ship({ 0: numbers[0] ?? '', 2: numbers[2] ?? '' })).result).toMatchObject({ successful: 2 })
      const shipped = (id: string) => seller.state.sheets.find(({ shipmentBoxId }) => shipmentBoxId === id)?.status
      expect(shipment_box_ids.map(shipped)).toEqual(shipment_box_ids.map(() => 'DEPARTURE'))
    },
  },
  'What we decided on timber, into Notion': {
    said: 'What did we decide about the timber? Put it into Notion',
    asks: true,
    async play({ model, notion }) {
      const { results } = await model.call('gateway_search', { query: 'timber' })
      const { text } = await model.call('recorder_get_transcript', { id: results[0].id, around: 'timber' })
      expect(text).toContain('Three weeks')
      const properties = { title: 'Timber' }
      await model.call('workspace_create_page', { parent_page_id: 'Brand renewal', properties, markdown: text })
      expect(JSON.stringify([...notion.state.pages])).toContain('Timber')
    },
  },
  "Yesterday's summary as a post": {
    said: '어제 회의 요약해서 스레드에 올려줘',
    async play({ model, threads }) {
      const { files } = await model.call('recorder_sync', { from: '2026-11-20', to: '2026-11-20' })
      const text = files
        .find(({ summary }: Read) => summary)
        .summary.markdown.split('\n')
        .at(-2)
      const { post } = await model.call('social_create_post', { text })
      expect(threads.state.media.get(post.id)?.text).toBe('- 검색 응답 시간이 절반으로 줄었다')
    },
  },
  'Answer all unanswered mentions': {
    said: 'Answer everybody on Threads who mentioned me and got no answer yet',
    async play({ model, threads }) {
      const { mentions: all } = await model.call('social_list_mentions')
      const mentions = all.filter(({ answered }: Read) => answered === false)
      expect([all.length, mentions.length]).toEqual([3, 2])
      for (const { id } of mentions) await model.call('social_create_post', { text: '고맙습니다!', reply_to: id })
      const answers = [...threads.state.media.values()].filter(({ text }) => text === '고맙습니다!')
      expect(answers.map(({ repliedTo }) => repliedTo)).toEqual(idsOf(mentions))
    },
  },
  'Refund part of a bill': {
    said: '김하나가 낸 15만원 중에 5만원만 돌려줘',
    possible: 'no',
    async play({ model, found, payssam }) {
      expectImpossible(found, /^No operation refunds a part of a bill: payment_cancel_bill refunds the whole amount/)
      const part = { bill_id: PAID_BILL, price: 50_000, idempotency_key: 'part' }
      expect(await model.fail('payment_cancel_bill', part)).toContain('150000')
      expect(payssam.state.executed.cancels).toBe(0)
    },
  },
  'Subtitles of a long call': {
    said: '지난번 이사회 긴 통화 자막 파일로 뽑아줘',
    asks: true,
    async play({ model }) {
      const { results } = await model.call('gateway_search', { query: 'Board call', groups: ['recorder'] })
      const part = { id: results[0].id, format: 'srt', at: '00:00:00', until: '00:30:00' }
      expect((await model.call('recorder_get_transcript', part)).text).toMatch(/^1\n00:00:00,000 --> /)
    },
  },
  'All recordings about a customer into a folder': {
    said: '하나마트 얘기한 녹음 전부 폴더 하나에 모아줘',
    async play({ model, plaud }) {
      const { results } = await model.call('gateway_search', { query: '하나마트', groups: ['recorder'] })
      await model.call('recorder_organize_files', { file_ids: idsOf(results), tag_name: '하나마트' })
      const [tag] = plaud.state.recordings.get(results[0].id)?.filetag_id_list ?? []
      expect(plaud.state.tags.get(tag ?? '')?.name).toBe('하나마트')
    },
  },
  'A link of a recording for a client': {
    said: 'Give me a link to the recording so that I can send it to a client',
    possible: 'no',
    async play({ found }) {
      expectImpossible(found, /^No operation shares a recording: recorder_get_share only reads whether it is shared/)
    },
  },
  'Rename "Speaker 1" to Kim': {
    said: 'Speaker 1 in that recording is Kim, please correct it',
    possible: 'no',
    async play({ found }) {
      expectImpossible(found, /^No operation names the speakers of a recording/)
    },
  },
  'This month against last, by product': {
    said: 'How does this month compare with last month in the shop, product by product?',
    asks: true,
    async play({ model }) {
      const sum = async (from: string, to: string) =>
        (await model.call('shop_list_sales', { from, to, group_by: 'product' })).result.rows
      const [now, last] = [await sum('2026-11-01', '2026-11-21'), await sum('2026-10-01', '2026-10-31')]
      expect([now, last].every((rows) => rows.length > 2)).toBe(true)
    },
  },
  'New orders as Notion rows, no doubles': {
    said: '새로 들어온 주문을 노션 표에 넣어줘, 중복 없이',
    async play({ model, notion }) {
      const before = notion.state.rows.length
      const window = { createdAtFrom: '2026-11-21', createdAtTo: '2026-11-21', status: 'ACCEPT' }
      const { result } = await model.call('shop_list_order_sheets', window)
      const orders = new Set<string>(result.map(({ orderId }: Read) => String(orderId)))
      const records = [...orders].map((Name) => ({ Name, State: 'Open' }))
      await model.call('workspace_upsert_records', { data_source_id: 'Tasks', key: 'Name', records })
      expect(notion.state.rows).toHaveLength(before + records.length)
    },
  },
  'Returns to handle; approve': {
    said: 'Which returns do I have to deal with? Approve those that are fine',
    asks: true,
    async play({ model, seller }) {
      const window = { from: '2026-11-01', to: '2026-11-21', status: 'UC' }
      const { result } = await model.call('shop_list_returns', window)
      const fine = result.filter(({ status }: Read) => status === 'VENDOR_WAREHOUSE_CONFIRM')
      expect(fine).toHaveLength(1)
      const [{ receipt_id }] = fine
      await model.call('shop_approve_return', { receipt_id })
      expect(seller.state.returns.find(({ receiptId }) => String(receiptId) === receipt_id)?.status).toBe('CC')
    },
  },
  'Answer a customer': {
    said: '쿠션 세탁되냐고 물어본 쿠팡 손님한테 된다고 답해줘',
    async prepare({ seller }) {
      seller.inquire({ question: '쿠션 커버 세탁되나요?' })
    },
    async play({ model, seller }) {
      const { result } = await model.call('shop_list_inquiries', { from: '2026-11-15', to: '2026-11-21' })
      const asked = result.find(({ question }: Read) => question.includes('세탁'))
      const { inquiry_id, type } = asked
      const content = '네, 세탁기로 세탁하실 수 있습니다.'
      await model.call('shop_reply_to_inquiry', { inquiry_id, type, content, wing_id: 'haneul_shop' })
      expect(seller.state.replied).toEqual([inquiry_id])
    },
  },
  'More in stock': {
    said: 'We got 20 more mugs, put the number of pieces in the shop up',
    async prepare({ seller }) {
      const mugs = seller.state.products.find(({ name }) => name.includes('텀블러'))
      Object.assign(mugs ?? {}, { status: 'APPROVED' })
      Object.assign(mugs?.items[0] ?? {}, { vendorItemId: 85071239001 })
    },
    async play({ model, seller }) {
      await model.find('find a product of my shop with its options')
      const { result: products } = await model.call('shop_list_products', { name: '텀블러' })
      const { seller_product_id } = products[0]
      const { result: product } = await model.call('shop_get_product', { seller_product_id })
      const { vendor_item_id } = product.options[0]
      await model.find('how many are left of an option')
      const { result: before } = await model.call('shop_get_item', { vendor_item_id })
      await model.call('shop_change_stock', { items: [{ vendor_item_id, stock: before.stock + 20 }] })
      expect(seller.state.itemChanges).toEqual([`${vendor_item_id} quantities ${before.stock + 20}`])
    },
  },
  'Captions of a video, languages': {
    said: 'What languages does this video have captions in? Get me the Korean ones',
    asks: true,
    async play({ model }) {
      const video_url = `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}`
      const { languages } = await model.call('video_list_languages', { video_url })
      expect(JSON.stringify(languages)).toContain('ko')
      const { content } = await model.call('video_get_transcript', { video_url, lang: ['ko'], format: 'srt' })
      expect(content).toMatch(/^1\n00:00:/)
    },
  },
  'Delete the last post': {
    said: '방금 올린 글 지워',
    async play({ model, threads }) {
      const { posts } = await model.call('social_list_posts', { limit: 1 })
      await model.call('social_delete_post', { id: posts[0].id })
      expect(posts[0].text).toContain('Open late tomorrow!')
      expect(threads.state.media.has(posts[0].id)).toBe(false)
    },
  },
  'Schedule a post': {
    said: '내일 아침 9시에 "문 엽니다"라고 스레드에 올라가게 예약해줘',
    possible: 'no',
    async play({ found }) {
      expectImpossible(found, /^No operation schedules a post: social_create_post publishes at once/)
    },
  },
  'Quote a post': {
    said: 'Quote my post about the first snow and say "The stove is on"',
    async play({ model, threads }) {
      const { results } = await model.call('gateway_search', { query: '첫눈', groups: ['social'] })
      const { post } = await model.call('social_create_post', { text: 'The stove is on', quote: results[0].id })
      expect(threads.state.media.get(post.id)?.quoted).toBe(results[0].id)
    },
  },
  'Delete finished rows': {
    said: 'Throw out the rows that are closed from my task table',
    async prepare({ before }) {
      const records = [1, 2].map((n) => ({ Name: `Old ${n}`, State: 'Closed' }))
      await before.call('workspace_insert_records', { data_source_id: 'Tasks', records })
    },
    async play({ model, notion }) {
      const filters = [{ key: 'State', value: 'Closed' }]
      const { results } = await model.call('workspace_query_data_source', { data_source_id: 'Tasks', filters })
      await model.call('workspace_delete_pages', { page_ids: idsOf(results) })
      expect(notion.state.rows.filter(({ inTrash }) => inTrash).length).toBeGreaterThanOrEqual(2)
    },
  },
  'Invite a colleague': {
    said: 'Bring our new colleague jane@example.com into the Notion workspace',
    possible: 'no',
    async play({ model, notion }) {
      const refusal = await model.fail('workspace_invite_member', { email: 'jane@example.com' })
      expect(refusal).toMatch(/works only with the session of a browser/)
      expect(notion.state.invites).toEqual([])
    },
  },
  'Weekly report of four products': {
    said: '이번 주 어땠는지 정리해줘: 회의, 매출, 청구, 스레드 반응',
    asks: true,
    async play({ model }) {
      const [from, to] = ['2026-11-16', '2026-11-21']
      expect((await model.call('recorder_sync', { from, to })).files.length).toBeGreaterThan(5)
      expect((await model.call('shop_list_sales', { from, to })).result.totals.amount).toBeGreaterThan(0)
      await model.call('payment_list_bills', { from, to })
      expect(await model.call('social_get_insights', { since: from, until: to })).toMatchObject({ success: true })
    },
  },
  'Minutes as a page with tasks': {
    said: '지난 제품 회의 회의록을 노션 페이지로 만들어줘, 할 일은 체크리스트로',
    async play({ model, notion }) {
      const before = notion.state.rows.length
      const { files } = await model.call('recorder_sync', { from: '2026-11-20', to: '2026-11-20' })
      const { file, summary } = files.find((one: Read) => one.summary)
      const markdown = `${summary.markdown}\n\n- [ ] 알림 설정 초안`
      const properties = { Name: file.file_name }
      await model.call('workspace_create_page', { data_source_id: 'Tasks', properties, markdown })
      expect(notion.state.rows).toHaveLength(before + 1)
    },
  },
  'Who owns what this week': {
    said: '이번 주에 누가 뭘 맡았어?',
    asks: true,
    async play({ model, found }) {
      expect(found.tools.map(({ name }) => name)).toContain('workspace_query_data_source')
      const filters = [{ key: 'Due', operator: 'this_week' }]
      const { results } = await model.call('workspace_query_data_source', { data_source_id: 'Tasks', filters })
      expect(results.map(({ simple_properties: row }: Read) => row.Assignee)).toEqual([['Minjun Lee']])
    },
  },
  'Tell me when somebody pays': {
    said: '돈 들어오면 바로 알려줘',
    possible: 'no',
    async play({ found }) {
      expectImpossible(found, /^No tool waits for something to happen: .*\/docs\/guide\/events/)
    },
  },
  'Coupang spending by month': {
    said: '쿠팡에서 달마다 얼마 썼는지 알려줘',
    asks: true,
    async play({ model }) {
      const window = { orderedFrom: '2026-09-01', orderedTo: '2026-11-21' }
      expect((await model.call('shop_list_flattened_orders', window)).result.rows.length).toBeGreaterThan(3)
    },
  },
  'Merge recordings': {
    said: 'Make one recording out of the two from this morning',
    possible: 'no',
    async play({ found }) {
      expectImpossible(found, /^No operation merges recordings/)
    },
  },
  'Best post of the month': {
    said: 'Which of my posts did best this month?',
    asks: true,
    async play({ model }) {
      const { posts } = await model.call('social_list_posts', { since: '2026-11-01', insights: true })
      const views = posts.map(({ insights }: Read) => insights.views)
      expect(posts[views.indexOf(Math.max(...views))].text).toMatch(/^A visitor left this note/)
    },
  },
  'Correct a wrongly billed amount': {
    said: '김하나한테 금액을 잘못 청구했어, 15만원이 아니라 12만원이야. 고쳐줘',
    async prepare({ before }) {
      await before.call('payment_request_bill', toBill('김하나', 150_000))
    },
    async play({ model, payssam }) {
      const [{ bill_id, price }] = (await model.call('payment_list_bills', { q: '김하나' })).bills
      await model.call('payment_destroy_bill', { bill_id, price, idempotency_key: 'wrong' })
      await model.call('payment_request_bill', toBill('김하나', 120_000))
      const bills = [...payssam.state.bills.values()].filter(({ customerName }) => customerName === '김하나')
      expect(bills.map(({ state, price }) => [state, price])).toEqual([
        ['D', '150000'],
        ['W', '120000'],
      ])
    },
  },
  'My tasks of this week': {
    said: 'What do I have to get done this week?',
    asks: true,
    async play({ model, found }) {
      expect(found.tools.map(({ name }) => name)).toContain('workspace_query_data_source')
      const ask = (value: string) => ({
        data_source_id: 'Tasks',
        filters: [
          { key: 'Due', operator: 'this_week' },
          { key: 'Assignee', value },
        ],
      })
      expect(await model.fail('workspace_query_data_source', ask('민준'))).toMatch(/no person .*; there are /)
      const { results } = await model.call('workspace_query_data_source', ask('Minjun Lee'))
      expect(results.map(({ simple_properties: row }: Read) => row.Name)).toEqual(['Write the migration'])
    },
  },
}

/** The table of docs/measurements.md: of each task its title, calls, tokens of all answers together, and what is possible. */
const told = [...page.matchAll(/^\| (\d+) \| (.+?) \| .*? \| .*? \| .*? \| (\d+) \| ([\d,]+) \| (\w+) \|$/gm)].map(
  ([, n, title = '', calls, tokens = '', possible]) => ({
    ...{ n: Number(n), title, calls: Number(calls), tokens: Number(tokens.replaceAll(',', '')), possible },
  }),
)

it('are all in the table, in this order', () => {
  expect(told.map(({ n, title, possible }) => [n, title, possible])).toEqual(
    Object.entries(TASKS).map(([title, { possible = 'yes' }], at) => [at + 1, title, possible]),
  )
})

it('start from a list of as many tokens as the page says', async () => {
  const [, said = ''] = /from the default list \(([\d,]+) tokens\)/.exec(page) ?? []
  const tools = await (await connect(setTable().gateway)).listTools()
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(countTokens(JSON.stringify(read))).toBe(Number(said.replaceAll(',', '')))
})

it.each(Object.entries(TASKS))('%s', async (title, { said, asks, prepare, play }) => {
  const table = setTable()
  const before = await table.talk()
  await prepare?.({ ...table, before })
  const model = await table.talk()
  const found = await model.find(said)
  if (asks) expect(found.tools[0]?.reads, found.tools.map(({ name }) => name).join()).toBe(true)
  await play({ ...table, model, found })
  table.expectNothingUnexpected()
  const { calls, tokens } = model.spent()
  const row = told.find((one) => one.title === title)
  expect({ calls: row?.calls }, `docs/measurements.md, "${title}": ${calls} calls, ${tokens} tokens`).toEqual({ calls })
  // Ids and times differ.
  expect(Math.abs(tokens / (row?.tokens ?? 1) - 1), `${title}: ${tokens} tokens`).toBeLessThan(0.15)
})
