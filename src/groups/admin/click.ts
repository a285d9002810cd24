import { type Context, Hono } from 'hono'
import { type AccountConnector, type AccountConnectors, type Click, connectAccount } from '../../accounts/accounts.ts'
import { GatewayError, publicError } from '../../base/errors.ts'
import { recordOwnChange } from '../../gateway/audit.ts'
import { adminKey, readSession } from '../../gateway/auth/admin.ts'
import { linkOfCookie } from '../../gateway/auth/links.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { END_OF_STATE, readState, startState } from './click-state.ts'
import { useLink } from './use-link.ts'

/** The redirect URI, as it is registered at the product. */
export const redirectUri = (origin: string, { account }: Pick<AccountConnector, 'account'>): string =>
  `${origin}/connect/${account}/callback`

/** Why connecting failed, for the page that the browser returns to. */
type Failed = 'denied' | 'state' | 'refused' | 'unreachable'

/** Connecting with OAuth: sends the browser to the product and handles its return. */
export function clickPages(connectors: AccountConnectors) {
  const pages = new Hono<AppEnv>()
  for (const connector of connectors) {
    const { account, click } = connector
    if (!click) continue
    pages.get(`/connect/${account}/start`, (c) => start(c, connector, click))
    pages.get(`/connect/${account}/callback`, (c) => finish(c, connector, click))
  }
  return pages
}

async function start(c: Context<AppEnv>, connector: AccountConnector, click: Click): Promise<Response> {
  const { settings, platform } = c.get('state')
  try {
    const key = adminKey(settings)
    const now = platform.now()
    const session = await readSession(settings, c.req.header('Cookie'), now)
    const link = session ? undefined : await linkOfCookie(c, connector.account)
    const { state, setCookie } = await startState(key, link?.digest, now)
    const url = click.authorizeUrl(settings, redirectUri(new URL(c.req.url).origin, connector), state)
    return respond(c, 302, null, { Location: url.href, 'Set-Cookie': setCookie })
  } catch (error) {
    if (!(error instanceof GatewayError)) return fail(c, error)
    const { status, message, reason, headers } = error
    return respond(c, status, `${message}\n`, { ...headers, 'Content-Type': 'text/plain; charset=UTF-8' }, reason)
  }
}

async function finish(c: Context<AppEnv>, connector: AccountConnector, click: Click): Promise<Response> {
  const state = c.get('state')
  const { settings, platform, upstream } = state
  const { code, error, error_reason, state: given } = c.req.query()
  const key = adminKey(settings)
  const started = await readState(key, given, c.req.header('Cookie'), platform.now())
  const page = started?.link ? `/connect/${connector.account}?` : '/?'
  const lead = (query: string, reason?: GatewayError['reason']) =>
    respond(c, 302, null, { Location: page + query, 'Set-Cookie': END_OF_STATE }, reason)
  const failed = (word: Failed, reason: GatewayError['reason']) => lead(`failed=${word}`, reason)

  if (!started) return failed('state', 'refused origin')
  const link =
    started.link === undefined
      ? undefined
      : { account: connector.account, digest: started.link, expiresAt: 0, ownerName: null, note: null }
  Object.assign(state, { action: 'admin_connect_by_click', target: connector.account, isAdmin: !link, link })
  if (error !== undefined || !code) {
    const isDenied = error === 'access_denied' || error_reason === 'user_denied'
    return failed(isDenied ? 'denied' : 'refused', 'refused service')
  }
  try {
    // The product appends `#_` to the URL. It is not part of the code.
    const uri = redirectUri(new URL(c.req.url).origin, connector)
    const { secrets, expiresAt } = await click.exchange(upstream, code.replace(/#_$/, ''), uri)
    const keep = () => connectAccount(state, connector, secrets, { expiresAt, isTested: true })
    if (!link) await keep()
    else await useLink({ settings, link }, keep)
    await recordOwnChange(state, 302)
  } catch (problem) {
    const { status, reason } = publicError(problem)
    if (reason === 'bug') return fail(c, problem)
    return failed(status >= 500 || status === 429 ? 'unreachable' : status === 410 ? 'state' : 'refused', reason)
  }
  return lead(started.link ? 'connected=1' : `connected=${connector.account}`)
}
