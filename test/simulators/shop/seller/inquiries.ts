import { Hono } from 'hono'
import { koreanTime } from '../../korean-time.ts'
import { jsonResponse } from '../answers.ts'
import { pick } from '../pick.ts'
import { WING_ID } from './cancels.ts'
import { gatewayError, openApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const API = '/v2/providers/openapi/apis/api'
const DAY_MS = 86_400_000

interface Reply {
  id: number
  by: 'vendor' | 'csAgent'
  /** epoch ms */
  at: number
  content: string
  /** Whether the call centre waits for an answer to it. */
  asks: boolean
}

/** A question about a product, or one that the call centre handed on. */
export interface Inquiry {
  id: number
  kind: 'onlineInquiries' | 'callCenterInquiries'
  /** epoch ms */
  askedAt: number
  question: string
  product: string
  replies: Reply[]
}

interface InquiryState {
  vendor: Vendor
  inquiries: Inquiry[]
  replied: string[]
}

const time = (epochMs: number) => koreanTime(epochMs).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
const isWaiting = ({ replies }: Inquiry) => replies.at(-1)?.asks === true

/** Questions of customers (facts 2.10). */
export function inquiries(state: InquiryState, switches: SellerSwitches, clock: { now(): number }): Hono {
  const app = new Hono()
  const lists = [
    { kind: 'onlineInquiries', status: 'answeredType', statuses: ['ALL', 'ANSWERED', 'NOANSWER'], most: 50 },
    {
      ...{ kind: 'callCenterInquiries', status: 'partnerCounselingStatus', most: 30 },
      statuses: ['NONE', 'ANSWER', 'NO_ANSWER', 'TRANSFER'],
    },
  ] as const
  for (const { kind, status, statuses, most } of lists) {
    app.get(`${API}/:version{v5|v4}/vendors/:vendorId/${kind}`, (c) => {
      if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
      if (switches.inquiriesRefused === kind) return openApiError(403, 'no permission for this list')
      const query = new URL(c.req.url).searchParams
      const wanted = query.get(status) ?? ''
      if (!(statuses as readonly string[]).includes(wanted)) return openApiError(400, `invalid ${status}`)
      const [from, last] = ['inquiryStartAt', 'inquiryEndAt'].map((name) => {
        const text = query.get(name) ?? ''
        return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+09:00`) : Number.NaN
      }) as [number, number]
      if (Number.isNaN(from) || Number.isNaN(last)) return openApiError(400, 'inquiryStartAt format is invalid.')
      if (last < from || last - from >= 7 * DAY_MS)
        return openApiError(400, 'The search period should be within 7 days.')
      if (kind === 'callCenterInquiries' && last === from) return openApiError(400, 'inquiryEndAt should be after it.')
      if (last - from + DAY_MS > switches.widestMs) return gatewayError(504, 'Gateway Timeout')
      const size = Number(query.get('pageSize') ?? 10)
      if (size > most) return openApiError(400, `pageSize should be at most ${most}`)
      const page = Number(query.get('pageNum') ?? 1)
      const found = state.inquiries
        .filter((inquiry) => inquiry.kind === kind && from <= inquiry.askedAt && inquiry.askedAt < last + DAY_MS)
        .filter((inquiry) => wanted === 'ALL' || wanted === 'NONE' || /NO/.test(wanted) === isOpen(inquiry))
        .sort((a, b) => b.askedAt - a.askedAt || b.id - a.id)
      const shown = found.slice((page - 1) * size, page * size)
      const content = kind === 'onlineInquiries' ? shown.map(onlineView) : shown.map(callView)
      const pagination = {
        ...{ currentPage: page, totalPages: Math.ceil(found.length / size) },
        ...{ totalElements: found.length, countPerPage: size },
      }
      return jsonResponse({ code: 200, message: 'OK', data: { content, pagination } })
    })

    app.post(`${API}/v4/vendors/:vendorId/${kind}/:id/replies`, async (c) => {
      if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
      const id = c.req.param('id')
      const body: Record<string, unknown> = await c.req.json().catch(() => ({}))
      const { content, vendorId, replyBy, parentAnswerId } = body
      if (vendorId !== state.vendor.id) return openApiError(400, 'required parameters are missing: vendorId')
      if (typeof content !== 'string' || content === '' || content.length > 1000 || content.includes('\r'))
        return openApiError(400, 'content is invalid')
      if (replyBy !== WING_ID) return openApiError(400, 'replyBy: no such user of WING')
      const inquiry = state.inquiries.find((one) => one.kind === kind && String(one.id) === id)
      if (!inquiry) return openApiError(400, '유효하지 않은 문의입니다.')
      if (!isOpen(inquiry)) return openApiError(400, '등록된 답변이 이미 있습니다.')
      if (kind === 'callCenterInquiries' && parentAnswerId !== inquiry.replies.at(-1)?.id)
        return openApiError(400, 'parentAnswerId is invalid')
      state.replied.push(id)
      inquiry.replies.push({
        id: 9_000_000 + state.replied.length,
        by: 'vendor',
        at: clock.now(),
        content,
        asks: false,
      })
      return jsonResponse({ code: 200, message: 'OK' })
    })
  }
  return app
}

const isOpen = (inquiry: Inquiry) =>
  inquiry.kind === 'onlineInquiries' ? inquiry.replies.length === 0 : isWaiting(inquiry)

const onlineView = ({ id, askedAt, question, replies }: Inquiry) => ({
  inquiryId: id,
  productId: 7301234501,
  sellerProductId: 15201234501,
  sellerItemId: 88,
  vendorItemId: 85071234501,
  content: question,
  inquiryAt: time(askedAt).replace('T', id % 2 === 0 ? ' ' : 'T'),
  orderIds: id % 3 === 0 ? [24000123456789] : [],
  commentDtoList: replies.map((one) => ({
    ...{ inquiryCommentId: one.id, inquiryId: id, content: one.content, inquiryCommentAt: time(one.at) },
  })),
})

const callView = (inquiry: Inquiry) => ({
  inquiryId: inquiry.id,
  inquiryStatus: isWaiting(inquiry) ? 'progress' : 'complete',
  csPartnerCounselingStatus: isWaiting(inquiry) ? 'requestAnswer' : 'answered',
  vendorItemId: [85071234501],
  itemName: inquiry.product,
  content: inquiry.question,
  answeredAt: null,
  replies: inquiry.replies.map((one) => ({
    ...{ answerId: one.id, parentAnswerId: null, answerType: one.by, needAnswer: one.asks, content: one.content },
    ...{ partnerTransferStatus: one.asks ? 'requestAnswer' : 'answered', partnerTransferCompleteReason: '' },
    ...{ receptionistName: '김상담', receptionist: 'cs-1004', replyAt: time(one.at) },
  })),
  inquiryAt: time(inquiry.askedAt),
  buyerEmail: 'buyer@example.com',
  buyerPhone: '0502-1234-5678',
  orderId: 24000123456789,
  orderDate: time(inquiry.askedAt - DAY_MS),
  receiptCategory: '배송문의>배송불량>상품누락(재배송 요청)',
})

const NEWEST = Date.parse('2026-11-21T15:10:00+09:00')
const QUESTIONS = ['언제 배송되나요?', '선물 포장 되나요?', '재입고 예정이 있나요?', '유통기한이 어떻게 되나요?']
const PRODUCTS = ['무농약 제주 감귤', '청송 꿀사과', '메리노울 등산양말']

/** 30 questions of five weeks up to 21 November 2026; each third came from the call centre. */
export const seededInquiries = (): Inquiry[] =>
  Array.from({ length: 30 }, (_, n) => {
    const askedAt = NEWEST - n * 27 * 3_600_000
    const isCall = n % 3 === 2
    const asking: Reply = {
      id: 8_000_001 + n,
      by: 'csAgent',
      at: askedAt + 600_000,
      content: '판매자 확인 요청',
      asks: true,
    }
    const answer: Reply = {
      id: 8_500_001 + n,
      by: 'vendor',
      at: askedAt + 7_200_000,
      content: '내일 보내 드려요.',
      asks: false,
    }
    const answers = n < 4 ? [] : [answer]
    return {
      id: 301_000_001 + n,
      kind: isCall ? 'callCenterInquiries' : 'onlineInquiries',
      askedAt,
      question: pick(QUESTIONS, n),
      product: pick(PRODUCTS, n),
      replies: isCall ? [asking, ...answers] : answers,
    }
  })
