import type { Hono } from 'hono'
import { call, checkUser, type World } from './calls.ts'
import { select } from './media.ts'
import { EmptyFailure, overDailyLimit } from './refusals.ts'
import type { State } from './state.ts'
import type { Scope } from './tokens.ts'

/** The rolling limits of an account (social facts, section 6). */
const QUOTAS = { posts: 250, replies: 1000, deletes: 100, searches: 2200 } as const
const QUOTA_SECONDS = 86_400

/** How many of these times (epoch milliseconds) are in the last 24 hours. */
const getUsed = (times: readonly number[], now: number) =>
  times.filter((time) => time > now - QUOTA_SECONDS * 1000).length

/** Refuses when a limit of the last 24 hours is exhausted. */
export function overDaily({ state, clock, switches }: World, counted: keyof State['usage']): void {
  if (getUsed(state.usage[counted], clock.now()) >= QUOTAS[counted]) throw overDailyLimit(switches.dailyLimit)
}

const config = (quota_total: number) => ({ quota_total, quota_duration: QUOTA_SECONDS })

/** The usage of the limits (social facts, section 6). */
export function usageRoutes(app: Hono, world: World): void {
  const { state, clock } = world
  app.get(
    '/v1.0/:user/threads_publishing_limit',
    call(world, 'threads_content_publish', (given) => {
      checkUser(world, given)
      // The product fails without a word where a field needs a permission that the token lacks.
      const lacks = (scope: Scope) => !given.token.scopes.includes(scope)
      const fields = given.parameters.fields ?? ''
      if ((/delete_/.test(fields) && lacks('threads_delete')) || /location_/.test(fields)) throw new EmptyFailure()
      const now = clock.now()
      const all = {
        quota_usage: getUsed(state.usage.posts, now),
        config: config(QUOTAS.posts),
        reply_quota_usage: getUsed(state.usage.replies, now),
        reply_config: config(QUOTAS.replies),
        delete_quota_usage: getUsed(state.usage.deletes, now),
        delete_config: config(QUOTAS.deletes),
        location_search_quota_usage: 0,
        location_search_config: config(500),
      }
      return { data: [select(all, given.parameters.fields, 'quota_usage')] }
    }),
  )
}
