import { HTTPException } from 'hono/http-exception'
import { errorAnswer, olderAuthAnswer } from './errors.ts'
import type { Tiro } from './product.ts'
import type { ApiKey } from './state.ts'

/** The causes of a 401 (facts 1). Their serials are invented, because the facts give none. */
const CAUSES = {
  absent: { serial: 1, message: 'Authorization header is required' },
  malformed: { serial: 2, message: 'Malformed API key: send the whole key, {id}.{secret}, as a Bearer token' },
  unknown: { serial: 3, message: 'Unknown API key' },
  inactive: { serial: 4, message: 'API key is inactive' },
  expired: { serial: 5, message: 'API key has expired' },
  deleted: { serial: 6, message: 'API key has been deleted' },
  retired: { serial: 7, message: 'Personal API keys are no longer supported: create a workspace key' },
}

export type AuthCause = keyof typeof CAUSES

export function authAnswer(tiro: Tiro, cause: AuthCause) {
  const { message, serial } = CAUSES[cause]
  return tiro.switches.authErrorShape === 'older' ? olderAuthAnswer(message) : errorAnswer(401, { message, serial })
}

/** The key of a request. Throws the matching 401. */
export function authenticate(tiro: Tiro, authorization: string | undefined): ApiKey {
  const refuse = (cause: AuthCause) => new HTTPException(401, { res: authAnswer(tiro, cause) })
  if (!authorization) throw refuse('absent')
  const [, id, secret] = /^Bearer +([^.\s]+)\.(\S+)$/i.exec(authorization) ?? []
  if (!id || !secret) throw refuse('malformed')

  const key = tiro.state.keys.find((known) => known.id === id)
  // A wrong secret reads as an unknown key, so that an id cannot be probed.
  if (!key || key.secret !== secret) throw refuse('unknown')
  if (key.deletedAt) throw refuse('deleted')
  if (!key.isActive) throw refuse('inactive')
  if (key.expiresAt && Date.parse(key.expiresAt) <= tiro.clock.now()) throw refuse('expired')
  if (key.workspaceGuid === null && tiro.clock.now() >= tiro.switches.legacyKeysEnd) throw refuse('retired')
  return key
}
