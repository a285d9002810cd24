import type { Connectable } from '../../accounts/connectable.ts'
import { connectionBy } from './connection.ts'
import { listNotes } from './notes.ts'

export const notesAccount: Connectable = {
  account: 'notes',
  group: 'notes',
  fields: { token: 'NOTES_TOKEN' },
  async probe(outgoing) {
    await listNotes(connectionBy(outgoing), { size: 1 })
    return {}
  },
}
