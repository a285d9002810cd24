import { type Account, isAccount, isFirst, PRODUCTS, type Product, productOf } from '../../base/groups.ts'

export { type Account, isAccount, isFirst, PRODUCTS, type Product, productOf }

/** The fields that connect an account, by its product. */
export const FIELDS = {
  recorder: ['token'],
  notes: ['token'],
  workspace: ['token'],
  'shop-seller': ['vendor_id', 'access_key', 'secret_key', 'issued_on'],
  'shop-consumer': ['session'],
  payment: ['host', 'api_key', 'member_id', 'merchant_id', 'business_number'],
  video: ['api_key'],
  social: ['token'],
} as const satisfies Record<Product, readonly string[]>

export type Field = (typeof FIELDS)[Product][number]
/** `workspace` chooses one of the workspaces of an account. It is no credential. */
export type Values = Partial<Record<Field | 'workspace', string>>

/** The name of a further account, which its owner chose. Undefined for the first one of a product. */
export const getGivenName = (account: Account): string | undefined => account.split(':')[1]

/** Where the sign-in at a product starts that connects an account. */
export const toSignIn = (account: Account): string => `/connect/${account}/start`

/** All other fields are hidden on the screen until the owner shows them. */
const OPEN: ReadonlySet<Field> = new Set([
  'host',
  'member_id',
  'merchant_id',
  'business_number',
  'vendor_id',
  'issued_on',
])

export const isSecret = (field: Field): boolean => !OPEN.has(field)
