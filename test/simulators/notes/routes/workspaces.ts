import { Hono } from 'hono'
import { missing } from '../errors.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { getWorkspaces, workspaceFor } from '../reach.ts'
import type { Workspace } from '../state.ts'

const shown = ({ guid, name, isWikiEnabled }: Workspace) => ({ guid, name, isWikiEnabled })

export const workspaceRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>()
    .get('/workspaces', (c) => c.json({ [tiro.switches.workspacesKey]: getWorkspaces(tiro, c.get('key')).map(shown) }))
    // 404 for a key that is bound to no workspace (facts 3).
    .get('/workspaces/me', (c) => {
      const key = c.get('key')
      if (key.workspaceGuid === null) throw missing('Workspace')
      return c.json(shown(workspaceFor(tiro, key, key.workspaceGuid)))
    })
