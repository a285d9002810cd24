import { pick } from '../pick.ts'
import { type ConsumerOrder, type ConsumerProduct, consumerOrder } from './order.ts'

const GOODS: [productName: string, option: string, brand: string | null, list: number, sale: number, paid: number][] = [
  ['맑은샘 생수 2L', '12개', '맑은샘', 12900, 10900, 10500],
  ['순한손 3겹 화장지 30m', '30롤', '순한손', 26900, 21900, 21900],
  ['햇살농원 제주 감귤', '5kg, 로얄과', null, 24900, 19900, 18900],
  ['하루견과 믹스넛 20g', '100봉', '하루견과', 39900, 31500, 30200],
  ['포근 겨울 이불 세트', '그레이, 퀸', '포근', 79000, 59900, 59900],
  ['바른 무선 마우스', '블랙', '바른', 24900, 17900, 17400],
  ['새벽목장 우유 900ml', '2개', '새벽목장', 6400, 5800, 5800],
  ['튼튼 고양이 모래', '무향, 7kg, 3개', '튼튼', 33000, 27800, 26900],
]

/**
 * The number of orders in each year, counted back from the newest: a full last page, a short one, a year that ends the
 * list.
 */
const PLAN: [newest: string, count: number, hoursApart: number][] = [
  ['2026-11-21T08:13:45+09:00', 16, 467],
  // Still 2025 in UTC, already 2026 in Korea.
  ['2026-01-01T00:20:30+09:00', 1, 0],
  ['2025-12-29T21:40:02+09:00', 20, 421],
  ['2024-12-20T12:05:00+09:00', 8, 613],
]

const LATEST = ['ACCEPT', 'INSTRUCT', 'DEPARTURE', 'DELIVERING']

/** 45 orders of three years, newest first. */
export function seededOrders(): ConsumerOrder[] {
  let made = 0
  return PLAN.flatMap(([newest, count, hoursApart]) =>
    Array.from({ length: count }, (_, index) => seeded(made++, Date.parse(newest) - index * hoursApart * 3_600_000)),
  )
}

function seeded(n: number, orderedAt: number): ConsumerOrder {
  const groups = Array.from({ length: n % 6 === 4 ? 2 : 1 }, (_, group) => ({
    // Odd, so that no such id is a double.
    shipmentBoxId: String(1_042_538_971_006_401_431n + BigInt(n * 4 + group) * 1_000_000_202n),
    invoiceNumber: String(681_200_330_100 + n * 4 + group),
    invoiceStatus: LATEST[n] ?? 'FINAL_DELIVERY',
    vendorName: group === 0 ? '쿠팡' : '햇살농원',
    products: lines(n, group),
  }))
  return consumerOrder({
    orderId: 25000123456789 - n * 7919,
    orderedAt: orderedAt + ((n * 53) % 1000),
    deliveryPrice: n % 7 === 3 ? 3000 : 0,
    groups,
  })
}

function lines(n: number, group: number): Partial<ConsumerProduct>[] {
  // The same line twice in one order happens, and is two lines (facts 4.3).
  if (n % 13 === 5) return [product(n), product(n)]
  const ordered = n % 3 === 1 ? [product(n + group), product(n + group + 2)] : [product(n + group)]
  const ends: Record<number, ConsumerProduct['cancelReturnStatus']> = { 4: 'CANCELED', 6: 'RETURN_COMPLETE' }
  const cancelReturnStatus = n === 22 ? 'EXCHANGE_COMPLETE' : (ends[n % 10] ?? null)
  return ordered.map((line, index) => ({ ...line, cancelReturnStatus: index === 0 ? cancelReturnStatus : null }))
}

function product(n: number): Partial<ConsumerProduct> {
  const at = n % GOODS.length
  const [productName, option, brandName, unitPrice, discountedUnitPrice, combinedUnitPrice] = pick(GOODS, n)
  return {
    productId: 7400000011 + at,
    itemId: 19100000011 + at,
    vendorItemId: 86200000011 + at,
    productName,
    vendorItemName: `${productName}, ${option}`,
    brandName,
    quantity: 1 + (n % 4 === 3 ? 2 : 0),
    unitPrice,
    discountedUnitPrice,
    combinedUnitPrice,
    imagePath: at === 6 ? null : `https://thumbnail.example/${7400000011 + at}.jpg`,
  }
}
