import type { ErrorCode, FailureParameters, GatewayError } from '../../base/errors.ts'
import type { Area } from '../../base/groups.ts'

const flag = { success: true } as const

/**
 * The envelope fields in each group's success. Handlers spread it into their response. `successFields` of
 * gateway/outputs.ts is the same for a schema.
 */
export const SUCCESS = {
  recorder: {},
  notes: flag,
  workspace: flag,
  shop: { status: 'success', error: '' },
  payment: { ...flag, error: '' },
  video: flag,
  social: flag,
  events: {},
  gateway: {},
  admin: {},
} as const satisfies Record<Area, Readonly<Record<string, true | string>>>

interface FailureDetails {
  parameters?: FailureParameters
  /** What became of each thing of the request. */
  body?: GatewayError['body']
}

type Failure = (error: string, code: ErrorCode, details: FailureDetails) => Record<string, unknown>

const bare: Failure = (error, _, { body }) => ({ error, ...body })
const coded: Failure = (error, code) => ({ error, code })
const worded: Failure = (error, code, { parameters = {} }) => ({ error, code, parameters })
const flagged: Failure = (error, _, { body }) => ({ success: false, error, ...body })

/**
 * The error body of each group: exactly the fields of the contract. Only bodies that are the gateway's own have a code.
 */
const FAILURES: Record<Area, Failure> = {
  recorder: bare,
  notes: flagged,
  workspace: flagged,
  shop: (error, _, { body = null }) => ({ status: 'error', error, result: body }),
  payment: flagged,
  video: flagged,
  social: flagged,
  events: coded,
  gateway: coded,
  admin: worded,
}

/** The error body for a path. `{ error, code }` outside of the groups. */
export const failureBody = (area: Area | undefined, error: string, code: ErrorCode, details: FailureDetails = {}) =>
  (area ? FAILURES[area] : coded)(error, code, details)
