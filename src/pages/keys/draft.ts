import { GROUPS, type Group, groupOfAccount, type Licence } from '../../base/groups.ts'
import { type AccountChoice, isComplete, onlyProducts, toAccounts, toChoice } from '../accounts/choice.ts'
import type { Product } from '../api/accounts.ts'
import type { KeyChange, KeyRecord, Limits, NewKey } from '../api/types.ts'

/** Payment limits while they are being filled in, in won. Empty for no limit. */
export interface LimitDraft {
  maxAmount: string
  dailyAmount: string
}

export const NO_LIMITS: LimitDraft = { maxAmount: '', dailyAmount: '' }

/** Removes separators from an amount such as 1,000,000. */
const stripSeparators = (text: string) => text.replace(/[\s,]/g, '')

export const isAmount = (text: string): boolean => /^(?:[1-9]\d{0,9})?$/.test(stripSeparators(text))

export const areAmounts = ({ maxAmount, dailyAmount }: LimitDraft): boolean =>
  isAmount(maxAmount) && isAmount(dailyAmount)

/** The current limits, to edit them. */
export const toLimitDraft = (limits: KeyRecord['limits']): LimitDraft => ({
  maxAmount: limits?.max_amount?.toString() ?? '',
  dailyAmount: limits?.daily_amount?.toString() ?? '',
})

/** The limits to send. Undefined for no limits. */
export function getLimits({ maxAmount, dailyAmount }: LimitDraft): Limits | undefined {
  const [max, daily] = [maxAmount, dailyAmount].map(stripSeparators)
  if (!max && !daily) return undefined
  return { ...(max && { max_amount: Number(max) }), ...(daily && { daily_amount: Number(daily) }) }
}

export { GROUPS }

/** What uses a key. */
export const PURPOSES = ['agent', 'automation', 'code'] as const

export type Purpose = (typeof PURPOSES)[number]

/** A key while it is being filled in. */
export interface Draft extends LimitDraft {
  name: string
  /** Only for a new key, and not sent. Undefined until somebody says it. */
  purpose: Purpose | undefined
  licence: string
  /** Null for all groups. */
  groups: readonly Group[] | null
  /** The accounts that it opens of the products that have several. */
  accounts: AccountChoice
  readOnly: boolean
  confirm: boolean
  /** A day as YYYY-MM-DD, or empty. */
  expires: string
}

/** A new key, with the licence of the deployment. */
export const newDraft = (licence: string): Draft => ({
  name: '',
  purpose: undefined,
  licence,
  groups: null,
  accounts: {},
  readOnly: false,
  confirm: false,
  expires: '',
  ...NO_LIMITS,
})

/** A key as it is, to edit it. */
export const toDraft = (record: KeyRecord): Draft => ({
  name: record.name,
  purpose: undefined,
  licence: record.licence,
  groups: record.groups,
  accounts: toChoice(record.accounts),
  readOnly: record.read_only,
  confirm: record.confirm,
  expires: record.expires_at ? toDay(Date.parse(record.expires_at)) : '',
  ...toLimitDraft(record.limits),
})

type Access = Pick<Draft, 'licence' | 'groups'>

/** Whether the key opens the group of a product. */
export function opensProduct({ licence, groups }: Access, product: Product): boolean {
  const group = groupOfAccount(product)
  const isLicensed = licence === 'payment' ? group === 'payment' : licence === 'pro' || group !== 'payment'
  return isLicensed && (groups?.includes(group) ?? true)
}

/** The accounts that are sent: none of products that the key does not open. */
const getAccounts = (draft: Draft) => onlyProducts(draft.accounts, (product) => opensProduct(draft, product))

const opensPayment = ({ licence, groups }: Access): boolean =>
  licence !== 'basic' && (groups?.includes('payment') ?? true)

/** Whether the key may make payments, so that limits apply. */
export const makesPayments = ({ readOnly, ...access }: Access & Pick<Draft, 'readOnly'>): boolean =>
  !readOnly && opensPayment(access)

/**
 * What a choice of groups changes: a key asks first when somebody has just ticked the payment group, unless they untick
 * that, or nobody is there to be asked.
 */
export function chooseGroups({ purpose, groups, confirm }: Draft, chosen: Draft['groups']): Partial<Draft> {
  const addsPayment = (chosen?.includes('payment') ?? false) && !groups?.includes('payment')
  return { groups: chosen, confirm: confirm || (addsPayment && (purpose ?? 'agent') === 'agent') }
}

/** What an answer to the question changes: an agent asks first, a program that runs by itself cannot wait for anybody. */
export const choosePurpose = (purpose: Purpose): Pick<Draft, 'purpose' | 'confirm'> => ({
  purpose,
  confirm: purpose === 'agent',
})

/** A day in Korea, as YYYY-MM-DD. */
const toDay = (ms: number): string => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10)

export const today = (now = Date.now()): string => toDay(now)

/** Days are Korean. Empty is never past. */
export const isPast = (day: string, now = Date.now()): boolean => day !== '' && day < toDay(now)

/** Whether it can be sent: it has a name and a group, an expiry that is not past unless it stays, and valid values. */
function isValid(draft: Draft, expiresBefore: string, now?: number): boolean {
  const { name, groups, expires } = draft
  if (!name.trim() || groups?.length === 0 || (expires !== expiresBefore && isPast(expires, now))) return false
  if (!isComplete(getAccounts(draft))) return false
  return !makesPayments(draft) || areAmounts(draft)
}

/** The body of the request for a new key. Undefined while something is missing or invalid. */
export function toNewKey(draft: Draft, now?: number): NewKey | undefined {
  if (!isValid(draft, '', now)) return undefined
  const { name, licence, groups, readOnly, confirm, expires } = draft
  const limits = makesPayments(draft) ? getLimits(draft) : undefined
  const accounts = toAccounts(getAccounts(draft))
  return {
    name: name.trim(),
    licence: licence as Licence,
    ...(groups && { groups: [...groups] }),
    ...(accounts.length > 0 && { accounts }),
    ...(readOnly && { read_only: true }),
    ...(expires && { expires_at: expires }),
    ...(limits && { limits }),
    ...(confirm && !readOnly && { confirm }),
  }
}

/**
 * The body of the request that changes a key: only what is changed, because another tab may have changed the rest, and
 * more than a name needs a proof. Undefined while something is missing or invalid.
 */
export function toKeyChange(draft: Draft, record: KeyRecord, now?: number): KeyChange | undefined {
  const before = toDraft(record)
  if (!isValid(draft, before.expires, now)) return undefined
  const { licence, groups, readOnly, expires } = draft
  const [name, confirm] = [draft.name.trim(), draft.confirm && !readOnly]
  const accounts = toAccounts(getAccounts(draft))
  const limits = getLimits(draft)
  return {
    ...(name !== before.name && { name }),
    ...(licence !== before.licence && { licence: licence as Licence }),
    ...(groups?.join() !== before.groups?.join() && { groups: groups && [...groups] }),
    ...(accounts.join() !== (record.accounts ?? []).join() && { accounts: accounts.length > 0 ? accounts : null }),
    ...(readOnly !== before.readOnly && { read_only: readOnly }),
    ...(confirm !== before.confirm && { confirm }),
    ...(expires !== before.expires && { expires_at: expires || null }),
    ...(makesPayments(draft) &&
      JSON.stringify(limits) !== JSON.stringify(getLimits(before)) && { limits: limits ?? null }),
  }
}
