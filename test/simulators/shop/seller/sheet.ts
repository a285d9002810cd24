export const SHEET_STATUSES = [
  'ACCEPT',
  'INSTRUCT',
  'DEPARTURE',
  'DELIVERING',
  'FINAL_DELIVERY',
  'NONE_TRACKING',
] as const

export type SheetStatus = (typeof SHEET_STATUSES)[number]

/** Amounts are whole won. */
export interface SheetLine {
  vendorItemId: number
  productId: number
  sellerProductId: number
  sellerProductName: string
  option: string
  count: number
  cancelCount: number
  /** Whose cancellation is under way. */
  holdCount: number
  salesPrice: number
  couponDiscount: number
  /** The day on which the rest of a split box is shipped; '' unless it was given. */
  plannedOn: string
}

export interface OrderSheet {
  /** 18 digits */
  shipmentBoxId: string
  orderId: number
  /** epoch ms */
  orderedAt: number
  status: SheetStatus
  /** as the product shows it: masked */
  buyer: string
  address: string
  postCode: string
  shippingPrice: number | null
  splitShipping: boolean
  note: string | null
  /** Code of its carrier. */
  carrier: string
  invoiceNumber: string
  /** The whole order was cancelled or given back. */
  isEnded: boolean
  lines: SheetLine[]
}

const LINE: SheetLine = {
  vendorItemId: 85071234501,
  productId: 7301234501,
  sellerProductId: 15201234501,
  sellerProductName: '무농약 감귤',
  option: '5kg',
  count: 1,
  cancelCount: 0,
  holdCount: 0,
  salesPrice: 19900,
  couponDiscount: 0,
  plannedOn: '',
}

const SHEET: OrderSheet = {
  shipmentBoxId: '642538971006401431',
  orderId: 24000123456789,
  orderedAt: Date.parse('2026-11-20T10:00:00+09:00'),
  status: 'ACCEPT',
  buyer: '김*수',
  address: '서울특별시 마포구 월드컵북로 21',
  postCode: '03993',
  shippingPrice: 0,
  splitShipping: false,
  note: null,
  carrier: 'CJGLS',
  invoiceNumber: '',
  isEnded: false,
  lines: [LINE],
}

/** An order sheet for a test that only sets what it needs. */
export const orderSheet = (
  part: Partial<Omit<OrderSheet, 'lines'>> & { lines?: Partial<SheetLine>[] },
): OrderSheet => ({
  ...SHEET,
  ...part,
  lines: (part.lines ?? [LINE]).map((line) => ({ ...LINE, ...line })),
})
