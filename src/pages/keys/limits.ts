import type { KeyRecord, Limits } from '../api/types.ts'

/** Limits of payments as they are being filled in: won, empty for none. */
export interface LimitDraft {
  maxAmount: string
  dailyAmount: string
}

export const NO_LIMITS: LimitDraft = { maxAmount: '', dailyAmount: '' }

/** As people write amounts: 1,000,000. */
const formatDigits = (text: string) => text.replace(/[\s,]/g, '')

export const isAmount = (text: string): boolean => /^(?:[1-9]\d{0,9})?$/.test(formatDigits(text))

export const areAmounts = ({ maxAmount, dailyAmount }: LimitDraft): boolean =>
  isAmount(maxAmount) && isAmount(dailyAmount)

/** The limits that there are, to be changed. */
export const toLimitDraft = (limits: KeyRecord['limits']): LimitDraft => ({
  maxAmount: limits?.max_amount?.toString() ?? '',
  dailyAmount: limits?.daily_amount?.toString() ?? '',
})

/** The limits to send; undefined for none. */
export function getLimits({ maxAmount, dailyAmount }: LimitDraft): Limits | undefined {
  const [max, daily] = [maxAmount, dailyAmount].map(formatDigits)
  if (!max && !daily) return undefined
  return { ...(max && { max_amount: Number(max) }), ...(daily && { daily_amount: Number(daily) }) }
}
