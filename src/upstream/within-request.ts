import type { Outgoing } from './outgoing.ts'

/**
 * Runs the same work once for all parts of a request that want it at the same time. What is under way is kept on the
 * request's own state: the runtime forbids to await another request's promise (base/remembered.ts).
 */
export function onceWithinRequest<Value>() {
  const running = new WeakMap<Outgoing, Map<string, Promise<Value>>>()
  return (outgoing: Outgoing, name: string, work: () => Promise<Value>): Promise<Value> => {
    const own = running.get(outgoing) ?? new Map<string, Promise<Value>>()
    running.set(outgoing, own)
    const promise = own.get(name) ?? work().finally(() => own.delete(name))
    own.set(name, promise)
    return promise
  }
}
