import type { Bill } from './state.ts'
import { BUSINESS_NUMBER } from './state.ts'

/** Ids that every host accepts: the business number and ten free characters. */
const id = (free: string) => BUSINESS_NUMBER + free

export const PAID_BILL = id('PAID000001')
export const LARGEST_BILL = id('PAID000002')
export const WAITING_BILL = id('WAIT000001')
export const CANCELLED_BILL = id('CANC000001')
export const DESTROYED_BILL = id('GONE000001')

export const AUTOPAY_CUSTOMER = 'academy-0007'

export const seedBills = (): Bill[] => [
  {
    id: PAID_BILL,
    state: 'F',
    product: '11월 수강료',
    customerName: '홍길동',
    phone: '01012345678',
    price: '150000',
    expires: '2026-11-30',
    callback: 'https://academy.example/payments',
    shortUrl: 'https://pay.example/p1',
    approval: { num: '00112233', at: '20261112093015' },
  },
  {
    id: LARGEST_BILL,
    state: 'F',
    product: '교실 임대 보증금',
    customerName: '김영희',
    phone: '0212345678',
    price: '9999999999',
    expires: '2026-12-31',
    callback: 'https://academy.example/payments',
    shortUrl: 'https://pay.example/p2',
    approval: { num: '00112240', at: '20261115140000' },
  },
  {
    id: WAITING_BILL,
    state: 'W',
    product: '교재비',
    customerName: '이철수',
    phone: '01098765432',
    price: '33000',
    expires: '2026-11-30',
    callback: 'https://academy.example/payments',
    shortUrl: 'https://pay.example/w1',
  },
  {
    id: CANCELLED_BILL,
    state: 'C',
    product: '10월 수강료',
    customerName: '박민수',
    phone: '01055556666',
    price: '150000',
    expires: '2026-10-31',
    callback: 'https://academy.example/payments',
    shortUrl: 'https://pay.example/c1',
    approval: { num: '00098765', at: '20261002101500' },
    cancel: { num: '00099001', at: '20261004110203' },
  },
  {
    id: DESTROYED_BILL,
    state: 'D',
    product: '특강',
    customerName: '최지우',
    phone: '01077778888',
    price: '20000',
    expires: '2026-11-10',
    callback: 'https://academy.example/payments',
    shortUrl: 'https://pay.example/d1',
  },
]

export const seedMethods = () => new Map([[AUTOPAY_CUSTOMER, '4321-12**-****-0007']])
