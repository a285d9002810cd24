import { at, text } from '../../base/lenient-json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'

/** What the product calls this isolate, from its last answer. */
const remembrance = perIsolateCache(() => ({ visitorData: undefined as string | undefined }))

/**
 * The `visitorData` to send: callers without one are asked more often to prove that they are no bot (video facts,
 * section 1). Undefined before the first answer.
 */
export const visitorData = (settings: Settings): string | undefined => remembrance(settings).visitorData

/** Remembers the visitor of an answer. A block lets go of the visitor who met it, and takes the one that it offers, if any. */
export function rememberVisitor(settings: Settings, answer: unknown, isBlocked: boolean): void {
  const memory = remembrance(settings)
  const offered = visitorIn(answer)
  if (isBlocked) memory.visitorData = offered === memory.visitorData ? undefined : offered
  else memory.visitorData = offered ?? memory.visitorData
}

/** Goes into a header, so it has no other characters than the base64 that it is, escaped or not. */
function visitorIn(answer: unknown): string | undefined {
  const offered = text(at(answer, 'responseContext', 'visitorData')) ?? ''
  return /^[\w%+/=-]{1,1024}$/.test(offered) ? offered : undefined
}
