import * as z from 'zod'
import { remembered } from '../../env.ts'
import { GatewayError, notFound } from '../../gateway/errors.ts'
import { id } from '../../gateway/fields.ts'
import { sha256Hex } from '../../gateway/keys.ts'
import { credentials } from '../../upstream/credentials.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callTiro } from './tiro.ts'

/** The guid becomes part of a path, so it has the form of a path id. */
const Workspace = z.object({ guid: id('The workspace') })
/** Both wrappers were seen (notes facts, section 3). */
const Workspaces = z.union([
  z.object({ workspaces: z.array(Workspace) }).transform(({ workspaces }) => workspaces),
  z.object({ content: z.array(Workspace) }).transform(({ content }) => content),
])

/** Guid by digest of the key. A deployment has one key at a time, so one is kept. */
const rememberedGuids = remembered(() => new Map<string, string>())

/** Where the notes and folders of the connected account live: a key belongs to one workspace (notes facts, section 1). */
export async function workspaceOf(outgoing: Outgoing): Promise<string> {
  const { NOTES_TOKEN: key } = await credentials(outgoing, 'notes')
  const digest = await sha256Hex(key)
  const guids = rememberedGuids(outgoing.settings)
  const known = guids.get(digest)
  if (known !== undefined) return known
  const guid = await findWorkspace(outgoing)
  guids.clear()
  guids.set(digest, guid)
  return guid
}

async function findWorkspace(outgoing: Outgoing): Promise<string> {
  try {
    const own = Workspace.safeParse(await callTiro(outgoing, { path: '/workspaces/me' }))
    if (!own.success) throw unreadable('notes')
    return own.data.guid
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
    return firstWorkspace(outgoing)
  }
}

/** A legacy key is bound to no workspace and sees them all (notes facts, sections 1 and 3). */
async function firstWorkspace(outgoing: Outgoing): Promise<string> {
  const listed = Workspaces.safeParse(await callTiro(outgoing, { path: '/workspaces' }))
  if (!listed.success) throw unreadable('notes')
  const [first] = listed.data
  if (!first) throw notFound('the notes account has no workspace')
  return first.guid
}
