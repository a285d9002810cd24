import { cookieOfText, countOfCookies, hostOfText } from './cookies.ts'
import { requestOfCurl } from './curl.ts'
import { requestOfPowerShell } from './powershell.ts'
import { NOTHING, type Remark, type Understood } from './understood.ts'

const isOfShop = (host: string): boolean => /(?:^|\.)coupang\.com$/i.test(host)

/** Finds the session of the shop's customer, a Cookie header, in a copied request or other text. */
export function shopSession(text: string): Understood {
  const curl = requestOfCurl(text)
  const request = curl ?? requestOfPowerShell(text)
  const cookie = (request ? request.cookie : cookieOfText(text))?.trim().replace(/;$/, '')
  const remarks: Remark[] = []
  // Cookies of another site are neither shown nor sent.
  const host = request ? request.host : hostOfText(text)
  if (host && !isOfShop(host)) return { values: {}, remarks: [{ says: 'other_host', host }] }
  if (request) remarks.push({ says: 'request', form: curl ? 'curl' : 'powershell' })
  if (cookie) remarks.push({ says: 'cookies', count: countOfCookies(cookie) })
  else if (request) remarks.push({ says: 'no_cookie' })
  else return NOTHING
  return { values: cookie ? { session: cookie } : {}, remarks }
}
