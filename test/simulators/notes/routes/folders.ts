import { Hono } from 'hono'
import { missing } from '../errors.ts'
import { needs } from '../guard.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { getWorkspaces, workspaceFor } from '../reach.ts'
import type { Folder } from '../state.ts'

const shown = ({ noteGuids: _, ...folder }: Folder) => folder

export const folderRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>()
    // A bare array (facts 2).
    .get('/workspaces/:guid/folders', needs('folder:read'), (c) => {
      const { guid } = workspaceFor(tiro, c.get('key'), c.req.param('guid'))
      return c.json(tiro.state.folders.filter(({ workspaceGuid }) => workspaceGuid === guid).map(shown))
    })
    .get('/folders/:id', needs('folder:read'), (c) => {
      const folder = tiro.state.folders.find(({ id }) => id === c.req.param('id'))
      const seen = getWorkspaces(tiro, c.get('key')).some(({ guid }) => guid === folder?.workspaceGuid)
      if (!folder || !seen) throw missing('Folder')
      workspaceFor(tiro, c.get('key'), folder.workspaceGuid)
      return c.json(shown(folder))
    })
