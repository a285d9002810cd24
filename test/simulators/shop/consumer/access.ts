import { htmlPage } from '../../rest.ts'
import { jsonResponse } from '../answers.ts'

/** The complete cookie header of a signed-in browser (facts 4.1). */
export const CONSUMER_SESSION = 'PCID=test-pcid; X-CP-L=test-login; MEMBER_ID=test-shopper; sid=test-session'

/** Every cookie of the browser is required: a caller with only some is a stranger. */
export function hasSession(headers: Headers, session: string): boolean {
  const sent = new Set((headers.get('cookie') ?? '').split(/;\s*/))
  return session.split('; ').every((cookie) => sent.has(cookie))
}

export const isBrowser = (headers: Headers): boolean => (headers.get('user-agent') ?? '').startsWith('Mozilla/5.0 ')

const LOGIN_URL = 'https://login.coupang.com/login/login.pang'

export const signedOut = {
  redirect: (url: string): Response =>
    new Response(null, { status: 302, headers: { location: `${LOGIN_URL}?rtnUrl=${encodeURIComponent(url)}` } }),
  unauthorized: (): Response => jsonResponse({ message: 'Unauthorized' }, 401),
  'login-page': (): Response =>
    htmlPage('<html lang="ko"><head><title>쿠팡 로그인</title></head><body><form></form></body></html>'),
}

/** The edge in front of the site. */
export const accessDenied = (): Response =>
  htmlPage(
    "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access this server.<P>Reference #18.test</BODY></HTML>",
    403,
  )

/** The site's own body for a failure that a test requests. */
export const errorResponse = (status: number): Response => {
  if (status === 401) return signedOut.unauthorized()
  return status === 403 ? accessDenied() : jsonResponse({ message: `HTTP ${status}` }, status)
}

/** The order list as the site itself is opened, its model inside (facts 4.1). */
export const orderListPage = (model: string): Response =>
  htmlPage(
    `<html lang="ko"><body><script id="__NEXT_DATA__" type="application/json">${model.replaceAll('<', '\\u003c')}</script></body></html>`,
  )
