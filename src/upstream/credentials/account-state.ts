import type { AccountStateObject } from '../../base/account-state.ts'
import type { Account } from '../../base/connected-accounts.ts'
import type { Settings } from '../../base/settings.ts'

/** The stub of the object with the state of an account. It belongs to the current request. */
export const stateObject = ({ env }: Settings, account: Account): AccountStateObject =>
  env.ACCOUNTS.getByName(`state/${account}`)
