import { missing, refusal } from './errors.ts'
import type { Tiro } from './product.ts'
import type { ApiKey, Note, Workspace } from './state.ts'

/** The workspaces that a key sees: its own, or all of the account for a legacy key. */
export const getWorkspaces = (tiro: Tiro, key: ApiKey) =>
  tiro.state.workspaces.filter(({ guid }) => key.workspaceGuid === null || guid === key.workspaceGuid)

/**
 * The workspace that a request is about: the one it names, else the key's own.
 * 400 when an unbound key names none, 403000 when the feature is off there (facts 2); a foreign one is 404.
 */
export function workspaceFor(tiro: Tiro, key: ApiKey, named: string | undefined): Workspace {
  const guid = named ?? key.workspaceGuid
  if (guid === null) {
    throw refusal(400, {
      message: 'workspaceGuid is required for an API key that is bound to no workspace',
      detail: { field: 'workspaceGuid' },
    })
  }
  const workspace = getWorkspaces(tiro, key).find((seen) => seen.guid === guid)
  if (!workspace) throw missing('Workspace')
  if (!workspace.isApiEnabled) throw refusal(403, { message: 'This feature is not enabled for the workspace' })
  return workspace
}

/** A note in a workspace of the key. Any other is 404. */
export function noteFor(tiro: Tiro, key: ApiKey, guid: string): Note {
  const note = tiro.state.notes.find((known) => known.guid === guid)
  if (!note || !getWorkspaces(tiro, key).some((seen) => seen.guid === note.workspaceGuid)) throw missing('Note')
  workspaceFor(tiro, key, note.workspaceGuid)
  return note
}
