import type { Context, Handler, TypedResponse } from 'hono'
import type * as z from 'zod'
import type { Group } from '../base/groups.ts'
import { once } from '../base/once.ts'
import { authenticate, checkScope } from './access.ts'
import type { Gate } from './licence.ts'
import { Reply } from './reply.ts'
import { respond } from './respond.ts'
import type { Gateway } from './state.ts'
import { checkPath } from './unknown-path.ts'
import { type Inputs, validator } from './validate.ts'

/** What an operation says of itself: its route, validation, gate, description and tests all follow from this. */
export interface Declaration<Input extends Inputs, Output extends z.ZodType> {
  /** `<group>_<verb>_<noun>`, unique in the house; the name of its MCP tool. */
  id: `${Group}_${string}`
  summary: string
  description?: string
  /** What comes in, by where it stands in the request; built at the first use, since start-up is short. */
  input?: () => Input
  /** The whole body of a success, built at the first use; absent for an operation that answers 204. */
  output?: () => Output
  /** The status of a success: 200, or 204 without an output, unless said. */
  status?: 200 | 201 | 202
  /** Which licences pass, when not the group's own gate; `open` needs no key at all. */
  gate?: Gate | 'open'
  /** The largest body in bytes, 1 MiB unless said. */
  maxBody?: number
  /** Of a write: false when it only adds, and nothing that was there is changed or taken away. */
  destructive?: boolean
  /** Of a write: true when to ask twice does no more than to ask once. */
  idempotent?: boolean
  /** Numbers that are kept smaller in an MCP tool, whose client waits a minute at most. */
  toolMaxima?: Readonly<Record<string, number>>
}

/** A declaration with its defaults filled in, as the router and the surfaces read it. */
export interface Operation {
  readonly id: string
  readonly group: Group
  readonly summary: string
  readonly description: string | undefined
  readonly gate: Gate | 'open'
  /** Whether it only reads: it may be repeated, and a caller that leaves ends it. */
  readonly reads: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly toolMaxima: Readonly<Record<string, number>>
  readonly input: () => Inputs
  readonly output: (() => z.ZodType) | undefined
  readonly status: 200 | 201 | 202 | 204
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
type Data<Output> = [Output] extends [never] ? void : Output extends z.ZodType ? z.output<Output> : never

/** What a client gives: where text stands, the value that it is read as will do too (client/request.ts writes it out). */
type Given<Target, Schema> = Target extends 'json'
  ? z.input<Schema>
  : {
      [Name in keyof z.input<Schema>]: z.input<Schema>[Name] | Readonly<z.output<Schema>[Name & keyof z.output<Schema>]>
    }

type HonoInput<Input extends Inputs> = {
  in: { [Target in keyof Input]: Given<Target, NonNullable<Input[Target]>> }
  out: { [Target in keyof Input]: z.output<NonNullable<Input[Target]>> }
}

type Work<Input extends Inputs, Output extends z.ZodType> = (
  c: Context<Gateway, string, HonoInput<Input>>,
) => Promise<Data<Output> | Reply<Data<Output>>>

type Sent<Output> = Response & TypedResponse<Data<Output>, 200, 'json'>

type Route<Input extends Inputs, Output extends z.ZodType> = Handler<
  Gateway,
  string,
  HonoInput<Input>,
  Promise<Sent<Output>>
>

const operationsByHandler = new WeakMap<object, Operation>()

/** The operation behind a handler of the router's list, undefined for middleware. */
export const operationOf = (handler: object): Operation | undefined => operationsByHandler.get(handler)

/**
 * The two ways to declare an operation of a group: `read` for one that only reads, whatever its method, and `write`.
 * Both return one handler, which holds every gate in the order of decisions.md section 2.
 */
export function operations(defaults: { group: Group; gate: Gate }) {
  const declare =
    (reads: boolean) =>
    <Input extends Inputs = Record<never, never>, Output extends z.ZodType = never>(
      declaration: Declaration<Input, Output>,
      work: Work<Input, Output>,
    ): Route<Input, Output> => {
      const { id, summary, description, input, output, gate = defaults.gate, maxBody } = declaration
      const status = declaration.status ?? (output ? 200 : 204)
      const operation: Operation = {
        id,
        group: defaults.group,
        summary,
        description,
        gate,
        reads,
        destructive: !reads && (declaration.destructive ?? true),
        idempotent: reads || (declaration.idempotent ?? false),
        toolMaxima: declaration.toolMaxima ?? {},
        input: once(input ?? (() => ({}))),
        output: output && once(output),
        status,
      }
      const handler = route(operation, maxBody, work)
      operationsByHandler.set(handler, operation)
      return handler
    }
  return { read: declare(true), write: declare(false) }
}

function route<Input extends Inputs, Output extends z.ZodType>(
  operation: Operation,
  maxBody: number | undefined,
  work: Work<Input, Output>,
): Route<Input, Output> {
  const { group, gate, reads, status } = operation
  const check = once(() => validator(operation.input(), maxBody))
  return async (c) => {
    const state = c.get('state')
    state.operation = operation
    if (operation.input().param) checkPath(c)
    if (gate !== 'open') {
      state.caller = await authenticate(state.settings, c.req.header('X-API-KEY'), state.platform.now())
      checkScope(state.caller, group)
      if (!gate.admits.includes(state.caller.licence)) throw gate.refuse(state.settings.serviceName)
    }
    await check()(c)

    // A caller that leaves ends a read, and must not stop a write half-way.
    if (reads) state.outgoing.callerSignal = c.req.raw.signal
    const running = work(c)
    if (!reads) c.executionCtx.waitUntil(running.catch(() => {}))
    const result = await running
    const response =
      result instanceof Reply
        ? respond(c, result.status ?? status, result.text, result.headers, result.reason)
        : respond(c, status, result === undefined ? null : JSON.stringify(result))
    return response as Sent<Output>
  }
}
