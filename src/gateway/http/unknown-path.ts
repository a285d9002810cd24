import type { Context } from 'hono'
import { GatewayError } from '../../base/errors.ts'
import { authenticate } from '../auth/access.ts'
import type { AppEnv } from '../state.ts'
import { preferredLanguage } from './language.ts'
import { toTemplate } from './router.ts'
import { suggestPath } from './suggest-path.ts'

/** The policy of the other pages (public/_headers), without scripts. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

const TEXTS = {
  en: {
    title: 'There is no page at this address',
    advice: 'Check the address for a mistake, or continue here:',
    app: 'Management app',
    docs: 'Documentation',
  },
  ko: {
    title: '이 주소에는 페이지가 없습니다',
    advice: '주소가 맞는지 확인하거나 아래에서 계속하세요.',
    app: '관리 앱',
    docs: '문서',
  },
}

/** Whether a person opened the address in a browser. Programs do not ask for a page, and the API has none. */
export const wantsPage = ({ req }: Context<AppEnv>): boolean =>
  !req.path.startsWith('/api/') &&
  (req.method === 'GET' || req.method === 'HEAD') &&
  /\btext\/html\b/i.test(req.header('Accept') ?? '')

/** The page for an unknown path, in the language that the browser prefers. It repeats nothing of the request. */
export function unknownPathPage({ req }: Context<AppEnv>): string {
  const language = preferredLanguage(req.header('Accept-Language'))
  const { title, advice, app, docs } = TEXTS[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="/app/icon.svg" />
    <link rel="stylesheet" href="/app/style.css" />
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${advice}</p>
      <p class="actions"><a class="button" href="/">${app}</a> <a class="button" href="/docs">${docs}</a></p>
    </main>
  </body>
</html>
`
}

/** The longest path that the message repeats, in characters. */
const LONGEST_REPEATED = 200

/** What an invited customer's link opens. Nobody types these paths. */
const OF_LINKS = /^(?:\/api\/v1)?\/connect\//

/** 404 with the most similar path, or 405 with `Allow` when the path exists with other methods. */
export async function unknownPath(c: Context<AppEnv>): Promise<GatewayError> {
  const state = c.get('state')
  const { routes } = state
  // Whose mistake it is, for its owner. The answer does not depend on it.
  const key = c.req.header('X-API-KEY')
  if (key && !state.caller) await authenticate(state, key, state.platform.now()).catch(() => {})
  const paths = await routes.allPaths()
  const methods = routes.methodsAt(c.req.path)
  if (methods.length === 0) {
    const nearest = suggestPath(
      paths.filter((path) => !OF_LINKS.test(path)),
      c.req.path,
    )
    const advice = nearest ? `the nearest is ${toTemplate(nearest)}, and /docs lists all` : '/docs lists what there is'
    const path = c.req.path.slice(0, LONGEST_REPEATED)
    return new GatewayError(404, `there is no ${path} here: ${advice}`, { reason: 'unknown path' })
  }
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return new GatewayError(405, `${c.req.method} is not allowed here: use ${methods.join(' or ')}`, {
    headers: { Allow: allow.join(', ') },
  })
}

/** Whether a path has a fixed segment in the place of a parameter, which the router would accept. */
export function isUnknownPath(c: Context<AppEnv>): boolean {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  return !c.get('state').routes.methodsAt(c.req.path).includes(method)
}
