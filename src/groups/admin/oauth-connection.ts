import { type Context, Hono } from 'hono'
import {
  type AccountConnector,
  type AccountConnectors,
  checkCanStore,
  connectAccount,
  type OAuthConnection,
} from '../../accounts/accounts.ts'
import { randomText } from '../../base/crypto.ts'
import { GatewayError, notFound, publicError } from '../../base/errors.ts'
import { type Account, isAccount, productOf } from '../../base/groups.ts'
import { recordOwnChange } from '../../gateway/audit.ts'
import { adminKey, getHand, hasProof, readSession, resumeSession } from '../../gateway/auth/admin.ts'
import { linkOfCookie, useLink } from '../../gateway/auth/links.ts'
import { isSigned, sign } from '../../gateway/auth/signature.ts'
import { cookie, cookieIn } from '../../gateway/http/cookies.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { describeConnected } from './accounts.ts'
import { readConnectPage } from './connect-page.ts'

const NAME = '__Host-latchkey-state'

/** How long a person may take at the product, in milliseconds. */
const LIFE_MS = 10 * 60_000

/** The start of a sign-in at a product: a session of the owner, by its id, or an invite link, by its digest. */
type SignInStart = { readonly session: string } | { readonly link: string }

/**
 * The OAuth `state`, which the product returns unchanged. It is signed and expires. It is valid once and only in the
 * browser that has its cookie, because the cookie is deleted after use. It names the account, since the redirect URI is the
 * same for all accounts of a product, and what the flow began from. A session
 * has to be named, because no browser sends its `Strict` cookie when it comes back from the product's page.
 */
async function startState(adminKey: string, account: Account, from: SignInStart, now: number) {
  const name = 'session' in from ? `session.${from.session}` : `link.${from.link}`
  const text = `3.${now + LIFE_MS}.${randomText(16)}.${account.replace(':', '_')}.${name}`
  const state = `${text}.${await sign(adminKey, 'social state', text)}`
  // Lax, because the browser comes back from the product's page.
  return { state, setCookie: cookie(NAME, state, LIFE_MS / 1000, 'Lax') }
}

const FORM = /^(3\.(\d{13})\.[\w-]{22}\.([\w-]+)\.(?:session\.([\w-]{22})|link\.([\da-f]{64})))\.([\w-]{43})$/

/** The content of a state. Undefined when it expired, belongs to another browser, or was signed with another key. */
async function readState(
  adminKey: string,
  state: string | undefined,
  cookies: string | undefined,
  now: number,
): Promise<(SignInStart & { account: Account }) | undefined> {
  if (!state || state !== cookieIn(cookies, NAME)) return undefined
  const [, text = '', end = '', id = '', session, link, signature = ''] = FORM.exec(state) ?? []
  const account = id.replace('_', ':')
  const isValid = isAccount(account) && Number(end) > now && (await isSigned(adminKey, 'social state', text, signature))
  if (!isValid || !isAccount(account)) return undefined
  return session === undefined ? { account, link: link ?? '' } : { account, session }
}

const END_OF_STATE = cookie(NAME, '', 0, 'Lax')

/** The redirect URI, as it is registered at the product: one for all its accounts. */
export const redirectUri = (origin: string, { account }: Pick<AccountConnector, 'account'>): string =>
  `${origin}/connect/${productOf(account)}/callback`

/** Why connecting failed, for the page that the browser returns to. */
type Failed = 'denied' | 'state' | 'refused' | 'unreachable' | 'same'

/** Connecting with OAuth: sends the browser to the product and handles its return. */
export function oauthConnectionPages(connectors: AccountConnectors) {
  const pages = new Hono<AppEnv>()
  for (const connector of connectors) {
    const { account, oauth } = connector
    if (!oauth) continue
    pages.get('/connect/:account/start', async (c) => {
      const id = c.req.param('account')
      if (!isAccount(id) || productOf(id) !== account) return fail(c, notFound())
      return start(c, { ...connector, account: id }, oauth)
    })
    pages.get(`/connect/${account}/callback`, (c) => finish(c, connector, oauth))
  }
  return pages
}

async function start(c: Context<AppEnv>, connector: AccountConnector, oauth: OAuthConnection): Promise<Response> {
  const { settings, platform } = c.get('state')
  try {
    const key = adminKey(settings)
    const now = platform.now()
    const session = await readSession(settings, c.req.header('Cookie'), now)
    if (session) {
      c.get('state').session = session
      // The app asks for the proof, and comes back.
      if (!(await hasProof(c)))
        return respond(c, 302, null, { Location: `/?start=${encodeURIComponent(connector.account)}` })
    }
    const from = session ? { session: session.id } : { link: (await linkOfCookie(c, connector.account)).digest }
    await checkCanStore({ settings })
    const { state, setCookie } = await startState(key, connector.account, from, now)
    const url = oauth.authorizeUrl(settings, redirectUri(new URL(c.req.url).origin, connector), state)
    return respond(c, 302, null, { Location: url.href, 'Set-Cookie': setCookie })
  } catch (error) {
    if (!(error instanceof GatewayError)) return fail(c, error)
    const { status, message, reason, headers } = error
    return respond(c, status, `${message}\n`, { ...headers, 'Content-Type': 'text/plain; charset=UTF-8' }, reason)
  }
}

async function finish(c: Context<AppEnv>, first: AccountConnector, oauth: OAuthConnection): Promise<Response> {
  const state = c.get('state')
  const { settings, platform, upstream } = state
  const { code, error, error_reason, state: given } = c.req.query()
  const key = adminKey(settings)
  const started = await readState(key, given, c.req.header('Cookie'), platform.now())
  const isOfProduct = started !== undefined && productOf(started.account) === first.account
  const connector = { ...first, account: isOfProduct ? started.account : first.account }
  const isByLink = started !== undefined && 'link' in started
  const page = isByLink ? `/connect/${connector.account}?` : '/?'
  const redirect = (query: string, reason?: GatewayError['reason']) =>
    respond(c, 302, null, { Location: page + query, 'Set-Cookie': END_OF_STATE }, reason)
  const failed = (word: Failed, reason: GatewayError['reason']) => redirect(`failed=${word}`, reason)

  if (!started || !isOfProduct) return failed('state', 'refused origin')
  const link = isByLink
    ? { account: connector.account, digest: started.link, expiresAt: 0, ownerName: null, note: null }
    : undefined
  Object.assign(state, { action: 'admin_connect_by_click', target: connector.account, link })
  try {
    if ('session' in started) await resumeSession(c, started.session)
    if (error !== undefined || !code) {
      const isDenied = error === 'access_denied' || error_reason === 'user_denied'
      return failed(isDenied ? 'denied' : 'refused', 'refused service')
    }
    // The product appends `#_` to the URL. It is not part of the code.
    const uri = redirectUri(new URL(c.req.url).origin, connector)
    await checkCanStore(state)
    const { secrets, ...info } = await oauth.exchange(upstream, code.replace(/#_$/, ''), uri)
    const keep = () => connectAccount(state, connector, secrets, { ...info, hand: getHand(c) })
    if ('link' in started) await useLink({ settings, link }, keep)
    else {
      // The product took its time, in which somebody may have ended the session.
      await resumeSession(c, started.session)
      await keep()
    }
    await recordOwnChange(c, isByLink ? 200 : 302)
  } catch (problem) {
    const { status, reason, parameters } = publicError(problem)
    if (reason === 'bug') return fail(c, problem)
    // The browser was signed in to the product with the profile that is connected already.
    if (reason === 'conflict' && parameters.account !== undefined) return failed('same', reason)
    const isOver = status === 410 || (status === 401 && reason === 'refused admin')
    return failed(status >= 500 || status === 429 ? 'unreachable' : isOver ? 'state' : 'refused', reason)
  }
  return isByLink ? showConnected(c, connector) : redirect(`connected=${encodeURIComponent(connector.account)}`)
}

/**
 * The page on which the sign-in of a visitor ends. Its link is used and opens nothing more, so the page itself says whose
 * account was connected: no address has it.
 */
async function showConnected(c: Context<AppEnv>, connector: AccountConnector): Promise<Response> {
  const connected = await describeConnected(c.get('state'), connector)
  const { text, headers } = await readConnectPage(c, connector.account)
  // The encoding leaves no character that could end the attribute.
  const line = `<meta name="connected" content="${encodeURIComponent(JSON.stringify(connected))}" />`
  const page = text.replace('</head>', () => `${line}</head>`)
  const { etag: _, 'content-length': __, ...others } = headers
  return respond(c, 200, page, { ...others, 'Cache-Control': 'no-store', 'Set-Cookie': END_OF_STATE })
}
