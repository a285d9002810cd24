import type { Group } from './groups.ts'
import type { SecretName } from './secret-names.ts'

/** The accounts that a deployment stores. */
export type Account =
  | 'recorder'
  | 'notes'
  | 'social'
  | 'shop-seller'
  | 'shop-consumer'
  | 'payment'
  | 'video'
  | 'workspace'

/** The secrets of each account. It is connected when all of them are set. */
export const ACCOUNT_SECRETS = {
  recorder: ['RECORDER_TOKEN'],
  notes: ['NOTES_TOKEN'],
  social: ['SOCIAL_TOKEN'],
  'shop-seller': ['SHOP_VENDOR_ID', 'SHOP_ACCESS_KEY', 'SHOP_SECRET_KEY'],
  'shop-consumer': ['SHOP_SESSION'],
  payment: ['PAYMENT_HOST', 'PAYMENT_API_KEY', 'PAYMENT_MEMBER_ID', 'PAYMENT_MERCHANT_ID', 'PAYMENT_BUSINESS_NUMBER'],
  // The video group partly works without it.
  video: ['VIDEO_API_KEY'],
  // A request with its own token needs no account.
  workspace: ['WORKSPACE_TOKEN'],
} as const satisfies Record<Account, readonly SecretName[]>

export const ACCOUNTS = Object.keys(ACCOUNT_SECRETS) as Account[]

export const groupOfAccount = (account: Account): Group => {
  if (account === 'shop-seller' || account === 'shop-consumer') return 'shop'
  return account
}

/** The secrets of an account, by the names of their settings. */
export type Secrets = Partial<Record<SecretName, string>>
