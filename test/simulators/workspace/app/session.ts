import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isObject } from '../../rest.ts'
import { dashed } from '../ids.ts'
import type { Notion } from '../product.ts'
import type { Json, MembershipType } from '../state.ts'
import { appRefusal } from './errors.ts'

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
