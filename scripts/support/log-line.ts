/**
 * Why a request failed, in the closed vocabulary of docs/settings.md, "The log". Never `bug`, which is an error of the
 * gateway itself.
 */
export const REASON =
  /^(input|unknown path|method|not found|conflict|quota|refused \w+|account [a-z ]+|setting|upstream \d{3}|code [\w.-]+|moved [\w.-]+|shape [\w.[\]-]+|page|too large|foreign address( [\w.:[\]-]+)?|timeout|broken|caller left|budget|unusable|not offered|unavailable)$/

export interface LogLine {
  request_id: string
  group: string | null
  operation: string | null
  /** The actor in the gateway's words: a kind, and the id of a key, client or link. */
  actor: string
  /** The name of a key or client, chosen by its creator. */
  key: string | null
  status: number
  reason?: string
  upstream_ms: number
}

/** Parses a log line. Undefined for a line that belongs to no request. */
export function readLogLine(text: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isLine = typeof value === 'object' && value !== null && 'request_id' in value && 'status' in value
    return isLine ? (value as LogLine) : undefined
  } catch {
    return undefined
  }
}

const FIELDS = ['actor', 'group', 'key', 'operation', 'reason', 'request_id', 'status', 'upstream_ms']

/** The fault of a line. Undefined for one in the documented format. */
export function lineFault(line: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(line)
  const { status, reason, upstream_ms: ms } = line
  const unknown = names.filter((name) => !FIELDS.includes(name))
  const missing = FIELDS.filter((name) => name !== 'reason' && !names.includes(name))
  if (unknown.length > 0 || missing.length > 0) return `has ${unknown.join()} and lacks ${missing.join()}`
  if (typeof status !== 'number' || typeof ms !== 'number') return 'has a text where a number stands'
  // A preflight of a page that may not call is answered without headers.
  if (status < 400) return !reason || reason === 'refused origin' ? undefined : 'tells a reason of a success'
  return typeof reason === 'string' && REASON.test(reason) ? undefined : `has the reason ${String(reason)}`
}
