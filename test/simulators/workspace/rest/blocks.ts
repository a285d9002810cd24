import { Hono } from 'hono'
import { readBody } from '../body.ts'
import { pathId } from '../ids.ts'
import { placed } from '../markdown/place.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Block, Json } from '../state.ts'
import { blockObject } from '../table/objects.ts'
import { readBlocks } from '../write/blocks.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { checkWritable, reachBlock } from './reach.ts'

/** Blocks of a page or within a block. Lists have pages of at most 100, whose cursor is the id of the next block. */
export const blockRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
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
