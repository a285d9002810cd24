import { badGateway, type GatewayError } from '../../base/errors.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { isHtml } from '../../upstream/failures.ts'

/** The pages that the product sends instead of data. */

const CLOSED =
  /점검|(?:작업|준비|업데이트) ?중|(?:서비스|이용|접속|일시)[^<>]{0,20}중[단지]|maintenance|be (?:right )?back|temporarily (?:closed|down)/i
const PASSWORD = /<input\b[^>]{0,500}\btype=["']?password/i
/** A script or a refresh that goes to the login. A link alone is on other pages as well. */
const GOES_TO_LOGIN =
  /(?:\blocation\b[^;<>]{0,40}|http-equiv=["']?refresh[^>]{0,80})(?:\/\/login\.coupang\.com|["'=]\/login\/)/i

const getTitle = (html: string) => /<title[^>]{0,100}>([^<]{0,500})/i.exec(html)?.[1] ?? ''

export function isLoginPage(answer: UpstreamAnswer): boolean {
  if (!isHtml(answer)) return false
  const title = getTitle(answer.text)
  if (CLOSED.test(title)) return false
  return /로그인|log ?in|sign ?in/i.test(title) || PASSWORD.test(answer.text) || GOES_TO_LOGIN.test(answer.text)
}

/** The error for a shop that is closed for a while. It says nothing about the account. Undefined for other responses. */
export function maintenanceFailure(answer: UpstreamAnswer): GatewayError | undefined {
  const { status, headers, text } = answer
  // A limit of calls may be a page, too, and says when to call again.
  if (status === 429 || isLoginPage(answer)) return undefined
  const isClosed = isHtml(answer) ? CLOSED.test(text) : /maintenance/i.test(headers.get('Location') ?? '')
  return isClosed ? badGateway('the shop is being maintained: try again later', `upstream ${status}`) : undefined
}
