import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { isObject, slidingWindow } from '../../rest.ts'
import { invalid, invalidUrl, refusal, restricted } from '../errors.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { Capability } from '../state.ts'

/** Facts 1. */
const VERSIONS = ['2022-06-28', '2025-09-03', '2026-03-11']

/** Whether only middleware matches this request. */
const isUnknownRoute = (c: Context) => matchedRoutes(c).every(({ method }) => method === 'ALL')

/** A token that works, then a version that is known: in every request to the API. */
export const guard = (notion: Notion) =>
  createMiddleware<RestEnv>(async function connected(c, next) {
    if (isUnknownRoute(c)) return next()
    const [scheme = '', token] = (c.req.header('authorization') ?? '').split(' ')
    const connection = notion.state.connections.find((one) => one.token === token)
    if (scheme.toLowerCase() !== 'bearer' || !connection) {
      throw refusal(401, 'unauthorized', 'API token is invalid.')
    }
    const version = c.req.header('notion-version')
    if (version === undefined) {
      const message =
        'Notion-Version header failed validation: Notion-Version header should be defined, instead was `undefined`.'
      throw refusal(400, 'missing_version', message)
    }
    if (!VERSIONS.includes(version)) {
      const known = VERSIONS.map((one) => `\`"${one}"\``).join(' or ')
      throw invalid(
        `Notion-Version header failed validation: Notion-Version header should be ${known}, instead was \`"${version}"\`.`,
      )
    }
    c.set('connection', connection)
    c.set('version', version)
    await next()
  })

/** 403 without the capability (facts 7). */
export const needs = (capability: Capability) =>
  createMiddleware<RestEnv>(async function capable(c, next) {
    if (!c.get('connection').capabilities.has(capability)) throw restricted()
    await next()
  })

/**
 * The calls of one connection that are accepted within a second (facts 7), if the switch limits them. Refused ones do
 * not count.
 */
export function pace(notion: Notion) {
  const calls = slidingWindow(1_000)
  return createMiddleware<RestEnv>(async function paced(c, next) {
    if (isUnknownRoute(c)) return next()
    const now = notion.clock.now()
    const connection = c.get('connection')
    if (calls.count(connection, now) >= notion.switches.callsPerSecond) {
      const message = 'You have been rate limited. Please try again in a few seconds.'
      const refused = refusal(429, 'rate_limited', message, {
        rate_limit_reason: 'public_api_request_rate_limit',
      }).getResponse()
      refused.headers.set('Retry-After', '1')
      return refused
    }
    calls.add(connection, now)
    await next()
  })
}

/** Every answer carries a request id, in its body and in a header (facts 1). */
export const stamp = (notion: Notion) =>
  createMiddleware(async function stamped(c, next) {
    await next()
    const answer = isUnknownRoute(c) ? invalidUrl().getResponse() : c.res
    const body: unknown = await answer.json()
    const requestId = notion.newId()
    const retryAfter = answer.headers.get('retry-after')
    c.res = Response.json(isObject(body) ? { ...body, request_id: requestId } : body, {
      status: answer.status,
      headers: { 'x-notion-request-id': requestId, ...(retryAfter !== null && { 'retry-after': retryAfter }) },
    })
  })
