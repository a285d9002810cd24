import * as z from 'zod'
import { formatRefusal, type Gateway } from './gateway.ts'

const report = z.object({
  accounts: z.array(z.object({ account: z.string(), state: z.string(), message: z.string().optional() })),
})

/** The accounts that were examined, and the state of each (decisions.md section 10.2). */
export type Health = ReadonlyMap<string, string>

/** Examines the accounts of a deployment. Rejects where it gives no report. */
export async function readDoctor(gateway: Gateway, key: string): Promise<Health> {
  const answer = await gateway('/api/v1/doctor', { key })
  const { data } = report.safeParse(answer.body)
  // A report comes with 200 or 503; a fault of the deployment has no accounts in it.
  if (!data) throw new Error(`the doctor answers ${formatRefusal(answer)}`)
  return new Map(data.accounts.map(({ account, state }) => [account, state]))
}

const WELL = new Set(['ok', 'expires_soon', 'not_connected'])

export const isUnwell = (state: string | undefined): boolean => state !== undefined && !WELL.has(state)

/** The accounts that are unwell, each with its state. */
export const getUnwell = (health: Health): string[] =>
  [...health].filter(([, state]) => isUnwell(state)).map(([account, state]) => `${account} ${state}`)

/** The accounts that are unwell now and were not before, each with its state. */
export const getWorse = (before: Health, after: Health): string[] =>
  getUnwell(new Map([...after].filter(([account]) => !isUnwell(before.get(account)))))
