import { Hono } from 'hono'
import { checkKeys, checkText, readBody } from '../body.ts'
import { getNone, invalid, shouldBe } from '../errors.ts'
import { bodyId, pathId } from '../ids.ts'
import type { Piece } from '../markdown/piece.ts'
import { placed } from '../markdown/place.ts'
import { type NewBlock, readMarkdown } from '../markdown/read-blocks.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import { readArchived, type View } from '../query/query.ts'
import type { Json } from '../state.ts'
import { anyPageObject, isTrashOnly } from '../table/objects.ts'
import { moved } from '../write/move.ts'
import { addPageBlock, addRow, readProperties, readTitle } from '../write/pages.ts'
import { needs } from './guard.ts'
import { type AnyPage, checkWritable, reachDataSource, reachPage } from './reach.ts'
import { onlyTable } from './tables.ts'

const CREATE_KEYS = ['parent', 'properties', 'icon', 'cover', 'children', 'content', 'markdown', 'template']
const UPDATE_KEYS = ['properties', 'icon', 'cover', 'in_trash', 'archived', 'is_archived', 'is_locked']

export const pageRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .post('/pages', needs('insert'), async (c) => {
      const view = { notion, ...c.var }
      const body = await readBody(c, CREATE_KEYS)
      return c.json(anyPageObject(view, create(view, body)))
    })
    .get('/pages/:id', needs('read'), (c) => {
      const view = { notion, ...c.var }
      return c.json(anyPageObject(view, reachPage(view, pathId('page_id', c.req.param('id')))))
    })
    .patch('/pages/:id', needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const found = reachPage(view, pathId('page_id', c.req.param('id')))
      const body = await readBody(c, UPDATE_KEYS)
      const inTrash = readTrash(body, view.version)
      if (inTrash === undefined) checkWritable(view, found)
      write(view, found, body.properties ?? {})
      const page = found.row ?? found.page
      page.inTrash = inTrash ?? page.inTrash
      if (body.is_archived !== undefined) page.isArchived = readArchived(body)
      page.lastEditedTime = timestamp(notion)
      page.lastEditedBy = view.connection.botId
      return c.json(anyPageObject(view, found))
    })
    .post('/pages/:id/move', needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const found = reachPage(view, pathId('page_id', c.req.param('id')))
      checkWritable(view, found)
      const { parent } = await readBody(c, ['parent'])
      return c.json(anyPageObject(view, moved(view, found, parent)))
    })

function write(view: View, { row, table, page }: AnyPage, properties: unknown): void {
  if (page) {
    page.title = readTitle(properties) ?? page.title
    return
  }
  for (const [name, value] of readProperties(view, table, properties)) row.values.set(name, value)
}

/** A row belongs to a data source, or to a database that has only one. Any other page is a child of a page. */
function create(view: View, { parent, properties = {}, children, content, markdown, template }: Json): AnyPage {
  const keys = ['data_source_id', 'database_id', 'page_id']
  const given = checkKeys(parent, 'body.parent', ['type', ...keys])
  const key = keys.find((one) => given[one] !== undefined)
  if (key === undefined) throw getNone('body.parent', ['page_id', 'database_id', 'data_source_id', 'workspace'])
  if (given.type !== undefined && given.type !== key) throw shouldBe('body.parent.type', `"${key}"`, given.type)
  if (markdown !== undefined && (children !== undefined || content !== undefined)) {
    throw invalid('body failed validation: body.markdown and body.children should not both be present.')
  }
  const id = bodyId(`body.parent.${key}`, given[key])
  if (template !== undefined && (markdown ?? children ?? content) !== undefined) {
    throw invalid('body failed validation: body.template and body.children should not both be present.')
  }
  if (key === 'page_id' && template !== undefined) throw shouldBe('body.template', 'not present', template)
  const words = markdown === undefined ? '' : checkText(markdown, 'body.markdown', 500 * 1024)
  if (key === 'page_id') return createBelow(view, id, properties, readMarkdown(words))
  const table = key === 'data_source_id' ? reachDataSource(view, id) : onlyTable(view, id)
  const blocks = readMarkdown(template === undefined ? words : readTemplate(view, table.id, template))
  const values = readProperties(view, table, properties)
  const title = table.columns.find(({ type }) => type === 'title')?.name ?? ''
  const rest = values.has(title) ? blocks : withoutTitle(blocks, (words) => values.set(title, words))
  const row = addRow(view.notion, view.connection.botId, table.id, values)
  view.notion.state.contents.set(row.id, placed(view, rest))
  return { row, table }
}

/** What a template writes. The product applies it a moment later, here at once (facts 13). */
function readTemplate({ notion }: View, dataSourceId: string, given: unknown): string {
  const { type, template_id } = checkKeys(given, 'body.template', ['type', 'template_id', 'timezone'])
  const own = notion.state.templates.filter((one) => one.dataSourceId === dataSourceId)
  const found = own.find(({ id, isDefault }) => (type === 'default' ? isDefault : id === template_id))
  if (!found) throw invalid('Could not find the template.')
  return found.markdown
}

function createBelow(view: View, parentId: string, properties: unknown, blocks: NewBlock[]): AnyPage {
  checkWritable(view, reachPage(view, parentId))
  let title = readTitle(properties)
  const rest = title ? blocks : withoutTitle(blocks, (words) => (title = words))
  const page = addPageBlock(view, parentId, title ?? [])
  view.notion.state.contents.set(page.id, placed(view, rest))
  return { page }
}

/** The first heading becomes the title of a page without one (facts 10). */
function withoutTitle(blocks: NewBlock[], take: (words: Piece[]) => void): NewBlock[] {
  const first = blocks.find(({ type }) => type === 'heading_1')
  if (!first || !Array.isArray(first.content.rich_text)) return blocks
  take(first.content.rich_text)
  return blocks.filter((block) => block !== first)
}

function readTrash({ in_trash, archived }: Json, version: string): boolean | undefined {
  if (archived !== undefined && isTrashOnly(version)) throw shouldBe('body.archived', 'not present', archived)
  const [name, value] = in_trash === undefined ? ['archived', archived] : ['in_trash', in_trash]
  if (value !== undefined && typeof value !== 'boolean') throw shouldBe(`body.${name}`, 'a boolean', value)
  return value
}
