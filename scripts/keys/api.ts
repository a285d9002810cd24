import { fail } from '../support/usage.ts'

/** Calls the management API. Ends the process with the API's message when it refuses. */
export type AdminApi = (method: string, path: string, body?: object) => Promise<unknown>

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Longer than the gateway's own deadline, in milliseconds. */
const PATIENCE_MS = 30_000

/** The origin of a gateway's URL. Undefined for one that a key must not be sent to. */
export function getOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname)) ? origin : undefined
}

export const adminApi =
  (origin: string, key: string): AdminApi =>
  async (method, path, body) => {
    const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
    const init = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(PATIENCE_MS) }
    const response = await fetch(`${origin}/api/v1/admin${path}`, {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => fail(`${origin} does not answer: ${formatCause(error)}`))
    const text = await response.text()
    if (response.status === 204) return undefined
    const answer = parsed(text)
    if (answer === undefined)
      fail(`${origin} answers ${response.status} and no JSON: is this the address of a gateway?`)
    if (!response.ok) fail(`${response.status}: ${parseError(answer)}`)
    return answer
  }

const formatCause = ({ message, cause }: Error) => (cause instanceof Error ? cause.message || message : message)

const parseError = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : JSON.stringify(answer)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
