import { LatchkeyError } from '../error.ts'
import { connectGateway } from './gateway.ts'
import type { Settings } from './settings.ts'
import { formatTable } from './table.ts'

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
  console.log(
    report.accounts.length === 0
      ? 'No account is connected.'
      : formatTable(report.accounts.map(({ account, state, hint }) => [account, formatState(state, hint)])),
  )
  for (const warning of report.warnings ?? []) console.log(`warning: ${warning}`)
  return report.ok
}

const formatState = (state: string, hint: string | null | undefined) =>
  `${state.replaceAll('_', ' ')}${hint ? `: ${hint}` : ''}`

const isReport = (body: unknown): body is { ok: boolean; accounts: Finding[]; warnings?: string[] } =>
  typeof body === 'object' && body !== null && 'accounts' in body && Array.isArray(body.accounts)
