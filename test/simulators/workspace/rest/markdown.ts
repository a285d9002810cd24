import { Hono } from 'hono'
import { checkKeys, checkList, checkText, readBody } from '../body.ts'
import { getNone, invalid, shouldBe } from '../errors.ts'
import { pathId } from '../ids.ts'
import { placed, replaceContent } from '../markdown/place.ts'
import { printMarkdown } from '../markdown/print-blocks.ts'
import { readMarkdown } from '../markdown/read-blocks.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Block, Json } from '../state.ts'
import { needs } from './guard.ts'
import { checkWritable, reachBlock } from './reach.ts'

/** The commands that the gateway sends. The product knows one more. */
const COMMANDS = ['insert_content', 'replace_content', 'update_content']
/** Facts 7. */
const LONGEST = 500 * 1024

/** A page's content as Markdown (facts 10). */
export const markdownRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/pages/:id/markdown', needs('read'), (c) => {
      const view = { notion, ...c.var }
      const id = pathId('page_id', c.req.param('id'))
      const { block } = reachBlock(view, id)
      return c.json(answer(view, id, block && [block]))
    })
    .patch('/pages/:id/markdown', needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const id = pathId('page_id', c.req.param('id'))
      const { on, block } = reachBlock(view, id)
      if (block) throw invalid('Provided ID is a block, not a page.')
      const body = await readBody(c, ['type', 'allow_async', ...COMMANDS])
      checkWritable(view, on)
      run(view, id, body)
      const page = on.row ?? on.page
      page.lastEditedTime = timestamp(notion)
      page.lastEditedBy = view.connection.botId
      return c.json(answer(view, id))
    })

const getContent = ({ notion }: View, id: string) => notion.state.contents.get(id) ?? []

function answer(view: View, id: string, blocks: readonly Block[] = getContent(view, id)): Json {
  const { markdownBlocks } = view.notion.switches
  const { markdown, unknown } = printMarkdown(blocks, blocks[0]?.id === id ? Number.POSITIVE_INFINITY : markdownBlocks)
  return { object: 'page_markdown', id, markdown, truncated: unknown.length > 0, unknown_block_ids: unknown }
}

function run(view: View, id: string, body: Json): void {
  const { type } = body
  if (typeof type !== 'string' || !COMMANDS.includes(type)) throw getNone('body', COMMANDS)
  const at = `body.${type}`
  const keys = ['content', 'position', 'new_str', 'content_updates', 'allow_deleting_content']
  const command = checkKeys(body[type], at, keys)
  if (type === 'insert_content') insert(view, id, command, at)
  else if (type === 'update_content') update(view, id, command, at)
  else {
    const blocks = readMarkdown(checkText(command.new_str, `${at}.new_str`, LONGEST))
    replaceContent(view, id, blocks, command.allow_deleting_content === true)
  }
}

/** Search and replace in the Markdown, one after the other, all or nothing (facts 10). */
function update(view: View, id: string, { content_updates, allow_deleting_content }: Json, at: string): void {
  let { markdown } = printMarkdown(getContent(view, id), Number.POSITIVE_INFINITY)
  for (const [index, one] of checkList(content_updates, `${at}.content_updates`).entries()) {
    const path = `${at}.content_updates[${index}]`
    const given = checkKeys(one, path, ['old_str', 'new_str', 'replace_all_matches'])
    const old = checkText(given.old_str, `${path}.old_str`, LONGEST)
    const fresh = checkText(given.new_str, `${path}.new_str`, LONGEST)
    const count = old === '' ? 0 : markdown.split(old).length - 1
    if (count === 0) throw invalid(`${path}.old_str was not found in the page.`)
    if (count > 1 && given.replace_all_matches !== true) throw invalid(`${path}.old_str matches ${count} places.`)
    markdown = markdown.replaceAll(old, () => fresh)
  }
  replaceContent(view, id, readMarkdown(markdown), allow_deleting_content === true)
}

/** Inserts at the start or the end of the page. Nothing else moves. */
function insert(view: View, id: string, { content, position }: Json, at: string): void {
  const fresh = placed(view, readMarkdown(checkText(content, `${at}.content`, LONGEST)))
  const { type = 'end' } = Object(position)
  if (type !== 'start' && type !== 'end') throw shouldBe(`${at}.position.type`, '`"start"` or `"end"`', type)
  const old = getContent(view, id)
  view.notion.state.contents.set(id, type === 'start' ? [...fresh, ...old] : [...old, ...fresh])
}
