import { sha256Hex } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError } from '../../base/errors.ts'
import type { RunResult } from '../../base/once.ts'
import { logUnhandledError } from '../http/unhandled-error.ts'
import type { RequestState } from '../state.ts'

/** A request that asks for money or moves it. */
export interface Expense {
  /** The same for all runs of one Idempotency-Key. */
  id: string
  /** The run of this request. */
  run: string
  /** In won. Absent for a request that neither asks for money nor moves it. */
  amount: number | undefined
}

/**
 * Requests or moves an amount, if the caller's limits allow it. Throws 403 before anything is sent.
 *
 * @param send throws a GatewayError only when nothing was sent, or the product processed nothing
 */
export async function withinLimits<Result extends RunResult>(
  state: RequestState,
  { id, run, amount }: Expense,
  send: () => Promise<Result>,
): Promise<Result> {
  const { max_amount, daily_amount } = state.caller?.limits ?? {}
  if (amount === undefined || amount === 0) return send()
  if (max_amount !== undefined && amount > max_amount)
    throw overLimit(`${max_amount} won by one request (max_amount), and this is ${amount} won`)
  if (daily_amount === undefined) return send()

  const name = await sha256Hex(JSON.stringify(['spending', state.caller?.lineage]))
  /** Tried twice, with a new stub each time. Each step may be repeated. */
  const twice = <Value>(step: (spending: Stub<'LEDGER'>) => Promise<Value>): Promise<Value> => {
    const attempt = async () => step(state.settings.env.LEDGER.getByName(name))
    return attempt().catch(attempt)
  }
  // A reservation that cannot be cancelled counts as spent.
  const cancel = () =>
    twice((spending) => spending.cancelReservation(id, run)).catch((error) => logUnhandledError(state.id, error))

  const { isReserved, spent } = await twice(
    async (spending): Promise<{ isReserved: boolean; spent: number }> =>
      spending.reserve({ id, run, amount }, daily_amount),
  ).catch(async (error) => {
    logUnhandledError(state.id, error)
    await cancel()
    throw new GatewayError(
      503,
      'the limit of the day cannot be checked at the moment, and nothing was sent: try again',
      {
        headers: { 'Retry-After': '1' },
      },
    )
  })
  if (!isReserved)
    throw overLimit(
      `${daily_amount} won a day in Korea (daily_amount); ${spent} won are spent, and this is ${amount} won`,
    )
  try {
    const result = await send()
    if (result.state === 'done' && !result.answer.ok) await cancel()
    return result
  } catch (error) {
    if (error instanceof GatewayError) await cancel()
    throw error
  }
}

const overLimit = (what: string) =>
  new GatewayError(403, `limits: this caller may ask for or move at most ${what}; nothing was sent`, {
    reason: 'refused amount',
  })
