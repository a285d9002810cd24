import { randomText } from '../../base/base64url.ts'
import { isSigned, sign } from '../../gateway/auth/oauth/signature.ts'
import { cookie, cookieIn } from '../../gateway/http/cookies.ts'

const NAME = '__Host-latchkey-state'

/** How long a person may take at the product, in milliseconds. */
const LIFE_MS = 10 * 60_000

/**
 * The `state` of an authorisation: what the product hands back unchanged. It is signed, ends, and counts only in the browser
 * that has its cookie, and once, since the cookie is taken away then. It says by which link it began, if by one.
 */
export async function startState(adminKey: string, link: string | undefined, now: number) {
  const text = `1.${now + LIFE_MS}.${randomText(16)}.${link ?? ''}`
  const state = `${text}.${await sign(adminKey, 'social state', text)}`
  // Lax, because the product's page leads back here.
  return { state, setCookie: cookie(NAME, state, LIFE_MS / 1000, 'Lax') }
}

const FORM = /^(1\.(\d{13})\.[\w-]{22}\.([\da-f]{64})?)\.([\w-]{43})$/

/** What a state says; undefined for one of another browser, one that ended, and one that this key did not sign. */
export async function readState(
  adminKey: string,
  state: string | undefined,
  cookies: string | undefined,
  now: number,
): Promise<{ link: string | undefined } | undefined> {
  if (!state || state !== cookieIn(cookies, NAME)) return undefined
  const [, text = '', end = '', link, signature = ''] = FORM.exec(state) ?? []
  const isValid = Number(end) > now && (await isSigned(adminKey, 'social state', text, signature))
  return isValid ? { link } : undefined
}

export const END_OF_STATE = cookie(NAME, '', 0, 'Lax')
