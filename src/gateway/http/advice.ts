import type { Context } from 'hono'
import { type GatewayError, getErrorCode } from '../../base/errors.ts'
import { isLoopback } from '../../base/url.ts'
import type { AppEnv } from '../state.ts'

/** How a secret is set where the gateway runs on this machine. */
const LOCAL_COMMAND = '`npm run setup "--" --local` (it writes the file .dev.vars), then start it again'

/** The message of an error, with what only the request shows: the address of the page, and whether this is a local run. */
export function withAdvice(c: Context<AppEnv>, error: GatewayError): string {
  const { origin, hostname } = new URL(c.req.url)
  const message = isLoopback(hostname)
    ? error.message.replace(/`npx wrangler secret put [A-Z_]+`/, LOCAL_COMMAND)
    : error.message
  const page = accountPage(c, error, origin)
  if (page === undefined) return message
  return message.includes('reconnect it')
    ? message.replace('reconnect it', `reconnect it at ${page}`)
    : `${message}; connect it at ${page}`
}

/** Where the account behind a 401 is connected. */
function accountPage(
  c: Context<AppEnv>,
  { status, reason, parameters }: GatewayError,
  origin: string,
): string | undefined {
  const { upstream } = c.get('state')
  const account = parameters.account ?? upstream.used.account
  const code = getErrorCode(reason, status)
  const isAbout = status === 401 && (code === 'account_not_connected' || code === 'account_rejected')
  return isAbout && account !== undefined ? `${origin}/#account-${account}` : undefined
}
