import type { Connectable } from '../../accounts/accounts.ts'
import { listNotes } from './notes.ts'
import { connectionBy } from './tiro.ts'

export const notesAccount: Connectable = {
  account: 'notes',
  group: 'notes',
  fields: { token: 'NOTES_TOKEN' },
  async probe(upstream) {
    await listNotes(connectionBy(upstream), { size: 1 })
    return {}
  },
}
