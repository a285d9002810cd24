import { sha256Hex } from '../../base/crypto.ts'
import { hasStatus, notFound } from '../../base/errors.ts'
import { at, items, text } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import type { TiroCall } from './tiro.ts'
import { required } from './tiro.ts'

/** The guid becomes part of a path, so it must have the form of a path id. */
function readGuid(workspace: unknown): string | null {
  const guid = text(at(workspace, 'guid'))
  return guid !== null && /^[\w-]{1,128}$/.test(guid) ? guid : null
}

/** Guids by digest of the key. A deployment has one key at a time, so one guid is cached. */
const cachedGuids = perIsolateCache(() => new Map<string, string>())

type Call = (call: TiroCall) => Promise<unknown>

/** The workspace of the connected account's notes and folders. A key belongs to one workspace. */
export async function fetchWorkspaceGuid(settings: Settings, key: string, call: Call): Promise<string> {
  const digest = await sha256Hex(key)
  const guids = cachedGuids(settings)
  const known = guids.get(digest)
  if (known !== undefined) return known
  const guid = await fetchGuid(call)
  guids.clear()
  guids.set(digest, guid)
  return guid
}

async function fetchGuid(call: Call): Promise<string> {
  try {
    return required('guid', readGuid(await call({ path: '/workspaces/me' })))
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return fetchFirstGuid(call)
  }
}

/** A legacy key belongs to no workspace and sees all of them. */
async function fetchFirstGuid(call: Call): Promise<string> {
  const answer = await call({ path: '/workspaces' })
  // Both wrappers were seen.
  const workspaces = at(answer, 'workspaces') ?? at(answer, 'content')
  const { length } = required('workspaces', Array.isArray(workspaces) ? workspaces : undefined)
  if (length === 0) throw notFound('the notes account has no workspace')
  return required('workspaces[].guid', items(workspaces, readGuid)[0])
}
