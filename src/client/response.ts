import { LatchkeyError } from './error.ts'

/** The body of a success. Undefined when it is empty. Throws LatchkeyError for any other response. */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (response.ok && (body !== undefined || text === '')) return body
  throw new LatchkeyError(messageIn(body) ?? `not an answer of the gateway (HTTP ${response.status})`, response, body)
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
