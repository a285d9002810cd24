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

/** What an account is of: a product, or one side of the shop. */
export type Product =
  | 'recorder'
  | 'notes'
  | 'social'
  | 'shop-seller'
  | 'shop-consumer'
  | 'payment'
  | 'video'
  | 'workspace'

/**
 * The id of an account that a deployment stores. `workspace` is the first account of its product, and
 * `workspace:business` a further one, with a name that its owner chose.
 */
export type Account = AccountOf<Product>
export type AccountOf<P extends Product> = P | `${P}:${string}`
export type ProductOf<A extends Account> = A extends Product
  ? A
  : A extends `${infer P extends Product}:${string}`
    ? P
    : never

/** The secrets of an account, by its product. It is connected when all of them are set. */
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
} as const satisfies Record<Product, readonly SecretName[]>

/** Also the ids of the first accounts. */
export const PRODUCTS = Object.keys(ACCOUNT_SECRETS) as Product[]

export const isProduct = (text: string): text is Product => Object.hasOwn(ACCOUNT_SECRETS, text)

/** How many further accounts a deployment may have. */
export const MOST_ACCOUNTS = 20

/** The name of a further account. */
export const ACCOUNT_NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

export function isAccount(id: string): id is Account {
  const [product = '', name, ...others] = id.split(':')
  return isProduct(product) && (name === undefined || ACCOUNT_NAME.test(name)) && others.length === 0
}

export const productOf = <A extends Account>(account: A): ProductOf<A> => account.split(':')[0] as ProductOf<A>

/** Whether it is an account of a product. */
export const isOf = <P extends Product>(account: Account, product: P): account is AccountOf<P> =>
  productOf(account) === product

/** Whether it is the first account of its product, which alone may have secrets of the deployment. */
export const isFirst = (account: Account): account is Product => isProduct(account)

/** The account of a product that has a name, whether it exists or not. */
export const namedAccount = <P extends Product>(product: P, name: string): AccountOf<P> => `${product}:${name}`

/** The name of an account. Undefined for the first one of its product. */
export const nameOf = (account: Account): string | undefined => account.split(':')[1]

export const groupOfAccount = (account: Account): Group => {
  const product = productOf(account)
  return product === 'shop-seller' || product === 'shop-consumer' ? 'shop' : product
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
