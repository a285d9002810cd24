import type { Context, MiddlewareHandler } from 'hono'
import { htmlPage } from '../rest.ts'
import { personalWorkspace } from './accounts.ts'
import { answer, detail, unprocessable } from './envelope.ts'
import { parsePlace, REGION_NAMES, REGIONS, type Region, regionOfClaim } from './hosts.ts'
import { isMoved, isNextGeneration } from './next-generation.ts'
import { emptyLibrary, type Plaud, type PlaudEnv } from './state.ts'
import type { Switches } from './switches.ts'
import { type Claims, readToken } from './tokens.ts'

/** Wants the refresh token, and nothing else does (facts 4). */
const REFRESH = /^\/user-app\/auth\/workspace\/refresh\//
/** Routes that want the user token (facts 4). */
const USER_ROUTES = /^\/(user\/me$|team-app\/|user-app\/)/

/** Runs before every API route: the edge, the token, the region, and what the token may see. */
export function access(plaud: Plaud): MiddlewareHandler<PlaudEnv> {
  return async function access(c, next) {
    const { state, switches } = plaud
    const url = new URL(c.req.url)
    const place = parsePlace(url.hostname)
    if (url.protocol !== 'https:' || place?.kind !== 'api') return c.notFound()
    if (!c.req.header('user-agent')?.startsWith('Mozilla/5.0 (')) return edgeBlock()

    const header = c.req.header('authorization')
    if (!header) return detail(401, 'Authorization header is missing')
    const claims = readToken(header.match(/^bearer (\S+)$/i)?.[1] ?? '')
    const account = state.accounts.get(claims?.sub ?? '') ?? getMember(plaud, claims?.wid)
    const home = regionOfClaim(claims?.region ?? account?.claim ?? '')
    if (!claims || !account || !home) return refused(plaud, c)
    if (home !== place.region || switches.wrongRegion === 'loop') return wrongRegion(plaud, home, place.region)

    const moved = isMoved(plaud, account.id)
    if (moved && isRefusedToMoved(plaud, c.req.path)) return answer(plaud, -1800907, 'user has migrated')
    if (!moved && isNextGeneration(c.req.path)) {
      if (switches.unmovedRefusal === 'absent') return detail(404, 'Not Found')
      return switches.unmovedRefusal === 'detail' ? detail(401, 'Invalid or expired token') : refused(plaud, c)
    }

    const platform = c.req.header('app-platform')
    if (platform && claims.client_id && platform !== claims.client_id) {
      return answer(plaud, -3901, 'token type does not match parse mode')
    }

    const expired = claims.exp * 1000 <= plaud.now()
    if (REFRESH.test(c.req.path) !== (claims.typ === 'WRT')) return refused(plaud, c)
    if (claims.typ === 'WRT') {
      if (expired) return answer(plaud, -420, 'workspace refresh token expired')
    } else if (claims.typ === 'UT') {
      if (expired && switches.expiredUserToken === 'detail') return detail(401, 'Invalid or expired token')
      if (expired) return refused(plaud, c)
    } else {
      if (expired || superseded(plaud, claims, header)) return deadWorkspaceToken(plaud)
      if (USER_ROUTES.test(c.req.path)) return detail(403, 'A user token is required')
      if (isNextGeneration(c.req.path) && !hasScope(plaud, c, claims)) return unprocessable('x-scope-id', 'no scope')
    }

    const own = claims.typ === 'UT' || claims.wid === personalWorkspace(account).workspace_id
    c.set('account', account)
    c.set('claims', claims)
    const library = own ? state : state.team
    c.set('library', blind(plaud, claims, place.region) ? emptyLibrary() : library)
    return next()
  }
}

/** What 3.0 refuses to a moved account (facts 15.1). */
const isRefusedToMoved = ({ switches }: Plaud, path: string) =>
  switches.movedRefused === 'files'
    ? path.startsWith('/file/')
    : !isNextGeneration(path) && !/^\/(user|team-app|user-app)\/|^\/ai\/trans-status$/.test(path)

/** A workspace token is used with the headers of its workspace (facts 15.2). */
const hasScope = ({ switches }: Plaud, { req }: Context, { wid }: Claims) =>
  switches.scopeHeaders === 'ignored' ||
  (req.header('x-scope-type') === 'workspace' && req.header('x-scope-id') === wid)

/** The account of a workspace token that does not contain it. */
const getMember = ({ state }: Plaud, workspace: string | undefined) =>
  [...state.accounts.values()].find(({ workspaces }) =>
    workspaces.some(({ workspace_id }) => workspace_id === workspace),
  )

/** Minting a workspace token revokes the previous one. The first may have been minted before the simulator started. */
function superseded({ state }: Plaud, claims: Claims, header: string): boolean {
  const live = state.workspaceTokens.get(claims.wid ?? '')
  return live !== undefined && !header.endsWith(live.token)
}

/** On a regional host a user token reads what looks like an empty account (facts 3). */
const blind = ({ switches }: Plaud, { typ }: Claims, region: Region) =>
  typ === 'UT' && region !== 'us' && switches.regionalUserToken === 'empty'

function refused(plaud: Plaud, c: Context): Response {
  const listing = c.req.path === '/file/simple/web' ? { data_file_total: 0, data_file_list: [] } : {}
  return answer(plaud, plaud.switches.refusal, 'invalid auth header', listing)
}

const deadWorkspaceToken = (plaud: Plaud): Response =>
  plaud.switches.deadWorkspaceToken === 'detail'
    ? detail(401, 'token invalid or expired')
    : answer(plaud, -419, 'workspace token expired')

const edgeBlock = () => htmlPage('<html><title>Access denied</title><body>Error 1010</body></html>', 403)

/** The response to a token on a host outside of its region: a 200 that names the right one (facts 1.1). */
function wrongRegion(plaud: Plaud, home: Region, here: Region): Response {
  const host = REGIONS[home].api
  const { regionPlace, regionStatus } = plaud.switches
  const to = (api: string) => answer(plaud, regionStatus, 'user region mismatch', PLACES[regionPlace](api))
  switch (plaud.switches.wrongRegion) {
    case 'https':
      return to(`https://${host}`)
    case 'bare':
      return to(host)
    case 'http':
      return to(`http://${host}`)
    case 'foreign':
      return to('https://collector.example.test')
    case 'lookalike':
      return to(`https://${host}.example.test`)
    case 'loop':
      return to(`https://${REGIONS[next(here)].api}`)
    case 'unauthorized':
      return detail(401, 'Invalid or expired token')
    case 'forbidden':
      return detail(403, 'Forbidden')
  }
}

const PLACES: Record<Switches['regionPlace'], (api: string) => Record<string, unknown>> = {
  'data.domains.api': (api) => ({ data: { domains: { api } } }),
  'domains.api': (api) => ({ domains: { api } }),
  'data.domain': (domain) => ({ data: { domain } }),
  domain: (domain) => ({ domain }),
}

const next = (here: Region): Region => REGION_NAMES[(REGION_NAMES.indexOf(here) + 1) % REGION_NAMES.length] ?? 'us'
