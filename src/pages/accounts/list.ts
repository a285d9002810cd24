import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { useLoaded } from '../ui/task.ts'

/** The accounts, to choose among them. Undefined until they are known, and none if they cannot be: a choice then offers less. */
export const useKnownAccounts = (): readonly Report[] | undefined =>
  useLoaded(() =>
    call('admin_list_accounts')
      .then(({ accounts }) => accounts)
      .catch((): Report[] => []),
  ).value

/** The same where a choice may come later than what is around it. */
export const useAccounts = (): readonly Report[] => useKnownAccounts() ?? []
