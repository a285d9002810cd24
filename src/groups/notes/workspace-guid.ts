import * as z from 'zod'
import { sha256Hex } from '../../base/digest.ts'
import { hasStatus, notFound } from '../../base/errors.ts'
import { remembered } from '../../base/remembered.ts'
import type { Settings } from '../../base/settings.ts'
import { id } from '../../gateway/fields.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { TiroCall } from './tiro.ts'

/** The guid becomes part of a path, so it has the form of a path id. */
const workspace = () => z.object({ guid: id('The workspace') })
const readWorkspace = shapeReader('notes', workspace)

/** Both wrappers were seen (notes facts, section 3). */
const readWorkspaces = shapeReader('notes', () =>
  z.union([
    z.object({ workspaces: z.array(workspace()) }).transform(({ workspaces }) => workspaces),
    z.object({ content: z.array(workspace()) }).transform(({ content }) => content),
  ]),
)

/** Guid by digest of the key. A deployment has one key at a time, so one is kept. */
const rememberedGuids = remembered(() => new Map<string, string>())

type Call = (call: TiroCall) => Promise<unknown>

/** Where the notes and folders of the connected account live: a key belongs to one workspace (notes facts, section 1). */
export async function fetchWorkspaceGuid(settings: Settings, key: string, call: Call): Promise<string> {
  const digest = await sha256Hex(key)
  const guids = rememberedGuids(settings)
  const known = guids.get(digest)
  if (known !== undefined) return known
  const guid = await fetchGuid(call)
  guids.clear()
  guids.set(digest, guid)
  return guid
}

async function fetchGuid(call: Call): Promise<string> {
  try {
    return readWorkspace(await call({ path: '/workspaces/me' })).guid
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return fetchFirstGuid(call)
  }
}

/** A legacy key is bound to no workspace and sees them all (notes facts, sections 1 and 3). */
async function fetchFirstGuid(call: Call): Promise<string> {
  const [first] = readWorkspaces(await call({ path: '/workspaces' }))
  if (!first) throw notFound('the notes account has no workspace')
  return first.guid
}
