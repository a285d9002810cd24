import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { simulate } from '../simulator.ts'
import { authorizationRoutes, consentRoutes } from './authorization.ts'
import type { World } from './calls.ts'
import { happenings } from './happenings.ts'
import { insightRoutes } from './insights.ts'
import { managingRoutes } from './managing.ts'
import { publishingRoutes } from './publishing.ts'
import { readingRoutes } from './reading.ts'
import { EmptyFailure, envelope, getRefusal, Refusal } from './refusals.ts'
import { searchingRoutes } from './searching.ts'
import { seed } from './seed.ts'
import { Switches } from './state.ts'
import { LONG_LIFE } from './tokens.ts'
import { usageRoutes } from './usage.ts'

export { APP_ID, APP_SECRET } from './authorization.ts'
export { USER_ID, USERNAME } from './seed.ts'

/** A long-lived token that the account has granted every permission. */
export const SOCIAL_TOKEN = 'test-social-token'

const DAY = 86_400_000

export interface ThreadsOptions {
  clock?: { now(): number }
  /** How many days SOCIAL_TOKEN has left of its 60; 40 unless said. */
  tokenDaysLeft?: number
}

/** The social product, Threads (social facts). One app answers for all of its hosts. */
export function createThreads({ clock = wallClock, tokenDaysLeft = 40 }: ThreadsOptions = {}) {
  const state = seed(clock)
  const token = state.tokens.issue('long', {
    value: SOCIAL_TOKEN,
    issuedAt: clock.now() + tokenDaysLeft * DAY - LONG_LIFE,
  })
  const switches = new Switches()
  const world: World = { clock, state, switches }

  let traces = 0
  const respond = (refusal: Refusal, status: number) => {
    traces += 1
    const headers = { 'content-type': 'application/json; charset=UTF-8', 'www-authenticate': refusal.challenge }
    return new Response(JSON.stringify(envelope(refusal, traces)), { status, headers })
  }

  const app = new Hono()
  app.onError((error) => {
    if (error instanceof EmptyFailure) return new Response(null, { status: 500 })
    if (!(error instanceof Refusal)) throw error
    return respond(error, error.code === 100 ? switches.badParameterStatus : error.status)
  })
  authorizationRoutes(app, world)
  consentRoutes(app, world)
  usageRoutes(app, world)
  insightRoutes(app, world)
  publishingRoutes(app, world)
  managingRoutes(app, world)
  searchingRoutes(app, world)
  readingRoutes(app, world)

  return simulate({
    name: 'Threads',
    hosts: (host) => /^(graph\.|www\.)?threads\.(net|com)$/.test(host),
    app,
    errorResponse: (status) => respond(getRefusal(status), status),
    own: { ...happenings(world), state, switches, token },
  })
}
