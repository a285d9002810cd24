import type { Context } from 'hono'
import { type Account, productOf } from '../../base/groups.ts'
import type { AppEnv } from '../../gateway/state.ts'

/** The page for an invited customer, with the headers of public/_headers. */
export async function readConnectPage(c: Context<AppEnv>, account: Account) {
  const { ASSETS } = c.get('state').settings.env
  const page = await ASSETS.fetch(new URL(`/connect/${productOf(account)}`, c.req.url).href)
  return { text: await page.text(), headers: Object.fromEntries(page.headers) }
}
