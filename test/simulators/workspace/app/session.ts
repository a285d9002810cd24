import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isObject, refuse } from '../../rest.ts'
import type { Fault } from '../../simulator.ts'
import { dashed } from '../ids.ts'
import type { Notion } from '../product.ts'
import type { Json, MembershipType } from '../state.ts'

interface AppError {
  name: string
  message: string
  clientData?: { type: string }
  debugMessage?: string
}

/** Facts 8: recorded for 401. The names of the others are guesses in the same style. */
const KNOWN: Record<number, AppError> = {
  400: { name: 'ValidationError', message: 'Something went wrong.' },
  401: {
    name: 'UnauthorizedError',
    message: 'Token was invalid or expired.',
    clientData: { type: 'login_try_again' },
  },
  403: { name: 'ForbiddenError', message: 'You do not have access.' },
  404: { name: 'NotFoundError', message: 'Not found.' },
  429: { name: 'TooManyRequestsError', message: 'Please try again later.' },
}

const getError = (status: number) => KNOWN[status] ?? { name: 'InternalError', message: 'Something went wrong.' }

/** To be thrown: ends the request with the app's error. */
export function appRefusal(status: number, errorId: string, debugMessage?: string) {
  const body = { errorId, ...getError(status), ...(debugMessage && { debugMessage }) }
  return refuse(Response.json(body, { status }))
}

/** A fault for calls to the app's host, whose errors have another shape than the public API's. */
export function appFailure(status: number): Fault {
  const body = { errorId: '00000000-0000-4000-8000-00000000dead', ...getError(status) }
  return { kind: 'status', status, body: JSON.stringify(body) }
}

/** The host of the web app that takes no calls: it names the other one, or knows no such path (facts 8). */
export const moved = ({ switches }: Notion) =>
  createMiddleware(async function atItsHost(c, next) {
    const url = new URL(c.req.url)
    if (url.hostname === switches.appHost) return next()
    const status = switches.otherAppHostStatus
    if (status === 404) return new Response('Not Found', { status })
    return new Response(null, { status, headers: { location: `https://${switches.appHost}${url.pathname}` } })
  })

/** Routes of the app, after the session check: the acting user, and the request. */
export interface AppEnv {
  Variables: { userId: string; body: Json }
}

/** A session that lives, for the user whom the header names, and a JSON object (facts 8). */
export const session = (notion: Notion) =>
  createMiddleware<AppEnv>(async function signedIn(c, next) {
    const userId = notion.state.sessions.get(getCookie(c, 'token_v2') ?? '')
    const active = c.req.header('x-notion-active-user-header')
    if (!userId || (active !== undefined && dashed(active) !== userId)) throw appRefusal(401, notion.newId())
    const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
    const body: unknown = isJson ? await c.req.json().catch(() => null) : null
    if (!isObject(body)) throw appRefusal(400, notion.newId(), 'body should be a JSON object')
    c.set('userId', userId)
    c.set('body', body)
    await next()
  })

const MANAGERS: readonly (MembershipType | undefined)[] = ['owner', 'membership_admin']

/** The space in the body: it must match the header, and the acting user must belong to it. */
export function ownSpace(notion: Notion, c: Context<AppEnv>) {
  const { spaceId } = c.var.body
  const id = dashed(spaceId)
  const header = c.req.header('x-notion-space-id')
  if (!id) throw appRefusal(400, notion.newId(), 'body.spaceId should be a valid uuid')
  if (header === undefined || dashed(header) !== id)
    throw appRefusal(400, notion.newId(), 'x-notion-space-id should be spaceId')
  const members = notion.state.members.get(id)
  const own = members?.get(c.var.userId)
  if (!members || !own) throw appRefusal(403, notion.newId())
  return {
    id,
    members,
    /** 403 unless the acting user may change who belongs to the space. */
    manage: () => {
      if (!MANAGERS.includes(own)) throw appRefusal(403, notion.newId())
    },
  }
}
