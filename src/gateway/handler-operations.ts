import type { Operation } from './operation-type.ts'

const operations = new WeakMap<object, Operation>()

/** The operation of a handler in the router's list, undefined for a middleware. */
export const getOperation = (handler: object): Operation | undefined => operations.get(handler)

export const setOperation = (handler: object, operation: Operation): void => void operations.set(handler, operation)
