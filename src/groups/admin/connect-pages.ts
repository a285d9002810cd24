import type { AccountConnectors } from '../../accounts/accounts.ts'
import { isAccount, productOf } from '../../base/groups.ts'
import { respond } from '../../gateway/http/respond.ts'
import { oauthConnectionPages } from './oauth-connection.ts'

/**
 * The pages below /connect that are no files. Each product has a page for invited customers as a file, which also serves its
 * further accounts.
 */
export function connectPages(connectors: AccountConnectors) {
  const pages = oauthConnectionPages(connectors)
  pages.get('/connect/:account{[^/]+:[^/]+}', async (c, next) => {
    const account = c.req.param('account')
    if (!isAccount(account)) return next()
    const { ASSETS } = c.get('state').settings.env
    const page = await ASSETS.fetch(new URL(`/connect/${productOf(account)}`, c.req.url).href)
    // With the headers of public/_headers.
    return respond(c, 200, await page.text(), Object.fromEntries(page.headers))
  })
  return pages
}
