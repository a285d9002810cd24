import { at, text } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'

/** The product's visitor id for this isolate, from its last response. */
const remembrance = perIsolateCache(() => ({ visitorData: undefined as string | undefined }))

/**
 * The `visitorData` to send. Callers without it are asked more often to prove that they are no bot. Undefined before
 * the first response.
 */
export const visitorData = (settings: Settings): string | undefined => remembrance(settings).visitorData

/**
 * Caches the visitor id of a response. A block removes the blocked visitor id, and uses the new one in the response, if
 * any.
 */
export function cacheVisitor(settings: Settings, answer: unknown, isBlocked: boolean): void {
  const memory = remembrance(settings)
  const offered = visitorIn(answer)
  if (isBlocked) memory.visitorData = offered === memory.visitorData ? undefined : offered
  else memory.visitorData = offered ?? memory.visitorData
}

/** It is sent in a header, so it may contain only base64 characters, escaped or not. */
function visitorIn(answer: unknown): string | undefined {
  const offered = text(at(answer, 'responseContext', 'visitorData')) ?? ''
  return /^[\w%+/=-]{1,1024}$/.test(offered) ? offered : undefined
}
