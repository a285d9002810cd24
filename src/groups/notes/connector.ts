import type { AccountConnector } from '../../accounts/accounts.ts'
import { connectionBy } from './connection.ts'
import { listNotes } from './notes.ts'

export const notesAccount: AccountConnector = {
  account: 'notes',
  group: 'notes',
  fields: { token: 'NOTES_TOKEN' },
  async probe(upstream) {
    await listNotes(connectionBy(upstream), { size: 1 })
    return {}
  },
}
