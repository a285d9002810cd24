import type { KeyRecord, Limits } from '../api/types.ts'

/** Payment limits while they are being filled in, in won. Empty for no limit. */
export interface LimitDraft {
  maxAmount: string
  dailyAmount: string
}

export const NO_LIMITS: LimitDraft = { maxAmount: '', dailyAmount: '' }

/** Removes separators from an amount such as 1,000,000. */
const formatDigits = (text: string) => text.replace(/[\s,]/g, '')

export const isAmount = (text: string): boolean => /^(?:[1-9]\d{0,9})?$/.test(formatDigits(text))

export const areAmounts = ({ maxAmount, dailyAmount }: LimitDraft): boolean =>
  isAmount(maxAmount) && isAmount(dailyAmount)

/** The current limits, to edit them. */
export const toLimitDraft = (limits: KeyRecord['limits']): LimitDraft => ({
  maxAmount: limits?.max_amount?.toString() ?? '',
  dailyAmount: limits?.daily_amount?.toString() ?? '',
})

/** The limits to send. Undefined for no limits. */
export function getLimits({ maxAmount, dailyAmount }: LimitDraft): Limits | undefined {
  const [max, daily] = [maxAmount, dailyAmount].map(formatDigits)
  if (!max && !daily) return undefined
  return { ...(max && { max_amount: Number(max) }), ...(daily && { daily_amount: Number(daily) }) }
}
