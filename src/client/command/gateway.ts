import { connect } from '../connect.ts'
import { LatchkeyError } from '../error.ts'
import { KEY_OPERATIONS, OPERATIONS } from '../generated/commands.ts'
import type { Operation } from '../operation.ts'
import type { HeaderValues } from '../options.ts'
import type { CommandOperation } from './operation.ts'
import type { Settings } from './settings.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

export type Call = (
  id: string,
  fields?: Readonly<Record<string, unknown>>,
  options?: { headers?: HeaderValues; signal?: AbortSignal },
) => Promise<unknown>

/** Calls operations of the gateway by id. Throws LatchkeyError for a failure, and NoAnswer when none came. */
export function connectGateway({ origin, apiKey }: Omit<Settings, 'get'>, receive: typeof fetch = fetch): Call {
  const operations = Object.fromEntries(
    [...OPERATIONS, ...KEY_OPERATIONS].map((operation) => [operation.id, toOperation(operation)]),
  )
  const { all = {} } = connect(
    { all: { headers: [], roots: {}, operations } },
    { baseUrl: origin, apiKey, fetch: receive },
  )
  return async (id, fields, options) => {
    const call = all[id]
    if (typeof call !== 'function') throw new Error(`there is no operation ${id}`)
    try {
      return await call(fields, options)
    } catch (error) {
      // `fetch` hides the reason in the cause.
      if (error instanceof TypeError && error.cause instanceof Error) throw new NoAnswer(origin, error.cause)
      if (error instanceof Error && error.name === 'TimeoutError') throw new NoAnswer(origin, error)
      throw error
    }
  }
}

function toOperation({ method, path, hasBody, fields, headers }: CommandOperation): Operation {
  const names = fields.filter(({ place }) => place === 'query').map(({ name }) => name)
  return { method, path, ...(hasBody && { body: names }), once: headers.includes(IDEMPOTENCY_KEY) }
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
