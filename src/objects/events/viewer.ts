import { ADMIN, DEPLOYMENT, type Viewer } from '../../base/events.ts'
import { type Account, groupOfAccount, productOf } from '../../base/groups.ts'
import { openedOf } from '../../gateway/auth/accounts.ts'

/** Whether a viewer opens an account, whatever its group. API_KEY and the owner open all. */
export const opensAccount = ({ id, accounts }: Viewer, account: Account): boolean =>
  id === ADMIN || id === DEPLOYMENT || openedOf(accounts, productOf(account)).includes(account)

/** Whether events of an account are seen. Events of the owner have none, and no key sees them. */
export function seesAccount(viewer: Viewer, account: Account | null): boolean {
  if (account === null) return viewer.id === ADMIN
  return opensAccount(viewer, account) && (!viewer.groups || viewer.groups.includes(groupOfAccount(account)))
}
