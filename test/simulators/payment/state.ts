import { API_KEY, BUSINESS_NUMBER, MEMBER_ID, MERCHANT_ID } from './credentials.ts'

/** F paid, W waiting, C cancelled, D destroyed. */
export type BillState = 'F' | 'W' | 'C' | 'D'

export interface Approval {
  num: string
  /** YYYYMMDDHHMMSS, Korean local time. */
  at: string
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
  /** The points left for chat messages. */
  points: number
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
  points: 1000,
  methods: new Map(methods),
  managePages: [],
  executed: { sends: 0, resends: 0, cancels: 0, destroys: 0, charges: 0 },
  serial: 345_678,
})

/** Eight digits, with zeros in front that a number would lose. */
export const nextNumber = (state: State): string => String(++state.serial).padStart(8, '0')

export const nextShortUrl = (state: State): string => `https://pay.example/${(++state.serial).toString(36)}`
