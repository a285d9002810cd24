import { LatchkeyError } from '../../src/client/error.ts'
import { connectGateway } from './gateway.ts'
import type { Settings } from './settings.ts'

interface Finding {
  account: string
  state: string
  hint?: string | null
}

/** `latchkey doctor`: tests the connected accounts. Returns whether all of them work. */
export async function doctor(settings: Settings): Promise<boolean> {
  const report = await connectGateway(settings)('gateway_doctor').catch((error: unknown) => {
    // With an account that does not work, the report is the body of a failure.
    if (error instanceof LatchkeyError && isReport(error.body)) return error.body
    throw error
  })
  if (!isReport(report)) throw new Error('the gateway sent no report')
  console.log(`${settings.origin} answers, and opens for this key.`)
  const width = Math.max(0, ...report.accounts.map(({ account }) => account.length))
  for (const { account, state, hint } of report.accounts)
    console.log(`${account.padEnd(width)}  ${state.replaceAll('_', ' ')}${hint ? `: ${hint}` : ''}`)
  for (const warning of report.warnings ?? []) console.log(`warning: ${warning}`)
  if (report.accounts.length === 0) console.log('No account is connected.')
  return report.ok
}

const isReport = (body: unknown): body is { ok: boolean; accounts: Finding[]; warnings?: string[] } =>
  typeof body === 'object' && body !== null && 'accounts' in body && Array.isArray(body.accounts)
