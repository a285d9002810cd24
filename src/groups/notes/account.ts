import { type AccountConnector, ifAvailable } from '../../accounts/accounts.ts'
import { text } from '../../base/json.ts'
import { listNotes } from './notes.ts'
import { connectionBy, fetchWorkspaceName } from './tiro.ts'

export const notesAccount: AccountConnector = {
  account: 'notes',
  group: 'notes',
  fields: { token: 'NOTES_TOKEN' },
  async probe(upstream) {
    const connection = connectionBy(upstream)
    await listNotes(connection, { size: 1 })
    // A key belongs to a workspace, not to a person.
    const ownId = await ifAvailable(connection.workspace())
    return { ownId, identity: await ifAvailable(fetchWorkspaceName(connection)) }
  },
  async findNewest(upstream) {
    const [note] = (await listNotes(connectionBy(upstream), { size: 1 })).notes
    return note && { title: text(note.title), at: Date.parse(text(note.createdAt) ?? '') || null }
  },
}
