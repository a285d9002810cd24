import type { Context } from 'hono'
import { VERSION } from '../../base/version.ts'
import { oauthLack } from '../../gateway/auth/oauth/oauth.ts'
import { respond } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { REVISION, REVISIONS } from './protocol/revisions.ts'

/**
 * What a program can know about the MCP server before it connects, without a key: the address, the header and the
 * revisions. There is nothing about accounts or tools, which depend on the key.
 */

const SCHEMAS = 'https://static.modelcontextprotocol.io/schemas'
/** At most 100 characters. */
const DESCRIPTION =
  'Recordings, notes, pages, sales, bills and posts of one person, in the accounts that they connected'
const LONGEST_TITLE = 100
const CARD_TYPE = 'application/mcp-server-card+json'

/** The host name in reverse order, as names of servers start with it: `dev.workers.example/latchkey`. */
export const getServerName = (hostname: string): string =>
  `${hostname
    .replace(/[^a-z0-9.-]/gi, '-')
    .split('.')
    .reverse()
    .join('.')}/latchkey`

function identify(c: Context<AppEnv>) {
  const { settings } = c.get('state')
  const { origin, hostname } = new URL(c.req.url)
  const isRequired = oauthLack(settings, origin) !== undefined
  return {
    named: {
      name: getServerName(hostname),
      title: settings.serviceName.slice(0, LONGEST_TITLE),
      description: DESCRIPTION,
      version: VERSION,
      websiteUrl: `${origin}/docs`,
    },
    remote: {
      type: 'streamable-http',
      url: `${origin}/mcp`,
      headers: [
        { name: 'X-API-KEY', description: KEY[isRequired ? 'required' : 'optional'], isRequired, isSecret: true },
      ],
    },
  }
}

const KEY = {
  required: 'An API key of this gateway, from its owner',
  optional: 'An API key of this gateway, from its owner. Without it, clients connect by OAuth',
}

/** The server card of SEP-2127. */
export function serverCard(c: Context<AppEnv>): Response {
  const { named, remote } = identify(c)
  const remotes = [{ ...remote, supportedProtocolVersions: [REVISION, ...REVISIONS] }]
  return publish(c, { $schema: `${SCHEMAS}/v1/server-card.schema.json`, ...named, remotes }, CARD_TYPE)
}

/** The description of the server for registries, which `mcp-publisher` takes as server.json. */
export function registryEntry(c: Context<AppEnv>): Response {
  const { named, remote } = identify(c)
  return publish(
    c,
    { $schema: `${SCHEMAS}/2025-12-11/server.schema.json`, ...named, remotes: [remote] },
    'application/json',
  )
}

/** Any page may read it, because it contains nothing of the owner. */
const publish = (c: Context<AppEnv>, value: object, type: string) =>
  respond(c, 200, JSON.stringify(value), {
    'Content-Type': type,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=3600',
  })
