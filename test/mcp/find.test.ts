import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findImpossible } from '../../src/mcp/impossible.ts'
import { toolSubjects } from '../contract/subjects.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { expectEach } from '../support/expect-each.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway, type Overrides } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { CONNECTED } from './account-headers.ts'
import { type Connection, connect } from './clients.ts'
import { REQUESTS } from './requests/known.ts'

beforeEach(() => void createWorld())
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** A connected client, which finds the tools of several tasks. */
async function connectFinder(connection: Connection = {}, settings: Overrides = CONNECTED) {
  const client = await connect(createGateway(settings), connection)
  return async (task: string) => {
    const { isError, texts, structured } = await client.callTool('gateway_find_tools', { task })
    const names = [...(texts[0] ?? '').matchAll(/^(\w+) \((?:read|change)\): /gm)].map(([, name]) => name)
    return { isError, texts, structured, names }
  }
}

const find = async (task: string, connection?: Connection, settings?: Overrides) =>
  (await connectFinder(connection, settings))(task)

const READS = toolSubjects.filter(({ operation }) => operation.reads).map(({ id }) => id)

/** Tasks of a week, and the tools without which they cannot be done. */
const TASKS: readonly [task: string, ...names: string[]][] = [
  ['move recordings to the trash', 'recorder_trash_files'],
  ['undo the deletion of recordings', 'recorder_restore_files'],
  ['put recordings into the folder Q4', 'recorder_organize_files'],
  ['녹음을 폴더에 넣기', 'recorder_organize_files'],
  ['짧은 녹음을 휴지통으로 옮겨 줘', 'recorder_trash_files'],
  ['transcribe a new recording', 'recorder_transcribe_file_and_wait'],
  ['find the recording where we spoke about pricing', 'recorder_search'],
  ['read the summary of a recording', 'recorder_get_summary'],
  ['rename a recording', 'recorder_rename_file'],
  ['summaries of a Tiro note', 'notes_list_summaries'],
  ['회의 노트의 요약', 'notes_list_summaries'],
  ['find a table in Notion', 'workspace_search'],
  ['which properties does the Notion table have', 'workspace_get_schema'],
  ['make a new table in Notion', 'workspace_create_database'],
  ['add a column to the Notion table', 'workspace_change_columns'],
  ['노션에 원고 관리 표 하나 만들어 줘', 'workspace_create_database'],
  ['replace a sentence in the Notion page', 'workspace_edit_page_markdown'],
  ['tick the to-do on the Notion page', 'workspace_update_block'],
  ['move the page under another page', 'workspace_move_page'],
  ['which views does the table have', 'workspace_list_views'],
  ['rows that the view shows', 'workspace_query_view'],
  ['create a page in Notion with the minutes', 'workspace_create_page'],
  ['노션에 페이지 만들기', 'workspace_create_page'],
  ['add text at the end of a page', 'workspace_append_page_markdown'],
  ['update rows that exist, create the others', 'workspace_upsert_records'],
  ['comment on a page', 'workspace_create_comment'],
  ['who are the members of the workspace', 'workspace_list_users'],
  ['returns that wait for me', 'shop_list_returns'],
  ['반품 요청 목록', 'shop_list_returns'],
  ['what do my customers at Coupang ask', 'shop_list_inquiries'],
  ['쿠팡에 새로 들어온 고객 문의 보여줘', 'shop_list_inquiries'],
  ['A customer asks whether the cushion can be washed, answer her', 'shop_reply_to_inquiry'],
  ['쿠션 세탁되냐고 물어본 쿠팡 손님한테 된다고 답해줘', 'shop_reply_to_inquiry'],
  ['when does Coupang pay me for October', 'shop_list_settlements'],
  ['쿠팡 지난달 정산 언제 얼마 들어와', 'shop_list_settlements'],
  ['how much commission did Coupang take this month', 'shop_list_revenue'],
  ['쿠팡 수수료 떼고 얼마 남았어', 'shop_list_revenue'],
  ['ship orders with tracking numbers', 'shop_send_invoices'],
  ['송장 번호 등록하고 배송 처리', 'shop_send_invoices'],
  ['We got 20 more mugs, put the number of pieces in the shop up', 'shop_change_stock'],
  ['쿠팡 머그컵 재고 20개로 늘려줘', 'shop_change_stock'],
  ['쿠팡 반품 승인 눌러줘', 'shop_approve_return'],
  ['the wrong tracking number went out, correct it', 'shop_correct_invoices'],
  ['텀블러 판매 중지해줘', 'shop_change_sale'],
  ['confirm new orders', 'shop_acknowledge_order_sheets'],
  ['what did I buy at Coupang last month', 'shop_list_flattened_orders'],
  ['refund a paid bill', 'payment_cancel_bill'],
  ['결제된 청구서 환불', 'payment_cancel_bill'],
  ['is the bill paid', 'payment_read_bill'],
  ['send the bill again', 'payment_resend_bill'],
  ['delete an unpaid bill', 'payment_destroy_bill'],
  ['chapters and length of a video', 'video_get_metadata'],
  ['delete a post', 'social_delete_post'],
  ['게시물 삭제', 'social_delete_post'],
  ['replies to my post', 'social_list_replies'],
  ['views and likes of a post', 'social_get_post_insights'],
  ['who mentioned me on Threads', 'social_list_mentions'],
  ['what happened since yesterday', 'events_list_events'],
  ['which accounts work, what is broken', 'gateway_doctor'],
  ['연결된 계정이 동작하는지 점검', 'gateway_doctor'],
]

describe('gateway_find_tools', () => {
  it.each(TASKS)('%s: %s', async (task, name) => {
    const { names, isError } = await find(task)
    expect(isError).toBe(false)
    expect(names.slice(0, 5), names.join(' ')).toContain(name)
  })

  it('answers at most eight tools in 900 tokens, without a structured copy', async () => {
    const tasks = [
      ...TASKS.map(([task]) => task),
      ...toolSubjects.map(({ id }) => id.replaceAll('_', ' ')),
      'list create delete search page post bill order recording note video',
    ]
    const findNext = await connectFinder()
    for (const task of tasks) {
      const { texts, structured, names } = await findNext(task)
      expect(names.length).toBeGreaterThan(0)
      expect(names.length).toBeLessThanOrEqual(8)
      expect(texts).toHaveLength(1)
      expect(countTokens(texts[0] ?? ''), task).toBeLessThanOrEqual(900)
      expect(structured).toBeUndefined()
    }
  })

  it('finds every operation by its name, with its arguments', async () => {
    const findNext = await connectFinder()
    for (const { id } of toolSubjects) expect((await findNext(`arguments of ${id}`)).names[0]).toBe(id)
    const { texts } = await find('ship orders with tracking numbers')
    expect(texts[0]).toMatch(
      /shop_send_invoices \(change\): Coupang: .*\n {2}items!: \[\{shipment_box_id!, order_id!, vendor_item_id, carrier!, invoice_number!, /,
    )
  })

  it('marks what gateway_send runs, and nothing else', async () => {
    const find = await connectFinder()
    await expectEach(toolSubjects, async ({ id, operation: { reads, effect } }) => {
      const line = (await find(id)).texts[0]?.split('\n').find((one) => one.startsWith(`${id} (`))
      expect(line).toMatch(reads ? / \(read\): / : / \(change\): /)
      expect(line?.includes(' [gateway_send]')).toBe(effect !== undefined)
    })
  })

  it('says which account is not connected, and where it is connected', async () => {
    const { SOCIAL_TOKEN: _, ...settings } = CONNECTED
    const { texts } = await find('delete a post on Threads', {}, settings)
    expect(texts[0]).toMatch(
      /social_delete_post \(change\): .* \[not connected: the owner connects it at https:\/\/latchkey\.test\/#social\]/,
    )
    expect((await find('delete a post on Threads')).texts[0]).not.toContain('not connected')
  })

  it('counts a token that the connection sends', async () => {
    const { WORKSPACE_TOKEN: _, ...settings } = CONNECTED
    const task = 'comment on a Notion page'
    expect((await find(task, {}, settings)).texts[0]).toContain('#workspace')
    const headers = { 'X-Workspace-Token': 'ntn_test' }
    expect((await find(task, { headers }, settings)).texts[0]).not.toContain('not connected')
  })

  it('says what the key does not open', async () => {
    const key = await nameKey({ groups: ['video'] })
    expect((await find('delete a post', { key })).texts[0]).toMatch(
      /social_delete_post \(change\): .* \[not open to this key\]/,
    )
  })

  it('has at most 1,000 characters, and is refused with its length before anything reads it', async () => {
    const client = await connect(createGateway(CONNECTED))
    const ask = async (length: number) =>
      (await client.callTool('gateway_find_tools', { task: 'orders '.repeat(length).slice(0, length) })).texts[0]
    expect(await ask(999)).toMatch(/shop_list_order_sheets/)
    expect(await ask(1_002)).toBe(
      'task: must have at most 1000 characters, not 1002: what is to be done, in a sentence',
    )
  })

  it.each([{}, { task: '' }, { task: '  ' }, { task: 5 }])('%j: task is required', async (args) => {
    const client = await connect(createGateway())
    const { isError, texts } = await client.callTool('gateway_find_tools', args)
    expect({ isError, texts }).toEqual({ isError: true, texts: ['task: is required: what is to be done'] })
  })

  it.each([
    ['Schedule this Threads post for tomorrow at nine', /^No operation schedules a post/],
    ['let this post go out next monday', /^No operation schedules a post/],
    ['내일 아침 9시에 스레드 글 예약해 줘', /^No operation schedules a post/],
    ['내일 아침 9시에 "문 엽니다"라고 스레드에 올라가게 예약해줘', /^No operation schedules a post/],
    ['이 글 이따가 올려줘', /^No operation schedules a post/],
    ['fix the typo in my last Threads post', /^No operation edits a post/],
    ['share the recording of the board meeting with my boss', /^No operation shares a recording/],
    ['Give me a link to the recording so that I can send it to a client', /^No operation shares a recording/],
    ['can you send the recording of yesterday to my colleague', /^No operation shares a recording/],
    ['그 녹음 거래처에서 들을 수 있게 링크 보내줘', /^No operation shares a recording/],
    ['고객한테 보내게 그 녹음 링크 만들어줘', /^No operation shares a recording/],
    ['refund half of the bill', /^No operation refunds a part of a bill: payment_cancel_bill/],
    ['Refund 50,000 of the 150,000 won that Kim paid', /^No operation refunds a part of a bill/],
    ['refund Kim only 20000', /^No operation refunds a part of a bill/],
    ['김하나가 낸 15만원 중에 5만원만 돌려줘', /^No operation refunds a part of a bill/],
    ['절반만 환불해 줄래?', /^No operation refunds a part of a bill/],
    ['refuse the return of order 24000123456789', /^No operation rejects a return/],
    ['이 반품은 거절해 줘', /^No operation rejects a return/],
    ['change the photo of the mug in the shop', /^No operation registers a product or changes its name/],
    ['쿠팡 상품명 바꿔 줘', /^No operation registers a product/],
    ['쿠팡에 새 상품 등록해 줘', /^No operation registers a product/],
    ['이 두 녹음 하나로 합쳐 줄래?', /^No operation merges recordings/],
    ['Make one recording out of the two from this morning', /^No operation merges recordings/],
    ['아침 녹음 두 개 이어 붙여줘', /^No operation merges recordings/],
    ['Speaker 1 in that recording is Kim, please correct it', /^No operation names the speakers/],
    ['change speaker two to Jina', /^No operation names the speakers/],
    ['화자 2는 박 팀장이야, 고쳐줘', /^No operation names the speakers/],
    ['upload my holiday video to YouTube', /^No operation uploads a video/],
    ['tell me when somebody pays', /^No tool waits for something to happen/],
    ['let me know as soon as an order comes in', /^No tool waits for something to happen/],
    ['누가 결제하면 바로 카톡 보내줘', /^No tool waits for something to happen/],
  ])('%s: says what no operation does, and offers no other change', async (task, said) => {
    const { isError, texts, names } = await find(task)
    const [line = ''] = texts[0]?.split('\n') ?? []
    expect({ isError, line }).toEqual({ isError: false, line: expect.stringMatching(said) })
    const isChange = (name?: string) => toolSubjects.some(({ id, operation }) => id === name && !operation.reads)
    expect(names.filter((name = '') => isChange(name) && !line.includes(name))).toEqual([])
    expect(names.length).toBeLessThanOrEqual(3)
  })

  it.each([
    'Tell me when the last bill was paid',
    'post that we open at nine on Threads',
    'correct the table and post it on Threads',
    '예약 손님 명단 보여줘',
    'put every recording about Kim together into one folder',
    '녹음 요약 합쳐서 노션에 올려줘',
    'what did speaker 1 say about the budget',
    'refund the 50,000 won that Kim paid',
    '5만원 환불해줘',
    'answer what a customer asked below my Threads post',
    'how many items were sold in the shop',
    'which returns came in this week',
    'send the summary of the recording to my Notion',
    '화면에 뜬 오류 알려줘',
    'Follow up with everyone who has not paid',
    'please follow through on the returns',
    'tell me when I last bought coffee',
    'order the Coupang sales by amount',
  ])('%s: something that an operation does', (task) => {
    expect(findImpossible(task)).toBeUndefined()
  })

  it.each([
    ["Who hasn't paid since summer? Remind all of them.", 'payment_list_bills', 'payment_resend_bill'],
    ['who has not paid, remind them', 'payment_list_bills', 'payment_resend_bill'],
    ['아직 안 낸 사람 누구야? 다시 알림 보내줘', 'payment_list_bills', 'payment_resend_bill'],
  ])('%s: first what answers the question, then the change', async (task, read, change) => {
    expect((await find(task)).names.slice(0, 2)).toEqual([read, change])
  })

  it.each([
    '답변 안 한 문의',
    '쿠팡 미답변 문의',
    '환불 안 한 반품',
    '반품 승인 안 한 거',
    '교환 처리 안 한 거',
    'returns not yet approved',
  ])('%s: what is not done yet is looked for, not done', async (task) => {
    expect(READS).toContain((await find(task)).names[0])
  })

  it.each([
    ['재고 0으로 만들어줘', 'shop_change_stock'],
    ['가격 좀 내려줘 천원만', 'shop_change_sale'],
    ['반품 입고 확인해줘', 'shop_confirm_return'],
    ['move this page under Archive', 'workspace_move_page'],
    ['체크박스 체크해줘', 'workspace_update_block'],
    ['bill these 5 parents 150,000 won each', 'payment_request_bills'],
  ])('%s: first the change itself', async (task, name) => {
    expect((await find(task)).names[0]).toBe(name)
  })

  it.each([
    ['방금 올린 글 지워', 'social_delete_post', 'social_list_posts'],
    ['paint the folder green', 'recorder_change_tag', 'recorder_list_tags'],
  ])('%s: also what has the ids for it', async (task, change, source) => {
    const { names } = await find(task)
    expect([names[0], names.includes(source)]).toEqual([change, true])
  })

  it('says what no operation does of nothing else', () => {
    const possible = REQUESTS.filter(({ wants }) => wants.length > 0).map(({ said }) => said)
    expect(possible.filter((said) => findImpossible(said) !== undefined)).toEqual([])
  })

  it.each(['qqqq', 'x'.repeat(1_000), '!!!', '🎈'])('of what nothing fits says so', async (task) => {
    const { isError, texts, names } = await find(task)
    expect({ isError, names }).toEqual({ isError: false, names: [] })
    expect(texts[0]).toMatch(/^Nothing here fits/)
    expect(texts[0]?.length).toBeLessThan(700)
    for (const { id } of toolSubjects.filter(({ id }) => id === 'shop_list_sales' || id === 'recorder_sync'))
      expect(texts[0]).toContain(id)
  })
})
