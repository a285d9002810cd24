import type * as z from 'zod/mini'
import type { Area } from '../base/groups.ts'
import type { Route } from '../gateway/http/router.ts'
import { getOperation, type Operation } from '../gateway/operation-type.ts'
import { outputs as admin } from '../groups/admin/outputs.ts'
import { outputs as events } from '../groups/events/outputs.ts'
import { outputs as gateway } from '../groups/gateway/outputs.ts'
import { outputs as notes } from '../groups/notes/outputs.ts'
import { outputs as payment } from '../groups/payment/outputs.ts'
import { outputs as recorder } from '../groups/recorder/outputs.ts'
import { outputs as shop } from '../groups/shop/outputs.ts'
import { outputs as social } from '../groups/social/outputs.ts'
import { outputs as video } from '../groups/video/outputs.ts'
import { outputs as workspace } from '../groups/workspace/outputs.ts'

/** An operation with its path in the router. */
export interface Registered {
  readonly method: string
  /** The path in the router's format, with `:id` for a parameter. */
  readonly path: string
  readonly operation: Operation
}

/** The operations among the router's routes, in the router's order. */
export const registered = (routes: readonly Route[]): readonly Registered[] =>
  routes.flatMap(({ method, path, handler }) => {
    const operation = getOperation(handler)
    return operation ? [{ method, path, operation }] : []
  })

type Outputs = Readonly<Record<string, () => z.core.$ZodType>>

/** The bodies of all successes. Only generators and tests import them, so they are not in the Worker. */
const OUTPUTS: Readonly<Record<Area, Outputs>> = {
  recorder,
  notes,
  workspace,
  shop,
  payment,
  video,
  social,
  events,
  gateway,
  admin,
}

const built = new Map<string, z.core.$ZodType | undefined>()

/** The body of a success. Undefined for an operation that returns 204. */
export function getOutput({ group, id }: Pick<Operation, 'group' | 'id'>): z.core.$ZodType | undefined {
  if (!built.has(id)) built.set(id, OUTPUTS[group][id]?.())
  return built.get(id)
}
