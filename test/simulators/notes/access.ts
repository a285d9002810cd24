import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { refuse } from '../rest.ts'
import { errorAnswer, missing, refusal } from './errors.ts'
import type { ApiKey, Note, Scope, Tiro, Workspace } from './state.ts'

/** The routes behind a key. */
export interface KeyedEnv {
  Variables: { key: ApiKey; tiro: Tiro }
}
export type Keyed = Context<KeyedEnv>

/** The causes of a 401 (facts 1). Their order makes their serials, which are invented: the facts give none. */
const CAUSES = {
  absent: 'Authorization header is required',
  malformed: 'Malformed API key: send the whole key, {id}.{secret}, as a Bearer token',
  unknown: 'Unknown API key',
  inactive: 'API key is inactive',
  expired: 'API key has expired',
  deleted: 'API key has been deleted',
  retired: 'Personal API keys are no longer supported: create a workspace key',
}

export function authAnswer({ switches }: Tiro, cause: keyof typeof CAUSES): Response {
  const message = CAUSES[cause]
  if (switches.authErrorShape === 'current') {
    return errorAnswer(401, { message, serial: Object.keys(CAUSES).indexOf(cause) + 1 })
  }
  return Response.json({ error: { code: 'invalid_api_key', message, type: 'authentication_error' } }, { status: 401 })
}

/** The key of a request, or why there is none. */
function findKey({ state, clock, switches }: Tiro, authorization: string | undefined): ApiKey | keyof typeof CAUSES {
  if (!authorization) return 'absent'
  const [, id, secret] = /^Bearer +([^.\s]+)\.(\S+)$/i.exec(authorization) ?? []
  if (!id || !secret) return 'malformed'
  const key = state.keys.find((known) => known.id === id)
  // A wrong secret reads as an unknown key, so that an id cannot be probed.
  if (!key || key.secret !== secret) return 'unknown'
  if (key.deletedAt) return 'deleted'
  if (!key.isActive) return 'inactive'
  if (key.expiresAt && Date.parse(key.expiresAt) <= clock.now()) return 'expired'
  return key.workspaceGuid === null && clock.now() >= switches.legacyKeysEnd ? 'retired' : key
}

/** Runs before every route of both hosts: it requires a working key, and enforces the rate limit. */
export function guard(tiro: Tiro) {
  const spend = rateLimiter(tiro)
  return createMiddleware<KeyedEnv>(async function keyed(c, next) {
    const key = findKey(tiro, c.req.header('authorization'))
    if (typeof key === 'string') throw refuse(authAnswer(tiro, key))
    const { isExhausted, message, headers } = spend(key.id)
    if (isExhausted) throw refusal(429, { serial: 1, message, headers })
    c.set('key', key)
    c.set('tiro', tiro)
    await next()
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  })
}

/**
 * Counts requests per key in fixed windows that open with a key's first request. The facts (2) give the figures,
 * `Retry-After` and "X-RateLimit-*"; the three names, and Reset in epoch seconds, are the usual ones.
 */
function rateLimiter({ switches, clock }: Tiro) {
  const windows = new Map<string, { opened: number; count: number }>()
  return (keyId: string) => {
    const { wait, rateLimit } = switches
    const now = clock.now()
    const known = windows.get(keyId)
    const window = known && now < known.opened + rateLimit.windowMs ? known : { opened: now, count: 0 }
    windows.set(keyId, window)
    const isExhausted = window.count >= rateLimit.requests
    window.count += 1
    const resets = window.opened + rateLimit.windowMs
    const seconds = Math.ceil((resets - now) / 1000)
    return {
      isExhausted,
      message: `Rate limit exceeded${wait === 'words' ? `. Try again in ${seconds} seconds` : ''}`,
      headers: {
        'X-RateLimit-Limit': String(rateLimit.requests),
        'X-RateLimit-Remaining': String(Math.max(0, rateLimit.requests - window.count)),
        ...(wait !== 'words' && { 'X-RateLimit-Reset': String(Math.ceil(resets / 1000)) }),
        ...(isExhausted && wait === 'Retry-After' && { 'Retry-After': String(seconds) }),
      },
    }
  }
}

/** 403013 without the permission (facts 2). */
export const needs = (requiredPermission: Scope) =>
  createMiddleware<KeyedEnv>(async function scoped(c, next) {
    if (c.var.key.scopes.includes(requiredPermission)) return next()
    throw refusal(403, {
      serial: 13,
      message: 'API key lacks the required permission',
      detail: { requiredPermission },
    })
  })

/** The workspaces that a key sees: its own, or all of the account for a legacy key. */
export const getWorkspaces = ({ var: { tiro, key } }: Keyed) =>
  tiro.state.workspaces.filter(({ guid }) => key.workspaceGuid === null || guid === key.workspaceGuid)

/**
 * The workspace that a request is about: the one it names, else the key's own.
 * 400 when an unbound key names none, 403000 when the feature is off there (facts 2); a foreign one is 404.
 */
export function workspaceFor(c: Keyed, named = c.req.query('workspaceGuid')): Workspace {
  const guid = named ?? c.var.key.workspaceGuid
  if (guid === null) {
    throw refusal(400, {
      message: 'workspaceGuid is required for an API key that is bound to no workspace',
      detail: { field: 'workspaceGuid' },
    })
  }
  const workspace = getWorkspaces(c).find((seen) => seen.guid === guid)
  if (!workspace) throw missing('Workspace')
  if (!workspace.isApiEnabled) throw refusal(403, { message: 'This feature is not enabled for the workspace' })
  return workspace
}

/** One of these that is in a workspace of the key. Any other is 404. */
export function reach<Thing extends { workspaceGuid: string }>(
  c: Keyed,
  what: string,
  thing: Thing | undefined,
): Thing {
  if (!thing || !getWorkspaces(c).some(({ guid }) => guid === thing.workspaceGuid)) throw missing(what)
  workspaceFor(c, thing.workspaceGuid)
  return thing
}

/** The note that the path names. */
export const noteFor = (c: Keyed): Note =>
  reach(
    c,
    'Note',
    c.var.tiro.state.notes.find(({ guid }) => guid === c.req.param('guid')),
  )
