import { randomText } from '../../base/crypto.ts'
import { isSigned, sign } from '../../gateway/auth/signature.ts'
import { cookie, cookieIn } from '../../gateway/http/cookies.ts'

const NAME = '__Host-latchkey-state'

/** How long a person may take at the product, in milliseconds. */
const LIFE_MS = 10 * 60_000

/**
 * The OAuth `state`, which the product returns unchanged. It is signed and expires. It is valid once and only in the
 * browser that has its cookie, because the cookie is deleted after use. It names the invite link that the flow started
 * from, if any.
 */
export async function startState(adminKey: string, link: string | undefined, now: number) {
  const text = `1.${now + LIFE_MS}.${randomText(16)}.${link ?? ''}`
  const state = `${text}.${await sign(adminKey, 'social state', text)}`
  // Lax, because the browser comes back from the product's page.
  return { state, setCookie: cookie(NAME, state, LIFE_MS / 1000, 'Lax') }
}

const FORM = /^(1\.(\d{13})\.[\w-]{22}\.([\da-f]{64})?)\.([\w-]{43})$/

/** The content of a state. Undefined when it expired, belongs to another browser, or was signed with another key. */
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
