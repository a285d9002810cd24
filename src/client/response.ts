import { LatchkeyError } from './error.ts'

/** The failure of a response. Undefined for a success. Its body is read from a clone. */
export async function readFailure(response: Response): Promise<LatchkeyError | undefined> {
  if (response.status === 204) return undefined
  const text = await response.clone().text()
  const body = parsed(text)
  if (response.ok && (body !== undefined || text === '')) return undefined
  return new LatchkeyError(messageIn(body) ?? `not an answer of the gateway (HTTP ${response.status})`, response, body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * An error envelope has its message in `error`. A failed doctor returns its report, which has a `hint` instead, or one
 * for each tested account.
 */
function messageIn(body: unknown): string | undefined {
  const { error, hint, accounts } = parseFields(body)
  if (typeof error === 'string') return error
  if (typeof hint === 'string') return hint
  if (!Array.isArray(accounts)) return undefined
  const hints = accounts.map(parseFields).filter((account) => typeof account.hint === 'string')
  return hints.map(({ account, hint: advice }) => `${account}: ${advice}`).join('; ') || undefined
}

const parseFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
