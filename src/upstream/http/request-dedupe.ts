import type { UpstreamContext } from './upstream-context.ts'

/**
 * Runs the same work once for all parts of a request that need it at the same time. Running work is stored in the
 * request's own state, because the runtime does not allow a request to await another request's promise
 * (base/per-isolate-cache.ts).
 */
export function dedupePerRequest<Value>() {
  const running = new WeakMap<UpstreamContext, Map<string, Promise<Value>>>()
  return (upstream: UpstreamContext, name: string, work: () => Promise<Value>): Promise<Value> => {
    const own = running.get(upstream) ?? new Map<string, Promise<Value>>()
    running.set(upstream, own)
    const promise = own.get(name) ?? work().finally(() => own.delete(name))
    own.set(name, promise)
    return promise
  }
}
