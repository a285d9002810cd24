import * as z from 'zod/mini'
import { isObject, member } from '../../../base/json-object.ts'
import { lazy } from '../../../base/lazy.ts'
import { CODES, type Params, RpcError } from './message.ts'
import { REVISION } from './revisions.ts'

export const KEYS = {
  revision: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Whether a revision is this one, or a later one, which is refused with a message that names it. */
export const isStandalone = (revision: string | null | undefined) =>
  typeof revision === 'string' && revision >= REVISION

const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

const schema = lazy(() => {
  const client = z.object({ name: z.string(), version: z.string(), title: z.optional(z.string()) })
  return z.looseObject({
    [KEYS.revision]: z.string(),
    [KEYS.capabilities]: z.object({}),
    [KEYS.client]: z.optional(client),
    [KEYS.logLevel]: z.optional(z.enum(LOG_LEVELS)),
  })
})

export interface ValidationError {
  key: string
  problem: string
}

/** The errors in the `_meta` of a request, missing fields first. */
export function getValidationErrors(meta: unknown): ValidationError[] {
  const missing = [KEYS.revision, KEYS.capabilities].filter((key) => member(meta, key) === undefined)
  const issues = schema().safeParse(meta).error?.issues ?? []
  const others = issues.map(({ path, message }) => ({ key: path.join('.') || '_meta', problem: message }))
  return [
    ...missing.map((key) => ({ key, problem: 'missing' })),
    ...others.filter(({ key }) => !missing.some((name) => name === key)),
  ]
}

/** The `_meta` that claims this revision or a later one. Undefined when the message claims none. */
export function getClaim(params: Params | undefined): unknown {
  const meta = member(params, '_meta')
  return isObject(meta) && Object.hasOwn(meta, KEYS.revision) ? meta : undefined
}

export const badEnvelope = (validationError: ValidationError) =>
  new RpcError(
    CODES.invalidParams,
    `Invalid _meta envelope for protocol revision ${REVISION}: ${validationError.key}: ${validationError.problem}`,
    { status: 400, data: { envelope: validationError } },
  )

export const mismatch = (header: string, body: string) =>
  new RpcError(CODES.headerMismatch, `Bad Request: the request headers and body disagree: ${body}`, {
    status: 400,
    data: { mismatch: { header, body } },
  })
