import * as z from 'zod/mini'
import { badGateway, type GatewayError } from '../../base/errors.ts'
import { isObject, tryParseJson } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, rejected, requiredFields, toFailure } from '../../upstream/failures.ts'
import { sendToCoupang } from './coupang.ts'
import { isLoginPage, maintenanceFailure } from './site-page.ts'

/** The customers' side of the product: the unofficial API of its own site. */

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export const required = requiredFields('shop', '', 'orderList')

/** Calls the site with a customer's session. Returns the parsed JSON. Throws 401 when the session has expired. */
export async function callConsumer(upstream: UpstreamContext, session: string, path: string): Promise<unknown> {
  for (const value of cookieValues(session)) upstream.redactor.add(value)
  const answer = await sendToCoupang(upstream, 'SHOP_CONSUMER_URL', path, {
    headers: { Accept: 'application/json', Cookie: session, 'User-Agent': USER_AGENT },
  })
  const closed = maintenanceFailure(answer)
  if (closed) throw closed
  if (isSignedOut(answer)) throw rejected('shop')
  if (answer.status !== 200 || isHtml(answer)) throw failure(upstream, answer)
  const json = tryParseJson(answer.text)
  return required('', isObject(json) ? json : undefined)
}

/** The values to redact. Short values occur in many texts by chance, and redacting them would garble these texts. */
const cookieValues = (session: string) =>
  session
    .split(';')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
    .filter((value) => value.length >= 8)

/** Signs of an expired session: 401, a redirect to the login, or the login page instead of data. */
function isSignedOut(answer: UpstreamAnswer): boolean {
  const { status, headers } = answer
  if (status >= 300 && status < 400) return leadsToLogin(headers.get('Location') ?? '')
  return status === 401 || (status === 200 && isLoginPage(answer))
}

/** The path counts as well, because a relay may rewrite the host of the login. */
function leadsToLogin(location: string): boolean {
  const target = URL.parse(location, 'https://mc.coupang.com')
  return target !== null && (target.hostname === 'login.coupang.com' || target.pathname.startsWith('/login/'))
}

const errorBody = lazy(() => z.object({ message: z.string() }))

function failure(upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError {
  if (answer.status === 403 && isHtml(answer)) {
    return badGateway(
      'the shop service takes this gateway for a robot: try later, or use a relay (RELAY_FOR with shop-consumer)',
      'page',
    )
  }
  return toFailure(upstream, 'shop', answer, errorBody().safeParse(tryParseJson(answer.text)).data?.message)
}
