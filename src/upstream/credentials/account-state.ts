import type { Stub } from '../../base/env.ts'
import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'

/** The stub of the object with the state of an account. It belongs to the current request. */
export const stateObject = ({ env }: Settings, account: Account): Stub<'ACCOUNTS'> =>
  env.ACCOUNTS.getByName(`state/${account}`)
