import type { Account } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'

/** A further account that is not there yet, which connects in the ways of the first one. */
export const newReport = ({ group, fields, can_click }: Report, account: Account): Report => ({
  account,
  group,
  fields,
  can_click,
  state: 'not_connected',
  source: null,
  identity: null,
  previous_identity: null,
  message: null,
  hint: null,
  connected_at: null,
  expires_at: null,
  last_ok_at: null,
  last_error: null,
  workspace: null,
  workspaces: [],
})
