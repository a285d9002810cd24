import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { invalid, refusal, restricted } from '../errors.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { Capability } from '../state.ts'

/** Facts 1. */
const VERSIONS = ['2022-06-28', '2025-09-03', '2026-03-11']

/** Whether only middleware matches this request. */
export const isUnknownRoute = (c: Context) => matchedRoutes(c).every(({ method }) => method === 'ALL')

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
