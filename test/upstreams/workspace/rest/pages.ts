import { Hono } from 'hono'
import { checkKeys, readBody } from '../body.ts'
import { invalid, noneOf, shouldBe } from '../errors.ts'
import { bodyId, pathId } from '../ids.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { DataSource, Json } from '../state.ts'
import { isTrashOnly, pageObject } from '../table/objects.ts'
import { addRow, readProperties } from '../write/pages.ts'
import { onlyTable } from './databases.ts'
import { needs } from './guard.ts'
import { reachDataSource, reachRow } from './reach.ts'

const CREATE_KEYS = ['parent', 'properties', 'icon', 'cover', 'children']
const UPDATE_KEYS = ['properties', 'icon', 'cover', 'in_trash', 'archived', 'is_locked']

export const pageRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .post('/pages', needs('insert'), async (c) => {
      const view = { notion, ...c.var }
      const { parent, properties = {} } = await readBody(c, CREATE_KEYS)
      const table = readParent(view, parent)
      const row = addRow(view, table, readProperties(view, table, properties))
      return c.json(pageObject(notion, view.connection, view.version, table, row))
    })
    .get('/pages/:id', needs('read'), (c) => {
      const view = { notion, ...c.var }
      const { row, table } = reachRow(view, pathId('page_id', c.req.param('id')))
      return c.json(pageObject(notion, view.connection, view.version, table, row))
    })
    .patch('/pages/:id', needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const { row, table } = reachRow(view, pathId('page_id', c.req.param('id')))
      const body = await readBody(c, UPDATE_KEYS)
      const inTrash = readTrash(body, view.version)
      if (row.inTrash && inTrash === undefined) {
        throw invalid("Can't edit block that is archived. You must unarchive the block before editing.")
      }
      const values = readProperties(view, table, body.properties ?? {})
      for (const [name, value] of values) row.values.set(name, value)
      row.inTrash = inTrash ?? row.inTrash
      row.lastEditedTime = timestamp(notion)
      row.lastEditedBy = view.connection.botId
      return c.json(pageObject(notion, view.connection, view.version, table, row))
    })

/** A row belongs to a data source; a database stands for its only one. Pages outside of tables are not simulated. */
function readParent(view: View, parent: unknown): DataSource {
  const { type, data_source_id, database_id } = checkKeys(parent, 'body.parent', [
    'type',
    'data_source_id',
    'database_id',
  ])
  const key = data_source_id === undefined ? 'database_id' : 'data_source_id'
  if (type !== undefined && type !== key) throw shouldBe('body.parent.type', `"${key}"`, type)
  if (data_source_id !== undefined) return reachDataSource(view, bodyId('body.parent.data_source_id', data_source_id))
  if (database_id === undefined) throw noneOf('body.parent', ['page_id', 'database_id', 'data_source_id', 'workspace'])
  return onlyTable(view, bodyId('body.parent.database_id', database_id))
}

function readTrash({ in_trash, archived }: Json, version: string): boolean | undefined {
  if (archived !== undefined && isTrashOnly(version)) throw shouldBe('body.archived', 'not present', archived)
  const [name, value] = in_trash === undefined ? ['archived', archived] : ['in_trash', in_trash]
  if (value !== undefined && typeof value !== 'boolean') throw shouldBe(`body.${name}`, 'a boolean', value)
  return value
}
