import { LatchkeyError } from './error.ts'

/** The body of a success, undefined when there is none. Throws LatchkeyError for anything else. */
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

/** Every failure envelope has its message in `error`. A failure of the doctor is its report, which has a `hint` instead. */
function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('error' in body && typeof body.error === 'string') return body.error
  if ('hint' in body && typeof body.hint === 'string') return body.hint
  return undefined
}
