import { koreanTime } from '../korean-time.ts'

/** F paid, W waiting, C cancelled, D destroyed. */
export type BillState = 'F' | 'W' | 'C' | 'D'

export interface Approval {
  num: string
  /** YYYYMMDDHHMMSS, Korean local time. */
  at: string
  /** The approved amount, in digits, where it is not the price of the bill (facts, section 4.2). */
  price?: string
}

export interface Bill {
  id: string
  state: BillState
  product: string
  customerName?: string
  phone?: string
  /** Digits. */
  price: string
  /** YYYY-MM-DD. */
  expires?: string
  callback?: string
  /** The partner's user id, for a bill of auto-pay. */
  customer?: string
  shortUrl: string
  approval?: Approval
  cancel?: Approval
}

export interface State {
  partner: { apiKey: string; member: string; merchant: string; businessNumber: string }
  bills: Map<string, Bill>
  /** The points left for chat messages: those of the partner, which its contract spends (facts, section 4.5). */
  points: number
  /** The points of the shop, which its contract does not spend. */
  shopPoints: number
  /** The masked card that a customer registered for auto-pay, by the partner's user id. */
  methods: Map<string, string>
  /** The self-service pages that were opened for a change of method. */
  managePages: { customer?: string; shortUrl: string }[]
  /** Work that was really done, as opposed to calls that came in. */
  executed: { sends: number; resends: number; cancels: number; destroys: number; charges: number }
  /** Counts approval numbers and short URLs. */
  serial: number
}

export const newState = (bills: Bill[], methods: Map<string, string>): State => ({
  partner: { apiKey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID, businessNumber: BUSINESS_NUMBER },
  bills: new Map(bills.map((bill) => [bill.id, { ...bill }])),
  points: 1000 * POINTS_OF_MESSAGE,
  shopPoints: 0,
  methods: new Map(methods),
  managePages: [],
  executed: { sends: 0, resends: 0, cancels: 0, destroys: 0, charges: 0 },
  serial: 345_678,
})

/** What a chat message costs (facts, section 4.5). */
export const POINTS_OF_MESSAGE = 55

/** Eight digits, with zeros in front that a number would lose. */
export const nextNumber = (state: State): string => String(++state.serial).padStart(8, '0')

export const nextShortUrl = (state: State): string => `https://pay.example/${(++state.serial).toString(36)}`

type Texts = Readonly<Record<string, string>>

/** The fields of a bill when it is read, by its state (facts, section 4.2). Every value is text. */
export function approvalFields(bill: Bill): Texts {
  const { approval, cancel } = bill
  if (!approval) return { appr_state: bill.state }
  return {
    appr_state: bill.state,
    appr_pay_type: 'CARD',
    appr_card_type: '0',
    appr_dt: (cancel ?? approval).at,
    appr_origin_dt: approval.at,
    appr_price: approvedAmount(bill),
    appr_issuer: '샘플카드',
    appr_issuer_cd: '01',
    appr_issuer_num: '43211234****0007',
    appr_acquirer_cd: '02',
    appr_acquirer_nm: '샘플매입',
    appr_num: (cancel ?? approval).num,
    appr_origin_num: approval.num,
    appr_res_cd: '0000',
    appr_monthly: '00',
    ...(cancel && cancelFields(bill)),
  }
}

export const approvedAmount = ({ approval, price }: Bill): string => approval?.price ?? price

export const cancelFields = ({ approval, cancel }: Bill): Texts => ({
  appr_num: cancel?.num ?? '',
  appr_origin_num: approval?.num ?? '',
  appr_cancel_dt: cancel?.at ?? '',
})

/** `20261121180000`: Korean local time, without a zone. */
export const koreanStamp = (epochMs: number): string => koreanTime(epochMs).replace(/\D/g, '').slice(0, 14)

/** Whether the midnight in Korea that ends this day (`YYYY-MM-DD`) has passed. */
export const isPast = (day: string, epochMs: number): boolean => koreanTime(epochMs).slice(0, 10) > day

/** The only partner of the product, invented. */
export const API_KEY = 'test-payment-api-key'
export const MEMBER_ID = 'test-member'
export const MERCHANT_ID = 'test-merchant'
export const BUSINESS_NUMBER = '1112233333'
