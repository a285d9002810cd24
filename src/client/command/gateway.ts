import { createClient } from '../client.ts'
import { LatchkeyError } from '../error.ts'
import { KEY_OPERATIONS, OPERATIONS } from '../generated/commands.ts'
import type { CommandOperation } from './operation.ts'
import type { Settings } from './settings.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

export type HeaderValues = Readonly<Record<string, string | number | boolean | undefined>>

export type Call = (
  id: string,
  fields?: Readonly<Record<string, unknown>>,
  options?: { headers?: HeaderValues; signal?: AbortSignal },
) => Promise<unknown>

/** A call of the client whose operation is known by its id only. */
type AnyCall = (path: string, init: object) => Promise<{ data?: unknown }>

/** Calls operations of the gateway by id. Throws LatchkeyError for a failure, and NoAnswer when none came. */
export function connectGateway({ origin, apiKey }: Omit<Settings, 'get'>, receive: typeof fetch = fetch): Call {
  const client = createClient({ baseUrl: origin, apiKey, fetch: (request) => receive(request) })
  return async (id, fields = {}, { headers, signal } = {}) => {
    const operation = [...OPERATIONS, ...KEY_OPERATIONS].find((one) => one.id === id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    const call = client[operation.method] as unknown as AnyCall
    try {
      return (await call(operation.path, { ...toInit(operation, fields), headers, ...(signal && { signal }) })).data
    } catch (error) {
      if (error instanceof TypeError && error.cause instanceof Error) throw new NoAnswer(origin, error.cause)
      if (error instanceof Error && error.name === 'TimeoutError') throw new NoAnswer(origin, error)
      throw error
    }
  }
}

/** Sorts the fields of a call into the parts of its request. */
function toInit({ path, hasBody, fields }: CommandOperation, given: Readonly<Record<string, unknown>>) {
  const isIn = (place: 'param' | 'query') => (name: string) =>
    place === 'param'
      ? path.includes(`{${name}}`)
      : !hasBody || fields.some((field) => field.name === name && field.place === 'query')
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const inPath = entries.filter(([name]) => isIn('param')(name))
  const rest = entries.filter(([name]) => !isIn('param')(name))
  const [query, body] = [rest.filter(([name]) => isIn('query')(name)), rest.filter(([name]) => !isIn('query')(name))]
  return {
    params: { path: Object.fromEntries(inPath), query: Object.fromEntries(query) },
    ...(hasBody && { body: Object.fromEntries(body) }),
  }
}

/** No response came from the gateway. */
export class NoAnswer extends Error {
  constructor(origin: string, { message }: Error) {
    super(`no answer from ${origin}: ${message || 'the connection failed'}`)
  }
}

/** The gateway's own sentence, and below it what a report about it needs. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return error instanceof Error ? error.message : String(error)
  const { message, code, status, requestId, retryAfter } = error
  const details = [
    code,
    `HTTP ${status}`,
    requestId && `request ${requestId}`,
    retryAfter !== undefined && `try again after ${retryAfter} s`,
  ]
  return `${message}\n${details.filter(Boolean).join(', ')}`
}
