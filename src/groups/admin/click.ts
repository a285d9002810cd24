import { type Context, Hono } from 'hono'
import {
  type Click,
  type Connectable,
  type Connectables,
  checkCanKeep,
  connectAccount,
} from '../../accounts/accounts.ts'
import { randomText } from '../../base/crypto.ts'
import { badInput, GatewayError, publicError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { isLoopback } from '../../base/url.ts'
import { recordOwnChange } from '../../gateway/audit.ts'
import {
  adminKey,
  countTry,
  getHand,
  hasProof,
  readSession,
  resumeSession,
  toLoginAttempt,
} from '../../gateway/auth/admin.ts'
import type { OpenLink } from '../../gateway/auth/caller.ts'
import { linkOfCookie, overLink } from '../../gateway/auth/links.ts'
import { checkNormal, isDocumentId } from '../../gateway/auth/oauth/clients.ts'
import { checkOnce, type oauthServer } from '../../gateway/auth/oauth/server.ts'
import { OAUTH_PATHS } from '../../gateway/auth/oauth/storage.ts'
import { requestedTerms, type Terms } from '../../gateway/auth/scopes.ts'
import { isSigned, sign } from '../../gateway/auth/signature.ts'
import { cookie, cookieIn } from '../../gateway/http/cookies.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'

const NAME = '__Host-latchkey-state'

/** How long a person may take at the product, in milliseconds. */
const LIFE_MS = 10 * 60_000

/** What a sign-in at a product began from: a session of the owner, by its id, or an invite link, by its digest. */
type Beginning = { readonly session: string } | { readonly link: string }

/**
 * The OAuth `state`, which the product returns unchanged. It is signed and expires. It is valid once and only in the
 * browser that has its cookie, because the cookie is deleted after use. It names what the flow began from. A session
 * has to be named, because no browser sends its `Strict` cookie when it comes back from the product's page.
 */
async function startState(adminKey: string, from: Beginning, now: number) {
  const name = 'session' in from ? `session.${from.session}` : `link.${from.link}`
  const text = `2.${now + LIFE_MS}.${randomText(16)}.${name}`
  const state = `${text}.${await sign(adminKey, 'social state', text)}`
  // Lax, because the browser comes back from the product's page.
  return { state, setCookie: cookie(NAME, state, LIFE_MS / 1000, 'Lax') }
}

const FORM = /^(2\.(\d{13})\.[\w-]{22}\.(?:session\.([\w-]{22})|link\.([\da-f]{64})))\.([\w-]{43})$/

/** The content of a state. Undefined when it expired, belongs to another browser, or was signed with another key. */
async function readState(
  adminKey: string,
  state: string | undefined,
  cookies: string | undefined,
  now: number,
): Promise<Beginning | undefined> {
  if (!state || state !== cookieIn(cookies, NAME)) return undefined
  const [, text = '', end = '', session, link, signature = ''] = FORM.exec(state) ?? []
  const isValid = Number(end) > now && (await isSigned(adminKey, 'social state', text, signature))
  if (!isValid) return undefined
  return session === undefined ? { link: link ?? '' } : { session }
}

const END_OF_STATE = cookie(NAME, '', 0, 'Lax')

type Server = Awaited<ReturnType<typeof oauthServer>>

interface Identified {
  /**
   * The host of the client's metadata document, which proves who the client is. Undefined for a client that registered
   * itself.
   */
  domain: string | undefined
}

/** A valid request for a grant, and the client that sent it. */
interface Authorization extends Identified {
  request: Awaited<ReturnType<Server['api']['parseAuthRequest']>>
  /** The name that the client gives itself, on one line. */
  name: string
  redirectHost: string
  isLocal: boolean
  /** The access that the client asks for. Undefined when it asks for nothing specific. */
  requested: Terms | undefined
  /** The URL that the browser is sent to when the owner refuses. */
  deniedTo: string
}

/** An invalid request of a known client, and the client's own URL with the error in it. */
interface RefusedAuthorization extends Identified {
  error: { code: string; description: string }
  refusedTo: string
}

const LONGEST_NAME = 80

/**
 * Reads the query with which a client sends a browser to the consent page. Validates the client, the exact redirect
 * URI, the audience and PKCE. Throws 400 when the redirect URI cannot be trusted, and 429 after too many such requests.
 */
export async function readAuthorization(
  c: Context<AppEnv>,
  server: Server,
  query: string,
): Promise<Authorization | RefusedAuthorization> {
  const { AuthorizationError, api, authorizationErrorRedirect } = server
  const url = new URL(OAUTH_PATHS.consent, c.req.url)
  url.search = query
  checkOnce(url.searchParams)
  const clientId = url.searchParams.get('client_id') ?? ''
  const domain = isDocumentId(clientId) && URL.canParse(clientId) ? new URL(clientId).hostname : undefined
  try {
    const request = await api.parseAuthRequest(new Request(url))
    checkNormal(request.redirectUri)
    if (!request.codeChallenge) {
      const error = { code: 'invalid_request' as const, description: 'code_challenge is required' }
      return { domain, error, refusedTo: authorizationErrorRedirect(request, error.code, error.description) }
    }
    const { clientName, redirectHost } = await api.describeConsent(request)
    return {
      request,
      name: shown(clientName),
      domain,
      redirectHost,
      isLocal: isLoopback(new URL(request.redirectUri).hostname),
      requested: requestedTerms(request.scope),
      deniedTo: authorizationErrorRedirect(request, 'access_denied', 'the owner of the gateway refused'),
    }
  } catch (error) {
    if (error instanceof AuthorizationError && error.redirectTo) {
      const { code, description, redirectTo } = error
      return { domain, error: { code, description }, refusedTo: redirectTo }
    }
    if (!(error instanceof AuthorizationError || error instanceof GatewayError)) throw error
    await countTry(c.get('state').settings, toLoginAttempt(c).address)
    throw error instanceof GatewayError
      ? error
      : badInput(`this request for access cannot be trusted: ${error.description}`)
  }
}

/** A name on one line, without control characters that hide text, break lines or change its direction. */
export const oneLine = (name: string): string => name.replace(/[\p{C}\s]+/gu, ' ').trim()

/** A name that the client chose, shortened. */
const shown = (name: string): string => oneLine(name).slice(0, LONGEST_NAME) || 'a client without a name'

/** The redirect URI, as it is registered at the product. */
export const redirectUri = (origin: string, { account }: Pick<Connectable, 'account'>): string =>
  `${origin}/connect/${account}/callback`

/** Why connecting failed, for the page that the browser returns to. */
type Failed = 'denied' | 'state' | 'refused' | 'unreachable'

/** Connecting with OAuth: sends the browser to the product and handles its return. */
export function clickPages(connectables: Connectables) {
  const pages = new Hono<AppEnv>()
  for (const connectable of connectables) {
    const { account, click } = connectable
    if (!click) continue
    pages.get(`/connect/${account}/start`, (c) => start(c, connectable, click))
    pages.get(`/connect/${account}/callback`, (c) => finish(c, connectable, click))
  }
  return pages
}

async function start(c: Context<AppEnv>, connectable: Connectable, click: Click): Promise<Response> {
  const { settings, platform } = c.get('state')
  try {
    const key = adminKey(settings)
    const now = platform.now()
    const session = await readSession(settings, c.req.header('Cookie'), now)
    if (session) {
      c.get('state').session = session
      // The app asks for the proof, and comes back.
      if (!(await hasProof(c))) return respond(c, 302, null, { Location: `/?start=${connectable.account}` })
    }
    const from = session ? { session: session.id } : { link: (await linkOfCookie(c, connectable.account)).digest }
    await checkCanKeep({ settings })
    const { state, setCookie } = await startState(key, from, now)
    const url = click.authorizeUrl(settings, redirectUri(new URL(c.req.url).origin, connectable), state)
    return respond(c, 302, null, { Location: url.href, 'Set-Cookie': setCookie })
  } catch (error) {
    if (!(error instanceof GatewayError)) return fail(c, error)
    const { status, message, reason, headers } = error
    return respond(c, status, `${message}\n`, { ...headers, 'Content-Type': 'text/plain; charset=UTF-8' }, reason)
  }
}

async function finish(c: Context<AppEnv>, connectable: Connectable, click: Click): Promise<Response> {
  const state = c.get('state')
  const { settings, platform, upstream } = state
  const { code, error, error_reason, state: given } = c.req.query()
  const key = adminKey(settings)
  const started = await readState(key, given, c.req.header('Cookie'), platform.now())
  const isByLink = started !== undefined && 'link' in started
  const page = isByLink ? `/connect/${connectable.account}?` : '/?'
  const lead = (query: string, reason?: GatewayError['reason']) =>
    respond(c, 302, null, { Location: page + query, 'Set-Cookie': END_OF_STATE }, reason)
  const failed = (word: Failed, reason: GatewayError['reason']) => lead(`failed=${word}`, reason)

  if (!started) return failed('state', 'refused origin')
  const link = isByLink
    ? { account: connectable.account, digest: started.link, expiresAt: 0, ownerName: null, note: null }
    : undefined
  Object.assign(state, { action: 'admin_connect_by_click', target: connectable.account, link })
  try {
    if ('session' in started) await resumeSession(c, started.session)
    if (error !== undefined || !code) {
      const isDenied = error === 'access_denied' || error_reason === 'user_denied'
      return failed(isDenied ? 'denied' : 'refused', 'refused service')
    }
    // The product appends `#_` to the URL. It is not part of the code.
    const uri = redirectUri(new URL(c.req.url).origin, connectable)
    await checkCanKeep(state)
    const { secrets, ...info } = await click.exchange(upstream, code.replace(/#_$/, ''), uri)
    const keep = () => connectAccount(state, connectable, secrets, { ...info, isTested: true, hand: getHand(c) })
    if ('link' in started) await useLink({ settings, link }, keep)
    else {
      // The product took its time, in which somebody may have ended the session.
      await resumeSession(c, started.session)
      await keep()
    }
    await recordOwnChange(c, 302)
  } catch (problem) {
    const { status, reason } = publicError(problem)
    if (reason === 'bug') return fail(c, problem)
    const isOver = status === 410 || (status === 401 && reason === 'refused admin')
    return failed(status >= 500 || status === 429 ? 'unreachable' : isOver ? 'state' : 'refused', reason)
  }
  return lead(isByLink ? 'connected=1' : `connected=${connectable.account}`)
}

/**
 * Counts an attempt to connect with a link, before the product is called. Throws 410 when the link has no attempts
 * left.
 */
export async function countLinkTry({ settings, link }: Pick<RequestState, 'settings' | 'link'>): Promise<void> {
  if (!link) throw noLink()
  if (!(await stateObject(settings, link.account).tryLink(link.digest)))
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
  const object = stateObject(settings, link.account)
  if (!(await object.useLink(link.digest))) throw overLink('this link was used', 'used')
  try {
    await work()
  } catch (error) {
    await object.releaseLink(link.digest)
    throw error
  }
}
