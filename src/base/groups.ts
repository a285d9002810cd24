/** The groups with a product behind them. */
export const PRODUCT_GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social'] as const
export type ProductGroup = (typeof PRODUCT_GROUPS)[number]

/** Plus events, which covers the others. A named key's scope is a list of these. */
export const GROUPS = [...PRODUCT_GROUPS, 'events'] as const
export type Group = (typeof GROUPS)[number]

/** The area of an operation: a group of the contract, the gateway itself, or the management app. */
export const AREAS = [...GROUPS, 'gateway', 'admin'] as const
export type Area = (typeof AREAS)[number]

export const isGroup = (area: Area): area is Group => area !== 'gateway' && area !== 'admin'

export const LICENCES = ['basic', 'pro', 'payment'] as const
export type Licence = (typeof LICENCES)[number]

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

export type SecretName =
  | 'RECORDER_TOKEN'
  | 'NOTES_TOKEN'
  | 'SOCIAL_TOKEN'
  | 'SHOP_VENDOR_ID'
  | 'SHOP_ACCESS_KEY'
  | 'SHOP_SECRET_KEY'
  | 'SHOP_SESSION'
  | 'PAYMENT_HOST'
  | 'PAYMENT_API_KEY'
  | 'PAYMENT_MEMBER_ID'
  | 'PAYMENT_MERCHANT_ID'
  | 'PAYMENT_BUSINESS_NUMBER'
  | 'VIDEO_API_KEY'
  | 'WORKSPACE_TOKEN'
  | 'SOCIAL_APP_ID'
  | 'SOCIAL_APP_SECRET'
