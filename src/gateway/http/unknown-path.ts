import type { Context } from 'hono'
import { GatewayError } from '../../base/errors.ts'
import type { AppEnv } from '../state.ts'
import { suggestPath } from './suggest-path.ts'

/** The longest path that the message repeats, in characters. */
const LONGEST_REPEATED = 200

/** What an invited customer's link opens. Nobody types these paths. */
const OF_LINKS = /^(?:\/api\/v1)?\/connect\//

/** 404 with the most similar path, or 405 with `Allow` when the path exists with other methods. */
export async function unknownPath(c: Context<AppEnv>): Promise<GatewayError> {
  const { routes } = c.get('state')
  const paths = await routes.allPaths()
  const methods = routes.methodsAt(c.req.path)
  if (methods.length === 0) {
    const nearest = suggestPath(
      paths.filter((path) => !OF_LINKS.test(path)),
      c.req.path,
    )
    const advice = nearest ? `the nearest is ${template(nearest)}, and /docs lists all` : '/docs lists what there is'
    const path = c.req.path.slice(0, LONGEST_REPEATED)
    return new GatewayError(404, `there is no ${path} here: ${advice}`, { reason: 'unknown path' })
  }
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return new GatewayError(405, `${c.req.method} is not allowed here: use ${methods.join(' or ')}`, {
    headers: { Allow: allow.join(', ') },
  })
}

const template = (route: string) => route.replace(/:(\w+)/g, '{$1}')

/** Whether a path has a fixed segment in the place of a parameter, which the router would accept. */
export function isUnknownPath(c: Context<AppEnv>): boolean {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  return !c.get('state').routes.methodsAt(c.req.path).includes(method)
}
