import type { BillReading } from '../../../base/accounts.ts'
import type { BillResult } from '../result-fields.ts'

const STATES = { W: 'unpaid', F: 'paid', C: 'cancelled', D: 'destroyed' } as const

export const isState = (state: string | undefined): state is keyof typeof STATES =>
  state !== undefined && state in STATES

/** The state in the product's fields. `absent` without a bill, undefined when the fields name no state. */
export function getReading(bill: BillResult | undefined, at: number): BillReading | undefined {
  if (!bill) return { state: 'absent', at, fields: {} }
  if (!isState(bill.appr_state)) return undefined
  const state = STATES[bill.appr_state]
  return { state, at, paidAt: state === 'paid' ? approvedAt(bill) : undefined, fields: bill }
}

/** Korea is nine hours ahead of UTC all year. */
const KOREA = '+09:00'

/** When it was approved, in epoch milliseconds. Undefined when that is unreadable. */
export function approvedAt(bill: BillResult): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(bill.appr_dt ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${KOREA}`)
  return Number.isNaN(at) ? undefined : at
}
