import type { Context } from 'hono'
import type { LinkStanding } from '../base/account-state.ts'
import { ACCOUNT_SECRETS, type Account } from '../base/connected-accounts.ts'
import { sha256Hex } from '../base/digest.ts'
import { GatewayError, unauthorized } from '../base/errors.ts'
import { stateObject } from '../upstream/account-state.ts'
import { checkOwnOrigin, tryOf } from './admin-access.ts'
import { countTry } from './admin-key.ts'
import { cookie, cookieIn } from './cookies.ts'
import type { Gateway } from './state.ts'

/** A link that connects one account without the admin key (decisions.md section 11.4), while it is open. */
export interface OpenLink {
  readonly account: Account
  /** By which it is found; the link itself is stored nowhere. */
  readonly digest: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const NAME = '__Host-latchkey-link'

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

const isAccount = (name: string): name is Account => Object.hasOwn(ACCOUNT_SECRETS, name)

/** Finds a link. Throws 401 for one that was never made, 429 after too many of these, and 410 for one that is over. */
export async function findLink(c: Context<Gateway>, account: string, token: string): Promise<OpenLink> {
  const { settings } = c.get('state')
  const digest = await sha256Hex(token)
  const standing: LinkStanding =
    isAccount(account) && TOKEN.test(token) ? await stateObject(settings, account).link(digest) : { state: 'wrong' }
  if (standing.state === 'open' && isAccount(account)) return { account, digest, expiresAt: standing.expiresAt }
  if (standing.state === 'used') throw overLink('this link was used')
  if (standing.state === 'ended') throw overLink('this link has ended')
  await countTry(settings, tryOf(c).address)
  throw unauthorized('this link is not right: open it again as it was sent, whole', 'refused link')
}

export const overLink = (what: string) => new GatewayError(410, `${what}: ask its sender for another one`)

/** The header that lets the browser come back by the link, as long as that is open. */
export const linkCookie = ({ account, expiresAt }: OpenLink, token: string, now: number): string =>
  cookie(NAME, `${account}.${token}`, Math.max(0, Math.floor((expiresAt - now) / 1000)))

export const END_OF_LINK = cookie(NAME, '', 0)

/** The link of the request's cookie, for this account. Throws as `findLink`. */
export async function linkOfCookie(c: Context<Gateway>, account: string): Promise<OpenLink> {
  const [, named = '', token = ''] = /^([\w-]+)\.([\w-]+)$/.exec(cookieIn(c.req.header('Cookie'), NAME) ?? '') ?? []
  if (token === '' || named !== account) {
    throw unauthorized(`no link to the ${account} account was opened here: open the link again`, 'refused link')
  }
  return findLink(c, account, token)
}

/** The gate of a link: its cookie, for the account that the path names, and a change from the gateway's own page. */
export async function admitByLink(c: Context<Gateway>): Promise<void> {
  const link = await linkOfCookie(c, c.req.param('account') ?? '')
  checkOwnOrigin(c)
  c.get('state').link = link
}
