import type { Context } from 'hono'
import type { AppEnv } from '../state.ts'

/** The policy of the other pages (public/_headers), without scripts. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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

/** Whether a person opened the address in a browser. Programs do not ask for a page. */
export const wantsPage = ({ req }: Context<AppEnv>): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && /\btext\/html\b/i.test(req.header('Accept') ?? '')

/** The page for an unknown path, in the language that the browser prefers. It repeats nothing of the request. */
export function unknownPathPage({ req }: Context<AppEnv>): string {
  const language = /^\s*ko\b/i.test(req.header('Accept-Language') ?? '') ? 'ko' : 'en'
  const { title, advice, app, docs } = TEXTS[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
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
