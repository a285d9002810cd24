import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../state.ts'
import { OAUTH_PATHS } from './storage.ts'

type Answers = typeof import('./endpoints.ts')

/** Loaded at the first such request, like the OAuth package. */
const by = (name: keyof Answers) => async (c: Context<AppEnv>) => (await import('./endpoints.ts'))[name](c)

/**
 * OAuth for MCP clients that connect without a key. The package runs behind the router and gets only its own paths.
 * Some clients request the metadata of /mcp without its path.
 */
export const oauth = new Hono<AppEnv>()
  .get(OAUTH_PATHS.resource, by('resource'))
  .get(`${OAUTH_PATHS.resource}/mcp`, by('resource'))
  .get(OAUTH_PATHS.server, by('server'))
  .post(OAUTH_PATHS.token, by('token'))
  .post(OAUTH_PATHS.register, by('register'))
