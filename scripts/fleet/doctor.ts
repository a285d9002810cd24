import * as z from 'zod'
import { formatRefusal, type Gateway } from './gateway.ts'

const report = z.object({
  accounts: z.array(z.object({ account: z.string(), state: z.string(), message: z.string().optional() })),
})

/** The state of each tested account (decisions.md section 10.2). */
export type Health = ReadonlyMap<string, string>

/** Tests the accounts of a deployment. Rejects when it returns no report. */
export async function readDoctor(gateway: Gateway, key: string): Promise<Health> {
  const answer = await gateway('/api/v1/doctor', { key })
  const { data } = report.safeParse(answer.body)
  // A report comes with 200 or 503. An error of the deployment contains no accounts.
  if (!data) throw new Error(`the doctor answers ${formatRefusal(answer)}`)
  return new Map(data.accounts.map(({ account, state }) => [account, state]))
}

const WELL = new Set(['ok', 'expires_soon', 'not_connected'])

export const isUnwell = (state: string | undefined): boolean => state !== undefined && !WELL.has(state)

/** The accounts with problems, and their states. */
export const getUnwell = (health: Health): string[] =>
  [...health].filter(([, state]) => isUnwell(state)).map(([account, state]) => `${account} ${state}`)

/** The accounts that have problems now but had none before, and their states. */
export const getWorse = (before: Health, after: Health): string[] =>
  getUnwell(new Map([...after].filter(([account]) => !isUnwell(before.get(account)))))
