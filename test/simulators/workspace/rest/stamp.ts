import { createMiddleware } from 'hono/factory'
import { isObject } from '../../rest.ts'
import { invalidUrl } from '../errors.ts'
import type { Notion } from '../product.ts'
import { isUnknownRoute } from './guard.ts'

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
