import { type Context, Hono } from 'hono'
import { GROUPS, type Group } from '../base/groups.ts'
import { respond } from '../gateway/respond.ts'
import type { Gateway } from '../gateway/state.ts'
import { registered } from './registered.ts'

/**
 * The description of the API for programs, OpenAPI 3.1, without a key (decisions.md section 10). It is built from the
 * operations at the first request for it, by code that is loaded for that.
 *
 * @param router the whole product, whose routes are described
 */
export function openapi(router: { readonly routes: Parameters<typeof registered>[0] }) {
  const texts = new Map<Group | undefined, string>()
  const send = (group?: Group) => async (c: Context<Gateway>) => {
    const text = texts.get(group) ?? (await build(group))
    texts.set(group, text)
    return respond(c, 200, text)
  }
  const build = async (group: Group | undefined) => {
    const { documentOf } = await import('./openapi.document.ts')
    const operations = registered(router.routes)
    return JSON.stringify(documentOf(operations.filter(({ operation }) => !group || operation.group === group)))
  }
  const surface = new Hono<Gateway>().get('/openapi.json', send())
  for (const group of GROUPS) surface.get(`/openapi/${group}.json`, send(group))
  return surface
}
