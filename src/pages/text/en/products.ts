import type { Account } from '../../api/accounts.ts'

/** The product names of the accounts, as their users know them. */
export const products: Record<Account, string> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  'shop-seller': 'Coupang WING',
  'shop-consumer': 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube Data API',
  social: 'Threads',
}
