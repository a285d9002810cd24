import type { AccountConnectors } from '../../accounts/accounts.ts'
import { isAccount } from '../../base/groups.ts'
import { respond } from '../../gateway/http/respond.ts'
import { readConnectPage } from './connect-page.ts'
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
    const { text, headers } = await readConnectPage(c, account)
    return respond(c, 200, text, headers)
  })
  return pages
}
