import { invalid } from '../errors.ts'
import { timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Block } from '../state.ts'
import type { NewBlock } from './read-blocks.ts'

/** Converts new blocks to blocks of a page. A tag that refers to a block of that page becomes that block. */
export function placed(
  view: View,
  blocks: readonly NewBlock[],
  known: ReadonlyMap<string, Block> = new Map(),
): Block[] {
  const { notion, connection } = view
  return blocks.flatMap(({ type, content, children, standsFor }) => {
    if (standsFor !== undefined) return known.get(standsFor) ?? []
    const block: Block = {
      id: notion.newId(),
      type,
      content,
      children: placed(view, children, known),
      createdTime: timestamp(notion),
      lastEditedTime: timestamp(notion),
      createdBy: connection.botId,
    }
    return [block]
  })
}

const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(block.children)])

/** Blocks that Markdown cannot create again. */
const IRREPLACEABLE = new Set(['child_page', 'child_database', 'bookmark', 'embed', 'link_preview', 'breadcrumb'])

/** Replaces the blocks of a page. Refuses to delete child pages, or blocks that Markdown cannot express (facts 10). */
export function replaceContent(view: View, pageId: string, blocks: readonly NewBlock[], mayDelete: boolean): void {
  const { state } = view.notion
  const before = allBlocks(state.contents.get(pageId) ?? [])
  const after = placed(view, blocks, new Map(before.map((block) => [block.id, block])))
  const kept = new Set(allBlocks(after).map(({ id }) => id))
  const lost = before.filter(({ id, type }) => IRREPLACEABLE.has(type) && !kept.has(id))
  if (lost.length > 0 && !mayDelete) {
    const list = lost.map(({ id, type, content }) => `${type} "${String(content.title ?? content.url ?? '')}" (${id})`)
    throw invalid(
      `This operation would delete ${lost.length} child page(s), database(s) or block(s): ${list.join(', ')}. Set allow_deleting_content to true to allow it.`,
    )
  }
  for (const page of state.pages) if (lost.some(({ id }) => id === page.id)) page.inTrash = true
  state.contents.set(pageId, after)
}
