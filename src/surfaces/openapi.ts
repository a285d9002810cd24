import type { Context } from 'hono'
import { GROUPS, type Group } from '../base/groups.ts'
import { respond } from '../gateway/respond.ts'
import { routeList } from '../gateway/router.ts'
import type { Gateway } from '../gateway/state.ts'
import { registered } from './registered.ts'

/**
 * The OpenAPI 3.1 documents, which need no key (decisions.md section 10). The first request for one loads the code that
 * builds it from the operations.
 *
 * @param router the router of the whole gateway, whose operations are described
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
  const surface = routeList().get('/openapi.json', send())
  for (const group of GROUPS) surface.get(`/openapi/${group}.json`, send(group))
  return surface
}
