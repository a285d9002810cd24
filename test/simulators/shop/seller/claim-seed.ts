import { pick } from '../pick.ts'
import type { Claim, ClaimStatus, Exchange } from './claim.ts'

const NEWEST = Date.parse('2026-11-21T16:20:00+09:00')
const HOUR_MS = 3_600_000
const STATUSES: ClaimStatus[] = ['UC', 'RU', 'CC', 'UC', 'CANCEL', 'PR']
const PRODUCTS = ['무농약 제주 감귤', '청송 꿀사과', '메리노울 등산양말']

/** 24 returns of the last two weeks up to 21 November 2026. */
export const seededReturns = (): Claim[] =>
  Array.from({ length: 24 }, (_, n) => ({
    receiptId: 365_001_000 + n * 13,
    orderId: 24000123456789 + n * 1009,
    shipmentBoxId: String(642_538_971_006_401_431n + BigInt(n) * 1_000_000_202n),
    status: pick(STATUSES, n),
    createdAt: NEWEST - n * 13 * HOUR_MS,
    requester: '구*숙',
    reason: n % 3 === 0 ? '생각보다 작아요' : '',
    product: pick(PRODUCTS, n),
    vendorItemId: 85071234501,
    count: 1 + (n % 2),
    invoiceNumber: n % 2 === 0 ? '' : String(840_806_808_800 + n),
    enclosed: n % 5 === 1 ? 2500 : 0,
    charge: pick([-6000, 3000, 0], n),
  }))

/** 14 exchanges of the last four weeks. */
export const seededExchanges = (): Exchange[] =>
  Array.from({ length: 14 }, (_, n) => ({
    exchangeId: 100_000_170 + n * 7,
    orderId: 24000123456789 + n * 2018,
    shipmentBoxId: String(642_538_971_006_401_431n + BigInt(n) * 1_000_000_202n),
    status: pick(['RECEIPT', 'PROGRESS', 'SUCCESS', 'REJECT', 'CANCEL'] as const, n),
    createdAt: NEWEST - n * 41 * HOUR_MS,
    product: pick(PRODUCTS, n),
    newBoxId: n % 5 === 1 ? String(742_638_971_006_401_431n + BigInt(n) * 2n) : null,
  }))
