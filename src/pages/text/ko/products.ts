import type { Texts } from '../texts.ts'

export const products: Texts['products'] = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: '노션',
  'shop-seller': '쿠팡 윙(판매자)',
  'shop-consumer': '쿠팡(내 주문)',
  payment: '결제선생',
  video: 'YouTube Data API',
  social: 'Threads',
}
