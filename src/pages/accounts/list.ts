import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { useLoaded } from '../ui/task.ts'

/** The accounts, to choose among them. None while they are not known: a choice then offers less. */
export const useAccounts = (): readonly Report[] =>
  useLoaded(() =>
    call('admin_list_accounts')
      .then(({ accounts }) => accounts)
      .catch(() => []),
  ).value ?? []
