import { Hono } from 'hono'
import { checkKeys, checkText, readBody } from '../body.ts'
import { getNone, invalid, shouldBe } from '../errors.ts'
import { pathId } from '../ids.ts'
import { placed, replaceContent } from '../markdown/place.ts'
import { printMarkdown } from '../markdown/print-blocks.ts'
import { readMarkdown } from '../markdown/read-blocks.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Block, Json } from '../state.ts'
import { needs } from './guard.ts'
import { checkWritable, reachBlock } from './reach-page.ts'

const COMMANDS = ['insert_content', 'replace_content_range', 'update_content', 'replace_content']
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
  const keys = ['content', 'after', 'position', 'content_range', 'content_updates', 'new_str', 'allow_deleting_content']
  const command = checkKeys(body[type], at, keys)
  if (type === 'insert_content' && command.after === undefined) {
    insert(view, id, command, at)
    return
  }
  const { markdown: before } = printMarkdown(getContent(view, id), Number.POSITIVE_INFINITY)
  const after = changed(before, type, command, at)
  replaceContent(view, id, readMarkdown(after), type === 'insert_content' || command.allow_deleting_content === true)
}

/** Inserts at the start or the end of the page. Nothing else moves. */
function insert(view: View, id: string, { content, position }: Json, at: string): void {
  const fresh = placed(view, readMarkdown(checkText(content, `${at}.content`, LONGEST)))
  const { type = 'end' } = Object(position)
  if (type !== 'start' && type !== 'end') throw shouldBe(`${at}.position.type`, '`"start"` or `"end"`', type)
  const old = getContent(view, id)
  view.notion.state.contents.set(id, type === 'start' ? [...fresh, ...old] : [...old, ...fresh])
}

/** The Markdown of the whole page after the command. */
function changed(before: string, type: string, command: Json, at: string): string {
  const words = (name: string) => checkText(command[name], `${at}.${name}`, LONGEST)
  if (type === 'replace_content') return words('new_str')
  if (type === 'update_content') return updated(before, command.content_updates, at)
  const content = words('content')
  if (type === 'replace_content_range') {
    const [from, to] = selected(before, words('content_range'))
    return before.slice(0, from) + content + before.slice(to)
  }
  if (command.position !== undefined) {
    throw invalid(`body failed validation: ${at}.after and ${at}.position should not both be present.`)
  }
  const [, to] = selected(before, words('after'))
  const end = before.indexOf('\n', to) < 0 ? before.length : before.indexOf('\n', to)
  return `${before.slice(0, end)}\n${content}${before.slice(end)}`
}

/** The range of `start text...end text`. */
function selected(markdown: string, selection: string): [from: number, to: number] {
  const [start = '', end = start] = selection.split('...')
  const from = markdown.indexOf(start)
  const last = markdown.indexOf(end, from)
  if (from < 0 || last < 0) throw invalid(`Could not find content matching the selection "${selection}".`)
  return [from, last + end.length]
}

function updated(markdown: string, updates: unknown, at: string): string {
  if (!Array.isArray(updates)) throw shouldBe(`${at}.content_updates`, 'an array', updates)
  return updates.reduce((before: string, update: unknown, index): string => {
    const where = `${at}.content_updates[${index}]`
    const { old_str, new_str, replace_all_matches } = checkKeys(update, where, [
      'old_str',
      'new_str',
      'replace_all_matches',
    ])
    const old = checkText(old_str, `${where}.old_str`, LONGEST)
    const parts = before.split(old)
    if (parts.length === 1) throw invalid(`Could not find "${old}" in the page.`)
    if (parts.length > 2 && replace_all_matches !== true) {
      throw invalid(`"${old}" matches ${parts.length - 1} locations. Set replace_all_matches to true to replace all.`)
    }
    return parts.join(checkText(new_str, `${where}.new_str`, LONGEST))
  }, markdown)
}
