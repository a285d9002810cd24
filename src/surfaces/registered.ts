import type { Route } from '../gateway/http/router.ts'
import { getOperation, type Operation } from '../gateway/operation-type.ts'

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
