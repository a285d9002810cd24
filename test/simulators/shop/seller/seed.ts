import { pick } from '../pick.ts'
import { type OrderSheet, orderSheet, type SheetLine, type SheetStatus } from './sheet.ts'

const GOODS: Partial<SheetLine>[] = [
  { sellerProductName: '무농약 제주 감귤', option: '5kg', salesPrice: 19900 },
  { sellerProductName: '청송 꿀사과', option: '3kg 가정용', salesPrice: 24900, couponDiscount: 2000 },
  { sellerProductName: '상주 곶감', option: '30구 선물세트', salesPrice: 38000 },
  { sellerProductName: '에티오피아 예가체프 원두', option: '500g, 홀빈', salesPrice: 17500 },
  { sellerProductName: '하동 세작 녹차', option: '80g', salesPrice: 22000 },
  { sellerProductName: '전라도 포기김치', option: '10kg', salesPrice: 43900, couponDiscount: 3000 },
  { sellerProductName: '메리노울 등산양말', option: '블랙, 250-280mm, 3켤레', salesPrice: 15900 },
].map((line, index) => ({
  ...line,
  vendorItemId: 85071234501 + index,
  productId: 7301234501 + index,
  sellerProductId: 15201234501 + index,
}))

const BUYERS = ['김*수', '이*진', '박*영', '최*호', '정*아', '강*윤', '조*민', '윤*서', '장*우', '임*경']

const ADDRESSES: [address: string, postCode: string][] = [
  ['서울특별시 마포구 월드컵북로 21', '03993'],
  ['부산광역시 해운대구 센텀중앙로 48', '48059'],
  ['대구광역시 수성구 달구벌대로 2450', '42097'],
  ['경기도 성남시 분당구 판교역로 146', '13529'],
  ['제주특별자치도 제주시 연북로 57', '63115'],
]

const NOTES = [null, '문 앞에 놓아 주세요', '부재 시 경비실에 맡겨 주세요', null]

/** How many in each status, the newest of them, and the minutes between two. Those paid for are more than one page. */
const PLAN: [status: SheetStatus, count: number, newest: string, minutesApart: number][] = [
  ['ACCEPT', 57, '2026-11-21T17:42:10+09:00', 83],
  ['INSTRUCT', 12, '2026-11-18T15:05:33+09:00', 211],
  ['DEPARTURE', 6, '2026-11-17T11:20:05+09:00', 307],
  ['DELIVERING', 8, '2026-11-16T22:48:51+09:00', 409],
  ['FINAL_DELIVERY', 20, '2026-11-14T09:12:27+09:00', 1117],
  ['NONE_TRACKING', 3, '2026-11-13T13:30:00+09:00', 2903],
]

/** 106 order sheets from the end of October to 21 November 2026. */
export function seededSheets(): OrderSheet[] {
  let made = 0
  return PLAN.flatMap(([status, count, newest, minutesApart]) =>
    Array.from({ length: count }, (_, index) => {
      const n = made++
      // Some orders are sent in two boxes: two neighbouring sheets of one order, with the same time.
      const mate = index + (n % 9 === 7 ? 1 : n % 9 === 8 ? -1 : 0)
      const split = mate !== index && mate >= 0 && mate < count
      const order = split && mate < index ? n - 1 : n
      const orderedAt = Date.parse(newest) - (index - n + order) * minutesApart * 60_000 + ((order * 37) % 1000)
      return { ...seeded(n, order, orderedAt, split), status, invoiceNumber: invoice(status, n) }
    }),
  )
}

function seeded(n: number, order: number, orderedAt: number, splitShipping: boolean): OrderSheet {
  const [address, postCode] = pick(ADDRESSES, order)
  const first = { ...pick(GOODS, n), count: n % 5 === 2 ? 3 : 1 }
  const second = { ...pick(GOODS, n + 3), cancelCount: n % 22 === 6 ? 1 : 0 }
  return orderSheet({
    // Odd, so that no such id is a double.
    shipmentBoxId: String(642_538_971_006_401_431n + BigInt(n) * 1_000_000_202n),
    orderId: 24000123456789 + order * 1009,
    orderedAt,
    buyer: pick(BUYERS, order),
    address,
    postCode,
    shippingPrice: order % 4 === 1 ? 3000 : 0,
    splitShipping,
    note: pick(NOTES, order),
    lines: n % 4 === 2 ? [first, second] : [first],
  })
}

const invoice = (status: SheetStatus, n: number) =>
  status === 'ACCEPT' || status === 'INSTRUCT' ? '' : String(651_200_330_100 + n)
