import { createMiddleware } from 'hono/factory'
import { authenticate } from './auth.ts'
import { refusal } from './errors.ts'
import type { KeyedEnv, Tiro } from './product.ts'
import { rateLimiter } from './rate-limit.ts'
import type { Scope } from './state.ts'

/** Runs before every route of both hosts: it requires a working key, and enforces the rate limit. */
export function guard(tiro: Tiro) {
  const spend = rateLimiter(tiro)
  return createMiddleware<KeyedEnv>(async function keyed(c, next) {
    const key = authenticate(tiro, c.req.header('authorization'))
    const quota = spend(key.id)
    if (quota.exhausted) throw refusal(429, { serial: 1, message: quota.message, headers: quota.headers })
    c.set('key', key)
    await next()
    for (const [name, value] of Object.entries(quota.headers)) c.header(name, value)
  })
}

/** 403013 without the permission (facts 2). */
export const needs = (scope: Scope) =>
  createMiddleware<KeyedEnv>(async function scoped(c, next) {
    if (!c.get('key').scopes.includes(scope)) {
      throw refusal(403, {
        serial: 13,
        message: 'API key lacks the required permission',
        detail: { requiredPermission: scope },
      })
    }
    await next()
  })
