import { Hono } from 'hono'
import { readBody } from '../body.ts'
import { invalid } from '../errors.ts'
import { pathId } from '../ids.ts'
import { placed } from '../markdown/place.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Block, Json } from '../state.ts'
import { blockObject } from '../table/objects.ts'
import { readBlocks, readContent } from '../write/blocks.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { checkWritable, findPage, reachBlock } from './reach.ts'

/** Blocks of a page or within a block. Lists have pages of at most 100, whose cursor is the id of the next block. */
export const blockRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/blocks/:id', needs('read'), (c) => {
      const view = { notion, ...c.var }
      return c.json(anyBlock(view, pathId('block_id', c.req.param('id'))))
    })
    .patch('/blocks/:id', needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const id = pathId('block_id', c.req.param('id'))
      const { on, pageId, block } = reachBlock(view, id)
      if (!block || block.type === 'child_page')
        throw invalid('Updating child_page via this endpoint is not supported.')
      checkWritable(view, on)
      const body = await readBody(c, ['type', block.type])
      block.content = { ...block.content, ...readContent(block.type, body[block.type], `body.${block.type}`) }
      block.lastEditedTime = timestamp(notion)
      return c.json(blockObject(view, block, parentOf(view, pageId, id), false))
    })
    .delete('/blocks/:id', needs('update'), (c) => {
      const view = { notion, ...c.var }
      const id = pathId('block_id', c.req.param('id'))
      const { on, pageId, block } = reachBlock(view, id)
      checkWritable(view, on)
      if (!block) throw invalid('Deleting pages through blocks is not simulated.')
      const parent = parentOf(view, pageId, id)
      notion.state.contents.set(pageId, without(notion.state.contents.get(pageId) ?? [], id))
      notion.state.trashedBlocks.set(id, { block, pageId })
      return c.json(blockObject(view, block, parent, true))
    })
    .get('/blocks/:id/children', needs('read'), (c) => {
      const view = { notion, ...c.var }
      const id = pathId('block_id', c.req.param('id'))
      const { on, pageId, block } = reachBlock(view, id)
      const blocks = block?.children ?? notion.state.contents.get(pageId) ?? []
      return c.json(listed(view, blocks, getParent(id, block), (on.row ?? on.page).inTrash, c.req.query()))
    })
    .patch('/blocks/:id/children', needs('insert'), async (c) => {
      const view = { notion, ...c.var }
      const id = pathId('block_id', c.req.param('id'))
      const { on, pageId, block } = reachBlock(view, id)
      const { children } = await readBody(c, ['children', 'after', 'position'])
      const fresh = placed(view, readBlocks(children, 'body.children'))
      checkWritable(view, on)
      if (block) block.children.push(...fresh)
      else notion.state.contents.set(pageId, [...(notion.state.contents.get(pageId) ?? []), ...fresh])
      return c.json(listed(view, fresh, getParent(id, block), false, {}))
    })

/** A page is a block of the type child_page. One in the trash is shown, but cannot be reached otherwise (facts 13). */
function anyBlock(view: View, id: string): Json {
  const trashed = view.notion.state.trashedBlocks.get(id)
  if (trashed && findPage(view, trashed.pageId)) {
    return blockObject(view, trashed.block, { type: 'page_id', page_id: trashed.pageId }, true)
  }
  const { on, pageId, block } = reachBlock(view, id)
  const page = on.row ?? on.page
  if (block) return blockObject(view, block, parentOf(view, pageId, id), page.inTrash)
  const { createdTime, lastEditedTime, createdBy } = page
  const title = on.page ? on.page.title.map(({ plain_text }) => plain_text).join('') : ''
  const own = { id, type: 'child_page', content: { title }, children: [], createdTime, lastEditedTime, createdBy }
  return blockObject(view, own, { type: 'workspace', workspace: true }, page.inTrash)
}

function parentOf({ notion }: View, pageId: string, id: string): Json {
  const search = (blocks: readonly Block[]): Block | undefined =>
    blocks.find(({ children }) => children.some((one) => one.id === id)) ??
    blocks.map(({ children }) => search(children)).find(Boolean)
  const parent = search(notion.state.contents.get(pageId) ?? [])
  return parent ? { type: 'block_id', block_id: parent.id } : { type: 'page_id', page_id: pageId }
}

const without = (blocks: readonly Block[], id: string): Block[] =>
  blocks.filter((one) => one.id !== id).map((one) => ({ ...one, children: without(one.children, id) }))

const getParent = (id: string, block: Block | undefined): Json =>
  block && block.type !== 'child_page' ? { type: 'block_id', block_id: id } : { type: 'page_id', page_id: id }

function listed(
  view: View,
  blocks: readonly Block[],
  parent: Json,
  inTrash: boolean,
  query: Record<string, string>,
): Json {
  const { items, ...paging } = slice(blocks, ({ id }) => id, query)
  const results = items.map((block) => blockObject(view, block, parent, inTrash))
  return { object: 'list', results, ...paging, type: 'block', block: {} }
}
