import { Hono } from 'hono'
import * as z from 'zod/mini'
import { conflict, failed, GatewayError, notFound } from '../../base/errors.ts'
import { at, count, flag, identifier, items, list, text } from '../../base/json.ts'
import type { Answer } from '../../base/once.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { choice } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/respond.ts'
import { type Finding, once, readAnswer, type Sent } from '../../gateway/once.ts'
import { type CallDetails, pro } from '../../gateway/operation-type.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type CallLimits, type Connection, connect, exactId } from './coupang.ts'
import { checkDays, day, days, digitsInPath, read, success, wingId, write, writingHeader } from './group.ts'
import type { InquiryReply, InquiryRow } from './inquiries.outputs.ts'
import { isOpen } from './item-writes.ts'
import { type FetchListPage, type ListPage, NO_ROWS, readLists } from './lists.ts'
import { refusesList } from './returns.ts'
import { type KoreanWindow, toDateTime } from './window.ts'

const MOST_INQUIRY_DAYS = 31
/** The most characters of an answer. */
const LONGEST_REPLY = 1000

/** Asked on the page of a product, or handed on by the call centre. The product has a list for each. */
export const INQUIRY_TYPES = ['product', 'call_center'] as const
export type InquiryType = (typeof INQUIRY_TYPES)[number]

const STATUSES = ['unanswered', 'answered'] as const

const inquiries = () => ({
  query: z
    .strictObject({
      ...days(MOST_INQUIRY_DAYS),
      type: z.optional(choice(INQUIRY_TYPES)).check(
        z.meta({
          description:
            'Where it was asked: product, on the page of a product; call_center, handed on by Coupang. Both when absent',
          examples: ['product'],
        }),
      ),
      status: z
        .optional(choice(STATUSES))
        .check(z.meta({ description: 'Only questions of this status; all when absent', examples: ['unanswered'] })),
    })
    .check(z.superRefine(checkDays(MOST_INQUIRY_DAYS))),
})

const newReply = () => ({
  header: writingHeader(),
  param: z.object({ inquiry_id: digitsInPath('inquiry_id of shop_list_inquiries', '301000001') }),
  json: z.strictObject({
    content: z
      .string()
      .check(
        z.refine((words) => words.trim() !== '', 'must not be empty'),
        z.maxLength(LONGEST_REPLY, `must have at most ${LONGEST_REPLY} characters`),
      )
      .check(z.meta({ description: 'The answer, which the customer reads', examples: ['내일 발송됩니다.'] })),
    wing_id: wingId('The id with which the one who answers signs in to WING'),
    type: z
      ._default(choice(INQUIRY_TYPES), 'product')
      .check(z.meta({ description: 'type of the question in shop_list_inquiries', examples: ['product'] })),
    asked_on: z.optional(day()).check(
      z.meta({
        description: 'Day of the question, YYYY-MM-DD in Korea: it is found with one call. Absent: the last 31 days',
        examples: ['2026-11-21'],
      }),
    ),
  }),
})

/** The most days of one call, and rows of one page. */
const MOST_DAYS = 7

const KINDS = {
  product: { path: 'onlineInquiries', all: ['answeredType', 'ALL'], rows: '50' },
  call_center: { path: 'callCenterInquiries', all: ['partnerCounselingStatus', 'NONE'], rows: '30' },
} as const satisfies Record<InquiryType, { path: string; all: readonly [string, string]; rows: string }>

const below = (version: 'v5' | 'v4', path: string) => (vendorId: string) =>
  `/v2/providers/openapi/apis/api/${version}/vendors/${encodeURIComponent(vendorId)}/${path}`

const required = requiredFields('shop', 'data', 'content')

/** One page of the questions of one type. @param token the number of the page, '' for the first one */
export async function fetchInquiryPage(
  { callAsSeller }: Connection,
  type: InquiryType,
  window: KoreanWindow,
  token: string,
  limits?: CallLimits,
): Promise<ListPage> {
  const { path, all, rows } = KINDS[type]
  const [first, last] = [window.from, window.to].map((time) => time.slice(0, 'YYYY-MM-DD'.length)) as [string, string]
  const number = Number(token || 1)
  const parameters = [
    // The call centre may refuse a window of one day.
    ['inquiryStartAt', type === 'call_center' && first === last ? addDays(first, -1) : first],
    ['inquiryEndAt', last],
    all,
    ['pageNum', String(number)],
    ['pageSize', rows],
  ] as const
  const earlier = { of: path, path: below('v4', path), parameters }
  const envelope = await callAsSeller({ path: below('v5', path), parameters, earlier, ...(limits && { limits }) })
  const data = at(envelope, 'data')
  // The product may send null for an empty list.
  const content = data === null ? null : at(data, 'content')
  const found = content === null ? [] : required('content', Array.isArray(content) ? content : undefined)
  const pages = count(at(envelope, 'data', 'pagination', 'totalPages'))
  const isLast = pages === null ? found.length < Number(rows) : number >= pages
  const inWindow = found.filter((row) => {
    const asked = readTime(row)?.slice(0, 'YYYY-MM-DD'.length)
    return asked === undefined || (asked >= first && asked <= last)
  })
  return { data: inWindow.map((row) => ({ type, row })), nextToken: isLast ? '' : String(number + 1) }
}

const readTime = (row: unknown) => toDateTime(at(row, 'inquiryAt'))

interface Found {
  type: InquiryType
  row: unknown
}

/** Each question once, oldest first. Of two with the same id, the later in the list counts. */
export function toInquiryRows(pages: readonly (readonly unknown[])[]): InquiryRow[] {
  const rows = items(pages.flat(), (found) => readInquiry(found as Found))
  const byId = new Map(rows.map((row) => [getInquiryKey(row), row]))
  return [...byId.values()].sort((a, b) => ((a.asked_at ?? '9') < (b.asked_at ?? '9') ? -1 : 1))
}

/** The two types are numbered apart. */
export const getInquiryKey = ({ type, inquiry_id }: Pick<InquiryRow, 'type' | 'inquiry_id'>) => `${type} ${inquiry_id}`

const toId = (value: unknown) => {
  const id = exactId(value)
  return id === null ? null : String(id)
}

function readInquiry({ type, row }: Found): InquiryRow | undefined {
  const inquiry_id = toId(at(row, 'inquiryId'))
  if (inquiry_id === null) return undefined
  const about = { inquiry_id, type, asked_at: readTime(row), question: text(at(row, 'content')) }
  const vendorItems = at(row, 'vendorItemId')
  const ids = {
    seller_product_id: toId(at(row, 'sellerProductId')),
    vendor_item_ids: items(Array.isArray(vendorItems) ? vendorItems : [vendorItems], toId),
  }
  if (type === 'product') {
    const replies = items(at(row, 'commentDtoList'), (comment) => ({
      by: 'seller' as const,
      at: toDateTime(at(comment, 'inquiryCommentAt')),
      content: text(at(comment, 'content')),
    }))
    const status = replies.length > 0 ? 'answered' : 'unanswered'
    const order_ids = items(at(row, 'orderIds'), identifier)
    return { ...about, status, category: null, product: null, ...ids, order_ids, replies: replies.sort(byTime) }
  }
  const replies = items(at(row, 'replies'), (answer) => ({
    by: text(at(answer, 'answerType')) === 'vendor' ? ('seller' as const) : ('call_center' as const),
    at: toDateTime(at(answer, 'replyAt')),
    content: text(at(answer, 'content')),
  }))
  return {
    ...about,
    status: getParent(row) ? 'unanswered' : isAnswered(row) ? 'answered' : null,
    category: text(at(row, 'receiptCategory')),
    product: text(at(row, 'itemName')),
    ...ids,
    order_ids: items([at(row, 'orderId')], identifier),
    replies: replies.sort(byTime),
  }
}

const byTime = (a: { at: string | null }, b: { at: string | null }) => ((a.at ?? '9') < (b.at ?? '9') ? -1 : 1)

const isAnswered = (row: unknown) =>
  at(row, 'csPartnerCounselingStatus') === 'answered' || at(row, 'inquiryStatus') === 'complete'

/** The answer of the call centre that asks the seller for one: the newest, if there are several. */
function getParent(row: unknown): string | undefined {
  if (isAnswered(row)) return undefined
  const answers = list(at(row, 'replies'))
  const asking = answers.findLast(
    (answer) => at(answer, 'partnerTransferStatus') === 'requestAnswer' || flag(at(answer, 'needAnswer')) === true,
  )
  return toId(at(asking, 'answerId')) ?? undefined
}

interface InquiryQuery {
  from: string
  to: string
  type?: InquiryType | undefined
  status?: (typeof STATUSES)[number] | undefined
}

const TOO_MANY_DAYS = 'to: these days cannot be had in one request: ask for fewer days, or for one type'

/** Weeks, the newest first. */
function getWeeks(from: string, to: string): KoreanWindow[] {
  const windows: KoreanWindow[] = []
  for (let last = to; last >= from; last = addDays(last, -MOST_DAYS)) {
    const first = addDays(last, 1 - MOST_DAYS)
    windows.push({ form: 'day', from: first > from ? first : from, to: last, onlyDays: true })
  }
  return windows
}

/**
 * All questions that were asked on these days in Korea, oldest first. A list that the product refuses is missing, with a
 * warning, unless it refuses both.
 */
async function listInquiries(connection: Connection, { from, to, type, status }: InquiryQuery) {
  const types = type ? [type] : INQUIRY_TYPES
  const refusals = new Map<InquiryType, GatewayError>()
  const lists = types.map(
    (wanted): FetchListPage =>
      async (...asked) => {
        if (refusals.has(wanted)) return NO_ROWS
        try {
          return await fetchInquiryPage(connection, wanted, ...asked)
        } catch (error) {
          if (!refusesList(error)) throw error
          refusals.set(wanted, error)
          if (refusals.size === types.length) throw [...refusals.values()][0]
          return NO_ROWS
        }
      },
  )
  const today = getKoreanDay(connection.upstream.platform.now())
  const pages = await readLists(connection, getWeeks(from, to < today ? to : today), lists, TOO_MANY_DAYS)
  const rows = toInquiryRows(pages).filter((row) => status === undefined || row.status === status)
  const warnings = [...refusals].map(
    ([wanted, { message }]) => `type ${wanted}: the shop refuses this list, so it is missing: ${message}`,
  )
  return { ...success(rows), warnings }
}

/** Which question is answered, and when it was asked. */
interface Wanted {
  inquiry_id: string
  type: InquiryType
  asked_on?: string | undefined
}

/** A question, with the answer of the call centre that asks for one. */
interface Question {
  row: InquiryRow
  parent: string | undefined
}

/** The question, in the list of its day or, from the newest, in those of the last 31 days. The product has no other read. */
async function findQuestion(connection: Connection, { inquiry_id, type, asked_on }: Wanted): Promise<Question> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const from = asked_on ?? addDays(today, 1 - MOST_INQUIRY_DAYS)
  const fetchPage: FetchListPage = (...asked) => fetchInquiryPage(connection, type, ...asked)
  for (const week of getWeeks(from, asked_on ?? today)) {
    const pages = await readLists(
      connection,
      [week],
      [fetchPage],
      'asked_on: is needed, since there are too many questions',
    )
    for (const found of pages.flat()) {
      const row = readInquiry(found as Found)
      if (row?.inquiry_id === inquiry_id) return { row, parent: getParent((found as Found).row) }
    }
  }
  const other = type === 'product' ? '; a question of the call centre needs type: call_center' : ''
  const when = asked_on === undefined ? `within ${MOST_INQUIRY_DAYS} days` : `on ${asked_on}`
  throw notFound(`no question ${inquiry_id} of type ${type} was asked ${when}${other}`)
}

const toLines = (words: string) => words.replace(/\r\n?/g, '\n').trim()

const hasReply = ({ row }: Question, content: string): boolean =>
  row.replies.some((one) => one.by === 'seller' && toLines(one.content ?? '') === content)

interface ReplyBody {
  content: string
  wing_id: string
  type: InquiryType
  asked_on?: string | undefined
}

/** Answers a question at most once. The list of its day proves whether an answer stands there. */
async function replyToInquiry(
  state: RequestState,
  connection: Connection,
  inquiry_id: string,
  { content: words, wing_id, type, asked_on }: ReplyBody,
  key: string | undefined,
) {
  const content = toLines(words)
  const wanted: Wanted = { inquiry_id, type, asked_on }
  const toAnswer = (status: InquiryReply['status']): Answer => {
    const result: InquiryReply = { inquiry_id, type, status, content }
    return { ok: true, value: { result: JSON.stringify(result) } }
  }
  const vendorId = await connection.vendorId()
  const stands = async () => hasReply(await findQuestion(connection, wanted), content)
  const done = await once(state, {
    account: [vendorId],
    key,
    body: { inquiry_id, type, content, wing_id },
    isPrepared: true,
    find: async (): Promise<Finding> => ((await stands()) ? { done: toAnswer('done') } : 'undone'),
    async send(run): Promise<Sent> {
      const question = await findQuestion(connection, wanted)
      if (hasReply(question, content)) return { state: 'done', answer: toAnswer('already') }
      if (type === 'call_center' && question.parent === undefined)
        throw conflict('the call centre does not wait for an answer to this question')
      await run.startSending(true)
      try {
        await sendReply(connection, wanted, { vendorId, content, replyBy: wing_id }, question.parent)
      } catch (error) {
        if (!(error instanceof GatewayError) || !isOpen(error)) throw error
        if (await stands().catch(() => false)) return { state: 'done', answer: toAnswer('done') }
        const message = `${error.message}; whether the answer was sent is unknown: send the same request again, and it is not sent twice`
        const status = error.status === 504 ? 504 : 502
        return { state: 'unknown', answer: failed(new GatewayError(status, message, { reason: error.reason })) }
      }
      return { state: 'done', answer: toAnswer('done') }
    },
  })
  const { fields, headers } = readAnswer(done)
  const result: InquiryReply = JSON.parse(fields.result ?? '{}')
  return reply({ ...SUCCESS.shop, result }, 200, headers)
}

const sendReply = (
  { callAsSeller }: Connection,
  { inquiry_id, type }: Wanted,
  words: { vendorId: string; content: string; replyBy: string },
  parent: string | undefined,
) => {
  // Ids may have more digits than a number holds.
  const ids = parent === undefined ? '' : `,"inquiryId":${inquiry_id},"parentAnswerId":${parent}`
  return callAsSeller({
    path: below('v4', `${KINDS[type].path}/${inquiry_id}/replies`),
    body: `${JSON.stringify(words).slice(0, -1)}${ids}}`,
    changes: true,
  })
}

/** What a person who agrees to an answer has to see: the question. */
const describeQuestion: CallDetails = async (c, input) => {
  const type = INQUIRY_TYPES.find((one) => one === input.type) ?? 'product'
  const asked_on = text(input.asked_on) ?? undefined
  const { row } = await findQuestion(connect(c), { inquiry_id: String(input.inquiry_id), type, asked_on })
  return { question: row.question, asked_at: row.asked_at }
}

export const inquiryRoutes = new Hono<AppEnv>()
  .get(
    '/shop/inquiries',
    read('shop_list_inquiries', {
      summary: "Customers' questions to the seller of a window of days, with their answers",
      description:
        'By the day on which they were asked, in Korea: on pages of products, and handed on by the call centre of Coupang, which closes its own after 24 hours. No phones or addresses. `warnings` names the lists that the shop refused.',
      ko: '고객 문의 목록(상품 문의, 고객센터 이관 문의)과 답변',
      title: 'Get questions of customers',
      search:
        'product questions, inquiries, Q&A of the shop, what do customers ask, questions nobody answered, open questions of buyers, is there a new question, did anybody ask about the product, customer service inbox, 고객 문의, 상품 문의, 문의 들어온, 새 문의, 손님이 뭐 물어, 답 안 한 문의, 미답변 문의, 문의 몇 건, 고객센터 문의, 판매자 문의, 문의 내용',
      tool: {
        shown: {
          '': 'result warnings?',
          'result.[]':
            'inquiry_id type status asked_at:day question category? product? seller_product_id? order_ids? replies?',
          'result.[].replies.[]': 'by content',
        },
        account: 'shop-seller',
      },
      input: inquiries,
      handle: async (c) => listInquiries(connect(c), c.req.valid('query')),
    }),
  )
  .post(
    '/shop/inquiries/:inquiry_id/reply',
    write('shop_reply_to_inquiry', {
      summary: "Answer a customer's question: the customer reads it",
      description:
        'inquiry_id and type are those of shop_list_inquiries. `wing_id` is the id with which the one who answers signs in to WING: ask for it. An answer that stands there is not sent again. 409: the call centre waits for no answer, or the same request is still running.',
      ko: '고객 문의에 답변하기',
      title: 'Answer a question of a customer',
      search:
        'reply to the customer, answer the inquiry, respond to the product question, write back to the buyer, tell the customer that, answer the Q&A, 문의에 답변, 문의 답해, 문의에 답장, 고객한테 답변, 손님한테 답해, 상품 문의 답변 달아, 문의 답글',
      tool: { account: 'shop-seller' },
      effect: 'message',
      details: describeQuestion,
      idempotent: true,
      destructive: false,
      input: newReply,
      handle: async (c) => {
        const { inquiry_id } = c.req.valid('param')
        const key = c.req.valid('header')['Idempotency-Key']
        return replyToInquiry(c.get('state'), connect(c), inquiry_id, c.req.valid('json'), key)
      },
      access: pro,
    }),
  )
