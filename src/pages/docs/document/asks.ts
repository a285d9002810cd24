import type { OpenApiOperation } from './openapi.ts'

/** Money moves, something is deleted, or existing data is lost. */
export type Asks = 'money' | 'delete' | 'change'

const DELETES = /_(delete|trash|destroy)_/

/** Why a person is asked before this is sent. Undefined when it can be sent at once. */
export function asksFor(id: string, operation: OpenApiOperation): Asks | undefined {
  const { tags, 'x-read-only': reads, 'x-destructive': destructive } = operation
  if (reads) return undefined
  // Sending a bill only creates something, but it requests money.
  if (tags.includes('payment')) return 'money'
  if (!destructive) return undefined
  return DELETES.test(id) ? 'delete' : 'change'
}
