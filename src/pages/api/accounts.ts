/** The accounts that can be connected, and the fields of each. */
export const FIELDS = {
  recorder: ['token'],
  notes: ['token'],
  workspace: ['token'],
  'shop-seller': ['vendor_id', 'access_key', 'secret_key', 'issued_on'],
  'shop-consumer': ['session'],
  payment: ['host', 'api_key', 'member_id', 'merchant_id', 'business_number'],
  video: ['api_key'],
  social: ['token'],
} as const satisfies Record<string, readonly string[]>

export type Account = keyof typeof FIELDS
export type Field = (typeof FIELDS)[Account][number]
/** `workspace` chooses one of the workspaces of an account. It is no credential. */
export type Values = Partial<Record<Field | 'workspace', string>>

export const ACCOUNTS = Object.keys(FIELDS) as readonly Account[]

export const isAccount = (name: string): name is Account => Object.hasOwn(FIELDS, name)

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
