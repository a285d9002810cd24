/** The accounts that can be connected, and the fields that each takes (decisions.md section 11.4). */
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
export type Values = Partial<Record<Field, string>>

export const ACCOUNTS = Object.keys(FIELDS) as readonly Account[]

export const isAccount = (name: string): name is Account => Object.hasOwn(FIELDS, name)

/** Everything but these is hidden on the screen until its owner looks at it. */
const OPEN: ReadonlySet<Field> = new Set([
  'host',
  'member_id',
  'merchant_id',
  'business_number',
  'vendor_id',
  'issued_on',
])

export const isSecret = (field: Field): boolean => !OPEN.has(field)
