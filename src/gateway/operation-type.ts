import type { Context } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../base/errors.ts'
import { type Area, LICENCES, type Licence, type Product } from '../base/groups.ts'
import type { Synonyms } from './http/unknown-fields.ts'

/** Which licences pass, and how the others are refused. The contract has several ways to refuse. */
export interface LicenceGate {
  readonly tier: 'basic' | 'pro'
  readonly admits: readonly Licence[]
  readonly refuse: (serviceName: string) => GatewayError
  /** Whether the owner of the deployment passes as well, by ADMIN_KEY or the session, when no key is sent. */
  readonly admitsOwner?: true
}

const notPro = (serviceName: string) =>
  new GatewayError(400, `you are not a ${serviceName} PRO user`, { reason: 'refused licence' })

/** For information about the deployment itself: any licence. */
export const anyLicence: LicenceGate = { tier: 'basic', admits: LICENCES, refuse: notPro }

/** Core routes: any licence but `payment`, which opens only its own group. */
export const basic: LicenceGate = { tier: 'basic', admits: ['basic', 'pro'], refuse: notPro }

export const pro: LicenceGate = { tier: 'pro', admits: ['pro'], refuse: notPro }

export const proOrOwner: LicenceGate = { ...pro, admitsOwner: true }

/** Payments: for pro and payment. */
export const proOrPayment: LicenceGate = { tier: 'pro', admits: ['pro', 'payment'], refuse: notPro }

/** The same for a read that the management app shows. */
export const proOrPaymentOrOwner: LicenceGate = { ...proOrPayment, admitsOwner: true }

/** Video metadata has a refusal of its own. */
export const proVideo: LicenceGate = {
  tier: 'pro',
  admits: ['pro'],
  refuse: () => new GatewayError(403, 'Pro account required', { reason: 'refused licence' }),
}

/** What an operation says of itself: to people, to programs with forms, and to models. */
export interface OperationTexts {
  /** A noun phrase for a read, an imperative for a write, without a period. */
  summary: string
  /** What a caller needs to know in addition to the summary: where ids come from, units, pages, what 409 means. */
  description?: string
  /** The summary in Korean. */
  ko: string
  /** Its name in n8n and Zapier. Default: the summary. */
  title?: string
  /** Its place among the most wanted operations of its group, from 1. Those come first in n8n and Zapier. */
  wanted?: number
  /** Extra search words that no other text of the operation contains, in any language. */
  search?: string
}

/** Names of fields, separated by spaces, by the path of their object. */
export type ShownFields = Readonly<Record<string, string>>

/** What all tools of a group have, unless one says otherwise. */
export interface GroupToolOptions {
  /** The account that it needs to work. Null for none. */
  account?: Product | null
  /** A header with a credential that replaces that account. */
  accountHeader?: string
  /** Its answer has texts that others wrote or said, and marks them. */
  isForeign?: true
}

/** What a model gets otherwise than a caller of HTTP. */
export interface ToolOptions extends GroupToolOptions {
  /** Replaces summary and description, where a model needs other words. */
  description?: string
  /** Arguments that a model does not need. They are accepted, but no list names them. */
  hidden?: readonly string[]
  /** Arguments that no model may set, because they would send data or access to a stranger. The tool refuses them. */
  withheld?: readonly string[]
  /** Arguments that are sent unless the caller sets them. */
  defaults?: Readonly<Record<string, string | number | false>>
  /** Arguments that the tool requires although the route does not. */
  required?: readonly string[]
  /**
   * The fields that a response has by default, for each object at a path (empty for the whole response). `name?` is
   * left out when it is null, false, 0 or empty. `a|b` is the first that is not. `name+` is left out of an
   * object that is alone in its list. `name:day` is the day of a time. `fields: "all"` returns the rest.
   */
  shown?: ShownFields
  /** It returns its report with an error status as well. */
  reports?: true
}

/** The inputs of an operation by their place in the request, under Hono's names. */
export interface Inputs {
  param?: z.ZodMiniObject
  query?: z.ZodMiniObject
  header?: z.ZodMiniObject
  json?: z.ZodMiniObject
}

/**
 * Licences that pass, `open` for no key at all, `admin` for ADMIN_KEY and its session, which no API key opens, or `link` for
 * a link to the account that the path names.
 */
export type AccessPolicy = LicenceGate | 'open' | 'admin' | 'link'

/**
 * What a write does that a person should agree to: it requests or moves money, writes to somebody, publishes, deletes for
 * good, creates, changes or deletes what opens or watches an account at its product, or sends data to an address that the
 * caller names.
 */
export type Effect = 'payment' | 'message' | 'publication' | 'deletion' | 'credential' | 'delivery'

/** Whether a call with this input has the effect of its operation. */
export type HasEffect = (c: Context, input: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>

/**
 * What a person has to know about a call before they agree to it, beside its input: such as whose bill it is. Missing
 * data is left out.
 */
export type CallDetails = (
  c: Context,
  input: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>

/**
 * Which account the caller brought instead of the connected one, as a person knows it, without a secret. Undefined for the
 * connected account.
 */
export type BroughtAccount = (c: Context) => string | undefined | Promise<string | undefined>

/** A declaration with its defaults filled in, as the router, the documents and the tools read it. */
export interface Operation {
  readonly id: string
  readonly group: Area
  /** The headers that the operations of the area declare. */
  readonly groupHeaders: readonly string[]
  readonly access: AccessPolicy
  /** Whether it only reads: such an operation may be repeated, and ends when its caller leaves. */
  readonly reads: boolean
  readonly destructive: boolean
  readonly effect: Effect | undefined
  readonly hasEffect: HasEffect | undefined
  readonly confirmAdvice: string | undefined
  readonly details: CallDetails | undefined
  readonly account: BroughtAccount | undefined
  readonly idempotent: boolean
  /** Whether the audit log tells of it although it only reads. */
  readonly isAudited: boolean
  /** Whether it is no change of the 60 that a session of the owner makes in a minute. */
  readonly isUncounted: boolean
  /** Whether a session needs a recent proof for it: always, never, or `sometimes`, which depends on the input. */
  readonly needsProof: boolean | 'sometimes'
  /** What the audit log calls its target, where no id of the path or the body says it. */
  readonly target: string | undefined
  readonly toolMaxima: Readonly<Record<string, number>>
  readonly input: () => Inputs
  /** What others call the fields of the area. */
  readonly synonyms: Synonyms
  readonly texts: {
    readonly summary: string
    readonly description: string | undefined
    readonly ko: string
    readonly title: string
    readonly wanted: number | undefined
    readonly search: string | undefined
  }
  /** What its tool is. Null for an operation that no model may list or call. */
  readonly tool: ToolOptions | null
  readonly status: 200 | 201 | 202 | 204
  /** The status of a creation when the same already exists. */
  readonly existingStatus: 200 | undefined
}

const operations = new WeakMap<object, Operation>()

/** The operation of a handler in the router's list, undefined for a middleware. */
export const getOperation = (handler: object): Operation | undefined => operations.get(handler)

export const setOperation = (handler: object, operation: Operation): void => void operations.set(handler, operation)

/**
 * Annotations in a field's `.meta()` for MCP tools, which are generated from the schemas (openapi/generate.ts). The
 * documents and the packages for other platforms read `batch` as well.
 */
interface ToolMarks {
  /** Only for an input: a time, which tools accept only as ISO 8601. */
  isTimestamp?: true
  /** Only for an input: an id of a thing that has a title, by which a tool finds it as well (mcp/titles.ts). */
  titled?: 'page' | 'data_source'
  /** Only for an output: epoch seconds or milliseconds, which tools return as ISO 8601. */
  epoch?: true
  /** Only for an output: milliseconds from the start of a recording, which tools return as `hh:mm:ss`. */
  position?: true
  /** Only for an output: left out of tool responses, because another field says the same in fewer words. */
  omitted?: true
  /**
   * Only for one output field at most: a text or list that may be longer than a tool response. The tool then accepts
   * `offset`, and returns `next_offset`.
   */
  continued?: true
  /** Only for one output list at most: what became of each thing that a write was asked to do (gateway/outputs.ts). */
  batch?: true
}

/** With `list` (gateway/http/fields.ts), a comma-separated list, which tools accept as an array. */
export const TOOL_MARKS = [
  'isTimestamp',
  'list',
  'titled',
  'epoch',
  'position',
  'omitted',
  'continued',
  'batch',
] as const

declare module 'zod' {
  interface GlobalMeta extends ToolMarks {}
}

/**
 * How a field makes a response smaller. `position` says where a list continues, such as a cursor or a page number.
 * `amount` says how much is returned, such as a page size, a time range or the parts of each item.
 */
type Narrowing = 'position' | 'amount'

declare module 'zod' {
  interface GlobalMeta {
    narrows?: Narrowing
  }
}

/** The fields of a query or a body that make the response smaller: the fields with `narrows` in their `.meta()`. */
export function narrowingFields({ query, json }: Inputs): readonly { name: string; narrows: Narrowing }[] {
  return Object.entries({ ...query?.shape, ...json?.shape }).flatMap(([name, field]) => {
    const { narrows } = z.globalRegistry.get(field) ?? {}
    return narrows ? [{ name, narrows }] : []
  })
}

/** Whether the operation returns one page of a longer list. */
export const isPaged = (input: Inputs): boolean => narrowingFields(input).some(({ narrows }) => narrows === 'position')
