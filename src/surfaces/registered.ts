import { type Operation, operationOf } from '../gateway/operation.ts'

/** An operation with its place in the router. */
export interface Registered {
  readonly method: string
  /** As the router has it, with `:id` for a parameter. */
  readonly path: string
  readonly operation: Operation
}

/** The operations among the router's routes, in its order. */
export const registered = (
  routes: readonly { method: string; path: string; handler: object }[],
): readonly Registered[] =>
  routes.flatMap(({ method, path, handler }) => {
    const operation = operationOf(handler)
    return operation ? [{ method, path, operation }] : []
  })
