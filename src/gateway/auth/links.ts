import type { Context } from 'hono'
import type { StoredLink } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { GatewayError } from '../../base/errors.ts'
import { type Account, isAccount } from '../../base/groups.ts'
import { callObject } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { stateObject } from '../../upstream/accounts.ts'
import { cookie, cookieIn } from '../http/cookies.ts'
import type { AppEnv, RequestState } from '../state.ts'
import { adminKey, checkOwnOrigin, countTry, toLoginAttempt } from './admin.ts'
import type { OpenLink } from './caller.ts'
import { isSigned, sign } from './signature.ts'

export type { OpenLink } from './caller.ts'

const NAME = '__Host-latchkey-link'

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

/**
 * Finds a link. Throws 401 for an unknown one, 429 after too many of these, and 410 for one that was used or has
 * expired.
 */
export async function findLink(c: Context<AppEnv>, account: string, token: string): Promise<OpenLink> {
  const { settings } = c.get('state')
  const digest = await sha256Hex(token)
  const link = isAccount(account) && TOKEN.test(token) ? await storedLink(settings, account, digest) : undefined
  if (link && isAccount(account)) {
    const { expiresAt, ownerName, note } = link
    const state = (await isCurrent(settings, link)) ? link.state : 'ended'
    if (state === 'open') return { account, digest, expiresAt, ownerName, note }
    throw overLink(OVER[state], state)
  }
  await countTry(settings, toLoginAttempt(c).address)
  throw wrongLink('this link is not right: open it again as it was sent, whole')
}

async function storedLink(settings: Settings, account: Account, digest: string): Promise<StoredLink | undefined> {
  return (await callObject(settings, stateObject(account), ({ links }) => links.list())).find(
    (link) => link.digest === digest,
  )
}

const OVER = {
  used: 'this link was used',
  ended: 'this link has ended',
  spent: 'this link was tried too often',
} as const satisfies Record<Exclude<StoredLink['state'], 'open'>, string>

/** Ties a link to ADMIN_KEY: a new one invalidates all links. */
export const linkMark = (settings: Settings, digest: string): Promise<string> =>
  sign(adminKey(settings), 'connect link', digest)

/** Whether a link was created with this ADMIN_KEY. */
export const isCurrent = (settings: Settings, { digest, mark }: StoredLink): Promise<boolean> =>
  isSigned(adminKey(settings), 'connect link', digest, mark)

export const overLink = (what: string, link: Exclude<StoredLink['state'], 'open'>) =>
  new GatewayError(410, `${what}: ask its sender for another one`, { parameters: { link } })

const wrongLink = (message: string) =>
  new GatewayError(401, message, { reason: 'refused link', parameters: { link: 'wrong' } })

/** The header with which the browser can come back to the link while it is valid. */
export const linkCookie = ({ account, expiresAt }: OpenLink, token: string, now: number): string =>
  cookie(NAME, `${account.replace(':', '!')}.${token}`, Math.max(0, Math.floor((expiresAt - now) / 1000)))

export const END_OF_LINK = cookie(NAME, '', 0)

/** The link in the request's cookie, for this account. Throws like `findLink`. */
export async function linkOfCookie(c: Context<AppEnv>, account: string): Promise<OpenLink> {
  const [, named = '', token = ''] = /^([\w!-]+)\.([\w-]+)$/.exec(cookieIn(c.req.header('Cookie'), NAME) ?? '') ?? []
  if (token === '' || named.replace('!', ':') !== account) {
    throw wrongLink(`no link to the ${account} account was opened here: open the link again`)
  }
  return findLink(c, account, token)
}

/**
 * The access policy of a link: its cookie, for the account in the path. Changes must come from the gateway's own page.
 */
export async function requireInvite(c: Context<AppEnv>): Promise<void> {
  const link = await linkOfCookie(c, c.req.param('account') ?? '')
  checkOwnOrigin(c)
  c.get('state').link = link
}

/**
 * Counts an attempt to connect with a link, before the product is called. Throws 410 when the link has no attempts
 * left.
 */
export async function countLinkTry({ settings, link }: Pick<RequestState, 'settings' | 'link'>): Promise<void> {
  if (!link) throw noLink()
  if (!(await callObject(settings, stateObject(link.account), ({ links }) => links.try(link.digest))))
    throw overLink('this link was tried too often', 'spent')
}

const noLink = () => new Error('the gate of the operation lets no request without a link through')

/**
 * Runs the work of a link and marks the link as used. The link is marked first and released if the work fails, so that
 * two concurrent requests cannot both succeed. Throws 410 when another request used it.
 */
export async function useLink(
  { settings, link }: { settings: Settings; link?: Pick<OpenLink, 'account' | 'digest'> | undefined },
  work: () => Promise<void>,
): Promise<void> {
  if (!link) throw noLink()
  const { account, digest } = link
  const isUsable = await callObject(settings, stateObject(account), ({ links }) => links.use(digest))
  if (!isUsable) throw overLink('this link was used', 'used')
  try {
    await work()
  } catch (error) {
    await callObject(settings, stateObject(account), ({ links }) => links.release(digest))
    throw error
  }
}
