import type { Context, Handler, TypedResponse } from 'hono'
import type * as z from 'zod/mini'
import { type Area, isAccount } from '../base/groups.ts'
import { lazy } from '../base/lazy.ts'
import { recordOwnChange } from './audit.ts'
import { authenticate, checkScope, checkUse } from './auth/access.ts'
import { ACCOUNT_HEADER, chooseAccounts } from './auth/accounts.ts'
import { explainRefusal, isOwnersCall, requireAdmin, requireProof } from './auth/admin.ts'
import { describeCall, requireConfirmation } from './auth/confirmation.ts'
import { requireInvite } from './auth/links.ts'
import { Reply, respond } from './http/respond.ts'
import type { Synonyms } from './http/unknown-fields.ts'
import { isUnknownPath, unknownPath } from './http/unknown-path.ts'
import { validator } from './http/validate.ts'
import {
  type AccessPolicy,
  type BroughtAccount,
  type CallDetails,
  type Effect,
  type GroupToolOptions,
  type HasEffect,
  type Inputs,
  type Operation,
  type OperationTexts,
  setOperation,
  type ToolOptions,
} from './operation-type.ts'
import type { AppEnv } from './state.ts'

export type { AccessPolicy, Operation } from './operation-type.ts'

/** The declaration of an operation. Its route, validation, access, documents, tool and tests are derived from it. */
export interface Declaration<Input extends Inputs, Body> extends OperationTexts {
  /** What a model gets otherwise than a caller of HTTP. Null for an operation that no model may list or call. */
  tool?: ToolOptions | null
  /** The inputs by their place in the request. Built on first use, because the startup time of a Worker is limited. */
  input?: () => Input
  /** What the operation does once every check has passed. */
  handle: OperationHandler<Input, Body>
  /** For a creation: its status when the same already exists. Absent when every request creates something. */
  existingStatus?: 200
  /** Which callers are allowed. Default: the policy of the area. */
  access?: AccessPolicy
  /** The largest body in bytes. Default: 1 MiB. */
  maxBody?: number
  /** For a write: false when it only adds data, and neither changes nor removes existing data. Default: true. */
  destructive?: boolean
  /** For a write: why a person should agree before an agent does it. Default: no reason. */
  effect?: Effect
  /** For an `effect` that not every call has. Default: each has it. */
  hasEffect?: HasEffect
  /** For an `effect`: a sentence for who is refused until a person agrees, and cannot wait for that. */
  confirmAdvice?: string
  /** For an `effect` whose input does not name what it is about. */
  details?: CallDetails
  /**
   * For an operation that takes the owner: whether a session needs a recent proof for it, or for which input. True for
   * what changes where money, data or access goes. Default: false.
   */
  needsProof?: boolean | ((c: Context<AppEnv, string, HonoInput<Input>>) => boolean)
  /** For a write of the owner: true when it is no change of the 60 that a session makes in a minute. Default: false. */
  uncounted?: boolean
  /** For a read: true when the audit log records it, because it shows or proves something important. Default: false. */
  audited?: boolean
  /** The target in the audit log, for an operation whose path and body have no id. */
  target?: string
  /** For a write: true when a repeated request has no further effect. Default: false. */
  idempotent?: boolean
  /** Smaller maxima of numbers in the MCP tool, because an MCP client waits one minute at most. */
  toolMaxima?: Readonly<Record<string, number>>
}

/** The schemas of the bodies, by operation. Only their types are used here: documents and tests have the rest. */
type Outputs = Readonly<Record<string, () => z.core.$ZodType>>

/** The body of a success as a handler returns it. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler of a 204 returns nothing
type SuccessBody<All extends Outputs, Id> = Id extends keyof All ? z.output<ReturnType<All[Id]>> : void

/** The status of a success: 200 unless it says otherwise, or 204 for an operation without a body. */
type Status<All extends Outputs, Id> = Id extends keyof All ? { status?: 200 | 201 | 202 } : { status: 204 }

type HonoInput<Input extends Inputs> = {
  in: { [Target in keyof Input]: z.input<NonNullable<Input[Target]>> }
  out: { [Target in keyof Input]: z.output<NonNullable<Input[Target]>> }
}

/** What the operation does once every check has passed. */
type OperationHandler<Input extends Inputs, Body> = (
  c: Context<AppEnv, string, HonoInput<Input>>,
) => Promise<Body | Reply<Body>>

type TypedAnswer<Body> = Response & TypedResponse<Body, 200, 'json'>

type Route<Input extends Inputs, Body> = Handler<AppEnv, string, HonoInput<Input>, Promise<TypedAnswer<Body>>>

/**
 * The two ways to declare an operation of a group, `read('recorder_get_user', { summary, ko, input, handle })`: `read` for one that only reads, whatever its method, and `write`.
 * Both return one handler, which runs every check in order.
 *
 * @typeParam All the `outputs` of the group (outputs.ts)
 * @param defaults `headers` names every header that an operation of the group declares, so that browsers may send it
 *   (gateway/http/request.ts). `synonyms` are for messages about unknown fields (gateway/http/unknown-fields.ts).
 *   `tool` is for all tools of the group, `account` for what a person agrees to
 */
export function operations<All extends Outputs = Record<never, never>>(defaults: {
  group: Area
  access: AccessPolicy
  headers?: readonly string[]
  synonyms?: Synonyms
  tool?: GroupToolOptions
  account?: BroughtAccount
}) {
  const declare =
    (reads: boolean) =>
    /** @param id `<area>_<verb>_<noun>`, unique among all operations; the name of its MCP tool */
    <Id extends `${Area}_${string}`, Input extends Inputs = Record<never, never>>(
      id: Id,
      declaration: Declaration<Input, SuccessBody<All, Id>> & Status<All, Id>,
    ): Route<Input, SuccessBody<All, Id>> => {
      const { input, access = defaults.access, status = 200 } = declaration
      const { summary, description, ko, title = summary, wanted, search, tool } = declaration
      const operation: Operation = {
        id,
        group: defaults.group,
        groupHeaders: defaults.headers ?? [],
        access,
        reads,
        destructive: !reads && (declaration.destructive ?? true),
        effect: declaration.effect,
        hasEffect: declaration.hasEffect,
        confirmAdvice: declaration.confirmAdvice,
        details: declaration.details,
        account: defaults.account,
        idempotent: reads || (declaration.idempotent ?? false),
        isAudited: declaration.audited ?? false,
        isUncounted: reads || (declaration.uncounted ?? false),
        needsProof: typeof declaration.needsProof === 'function' ? 'sometimes' : (declaration.needsProof ?? false),
        target: declaration.target,
        toolMaxima: declaration.toolMaxima ?? {},
        input: lazy(input ?? (() => ({}))),
        synonyms: defaults.synonyms ?? [],
        texts: { summary, description, ko, title, wanted, search },
        tool: tool === null || defaults.group === 'admin' ? null : { ...defaults.tool, ...tool },
        status,
        existingStatus: declaration.existingStatus,
      }
      const handler = route(operation, declaration)
      setOperation(handler, operation)
      return handler
    }
  return { read: declare(true), write: declare(false) }
}

function route<Input extends Inputs, Body>(
  operation: Operation,
  { maxBody, needsProof = false, handle }: Declaration<Input, Body>,
): Route<Input, Body> {
  const { access, reads, status, synonyms } = operation
  const check = lazy(() => validator(operation.input(), { maxBody, synonyms }))
  return async (c) => {
    const state = c.get('state')
    if (operation.input().param && isUnknownPath(c)) throw await unknownPath(c)
    state.operation = operation
    const isByOwner =
      access === 'admin' || (typeof access === 'object' && access.admitsOwner === true && isOwnersCall(c))
    if (isByOwner) await requireAdmin(c, operation)
    else if (access === 'link') await requireInvite(c)
    else if (typeof access === 'object') {
      const now = state.platform.now()
      if (state.caller) await checkUse(state.settings, state.caller, now)
      const key = c.req.header('X-API-KEY') ?? ''
      const caller =
        state.caller ??
        (await authenticate(state, key, now).catch(async (error) => {
          throw await explainRefusal(c, key, error)
        }))
      checkScope(caller, operation)
      if (!access.admits.includes(caller.licence)) throw access.refuse(state.settings.serviceName)
    }
    if (typeof access === 'object') chooseAccounts(state.upstream, state.caller, c.req.header(ACCOUNT_HEADER))
    await check()(c)
    if (!reads || operation.isAudited) state.target = getTarget(c.req.param(), c.req.valid('json' as never))
    const isProofNeeded = typeof needsProof === 'function' ? needsProof(c) : needsProof
    if (isProofNeeded) await requireProof(c)

    if (state.isQuestion || (state.caller?.confirms && operation.effect !== undefined)) {
      // An open body may have a field with the name of a parameter, which counts.
      const args = {
        ...(c.req.valid('json' as never) as object | undefined),
        ...(c.req.valid('query' as never) as object | undefined),
        ...(c.req.valid('param' as never) as object | undefined),
      }
      if (state.isQuestion) {
        // Only the call that follows is logged and counted.
        state.isPart = true
        return respond(c, 200, JSON.stringify(await describeCall(c, operation, args))) as TypedAnswer<Body>
      }
      if ((await operation.hasEffect?.(c, args)) ?? true) await requireConfirmation(c, operation, args)
    }

    // A read stops when its caller disconnects. A write continues, because it must not stop halfway.
    if (reads) state.upstream.deadline.callerSignal = c.req.raw.signal
    // What the owner changes is recorded before it is answered.
    const running = isByOwner ? recorded(c, handle(c), status) : handle(c)
    if (!reads) c.executionCtx.waitUntil(running.catch(() => {}))
    const result = await running
    const response =
      result instanceof Reply
        ? respond(c, result.status ?? status, result.text, result.headers, result.reason)
        : respond(c, status, result === undefined ? null : JSON.stringify(result))
    return response as TypedAnswer<Body>
  }
}

async function recorded<Result>(c: Context<AppEnv>, work: Promise<Result>, status: number): Promise<Result> {
  const result = await work
  const given = result instanceof Reply ? (result.status ?? status) : status
  if (given < 400) await recordOwnChange(c, given)
  return result
}

/** The most ids of a list that the audit log names. */
const MOST_NAMED = 5

/** The target of a change, for the audit log: the ids in the path, otherwise those in the body. Omits other text. */
function getTarget(params: Readonly<Record<string, string>>, body: unknown): string | undefined {
  const ids = Object.values(params).filter(isId)
  if (ids.length > 0) return ids.join('/')
  for (const [field, value] of Object.entries(body ?? {})) {
    if (field.endsWith('_id') && isId(value)) return value
    if (!field.endsWith('_ids') || !Array.isArray(value) || value.length === 0) continue
    const named = value.slice(0, MOST_NAMED).filter(isId)
    const others = value.length - named.length
    return `${named.join(',')}${others > 0 ? ` +${others}` : ''}`
  }
  return undefined
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && (/^[\w-]{1,128}$/.test(value) || isAccount(value))
