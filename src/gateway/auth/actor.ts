import type { Actor } from '../../base/usage.ts'
import type { RequestState } from '../state.ts'

/** The actor of a request, by how it was authenticated. */
export function getActor({ caller, isAdmin, link }: Pick<RequestState, 'caller' | 'isAdmin' | 'link'>): Actor {
  if (isAdmin) return ADMIN
  if (caller) {
    const { id, name, isNamed, isGrant } = caller
    if (!isNamed) return { kind: 'deployment', id, name: null }
    return { kind: isGrant ? 'client' : 'key', id, name }
  }
  return link ? { kind: 'link', id: link.digest.slice(0, 16), name: null } : NOBODY
}

const ADMIN: Actor = { kind: 'admin', id: null, name: null }
const NOBODY: Actor = { kind: 'nobody', id: null, name: null }
