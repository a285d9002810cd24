import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput, hasStatus } from '../../base/errors.ts'
import { isObject, type JsonObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { clamped, jsonBoolean } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { readResults } from './databases.ts'
import { plainText } from './flatten.ts'
import { asBlockId, blockReference, bool, connection, idFrom, object, PAGE, read, text, write } from './group.ts'
import { type Connection, connect, readOutcome } from './notion.ts'
import type { BlockAnswer, BlockChildren, WrittenBlock } from './records.outputs.ts'
import { richText } from './write.ts'

const blockChildren = () => ({
  param: z.object({
    block_id: blockReference('The page or block whose blocks are returned').check(z.meta({ examples: [PAGE] })),
  }),
  header: z.object(connection()),
  query: z.strictObject({
    page_size: clamped(100, 1, 100).check(z.meta({ description: 'Blocks per page, 1 to 100', narrows: 'amount' })),
    start_cursor: z
      .optional(z.string().check(z.maxLength(1024)))
      .check(z.meta({ description: 'next_cursor of the page before', examples: [''], narrows: 'position' })),
  }),
})

const BLOCK = '2f1c0de0-000b-4000-8000-000000000002'

const blockParam = () =>
  z.object({
    block_id: idFrom(
      asBlockId,
      'must be the id of a block, or the link to it: workspace_list_block_children lists them',
    ).check(z.meta({ description: 'The block, by its id or the link to it', examples: [BLOCK] })),
  })

const blockChange = () => ({
  param: blockParam(),
  header: z.object(connection()),
  json: z
    .strictObject({
      text: z
        .nullish(z.string('must be text'))
        .check(z.meta({ description: 'Its new words, without a form', examples: ['Ask the second printer'] })),
      checked: z.nullish(jsonBoolean()).check(z.meta({ description: 'Of a to-do: whether it is done' })),
      content: z
        .nullish(object())
        .check(z.meta({ description: 'In their place: fields as the service has them under the type of the block' })),
    })
    .check(
      z.refine(({ text, checked, content }) => [text, checked, content].some((one) => one != null), {
        error: 'is required, or checked or content',
        path: ['text'],
      }),
      z.refine(({ text, checked, content }) => content == null || (text == null && checked == null), {
        error: 'goes without text and checked',
        path: ['content'],
      }),
    ),
})

const blockToDelete = () => ({ param: blockParam(), header: z.object(connection()) })

interface Paging {
  readonly page_size: number
  readonly start_cursor?: string | undefined
}

async function listBlockChildren(connection: Connection, id: string, paging: Paging): Promise<BlockChildren> {
  const { page_size, start_cursor } = paging
  const query = new URLSearchParams({ page_size: String(page_size), ...(start_cursor && { start_cursor }) })
  const native = await connection.call({ path: `/blocks/${id}/children?${query}` })
  return {
    ...SUCCESS.workspace,
    object: text(native, 'object'),
    results: readResults(native).map(block),
    next_cursor: text(native, 'next_cursor'),
    has_more: bool(native, 'has_more'),
    request_id: text(native, 'request_id'),
  }
}

function block(native: unknown): BlockAnswer {
  const type = text(native, 'type')
  const content = member(native, type ?? '')
  const archived = bool(native, 'archived')
  const inTrash = bool(native, 'in_trash')
  return {
    object: text(native, 'object'),
    id: text(native, 'id'),
    type,
    text: plainText(member(content, 'rich_text')) ?? null,
    has_children: bool(native, 'has_children'),
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    // Each falls back to the other, as in a record.
    archived: archived ?? inTrash,
    in_trash: inTrash ?? archived,
    content: isObject(content) ? content : null,
  }
}

/** The types whose words can be changed. */
const WITH_TEXT: ReadonlySet<string> = new Set([
  ...['paragraph', 'heading_1', 'heading_2', 'heading_3', 'heading_4', 'bulleted_list_item', 'numbered_list_item'],
  ...['to_do', 'toggle', 'quote', 'callout', 'code'],
])

const required = requiredFields('workspace', '', 'type')

const anyObject = (native: unknown) => required('', isObject(native) ? native : undefined)

/** A block that is no page of its own. Throws 400 for a page and for a table, which have operations of their own. */
async function fetchBlock(
  connection: Connection,
  id: string,
  advice: string,
): Promise<{ native: JsonObject; type: string }> {
  const native = anyObject(await connection.call({ path: `/blocks/${id}` }))
  const type = required('type', text(native, 'type'))
  if (type === 'child_page') throw badInput(`block_id: is a page: ${advice}`)
  if (type === 'child_database')
    throw badInput('block_id: is a table, and no operation changes or deletes it as a block')
  return { native, type }
}

interface BlockChange {
  readonly text?: string | null | undefined
  readonly checked?: boolean | null | undefined
  readonly content?: JsonObject | null | undefined
}

/** Changes the words of a block, or whether a to-do is done. What stands in the block stays. */
async function updateBlock(connection: Connection, id: string, change: BlockChange): Promise<WrittenBlock> {
  const { type } = await fetchBlock(connection, id, 'workspace_update_page changes its title')
  const body = { [type]: change.content ?? nativeContent(type, change) }
  const call = connection.call({ method: 'PATCH', path: `/blocks/${id}`, body })
  return { ...SUCCESS.workspace, ...block(await readOutcome(call.then(anyObject))) }
}

function nativeContent(type: string, { text: words, checked }: BlockChange): JsonObject {
  if (words != null && !WITH_TEXT.has(type))
    throw badInput(`text: a block of the type ${type} has no words: use content`)
  if (checked != null && type !== 'to_do') throw badInput(`checked: the block is a ${type}, not a to_do`)
  return {
    ...(words != null && { rich_text: richText(words, { at: 'text', warnings: new Set() }) }),
    ...(checked != null && { checked }),
  }
}

/** Moves a block to the trash, with all that stands in it. One that is there already stays there. */
async function deleteBlock(connection: Connection, id: string): Promise<WrittenBlock> {
  const { native } = await fetchBlock(connection, id, 'workspace_delete_pages moves it to the trash')
  if (native.in_trash === true) return { ...SUCCESS.workspace, ...block(native) }
  try {
    const call = connection.call({ method: 'DELETE', path: `/blocks/${id}` })
    return { ...SUCCESS.workspace, ...block(await readOutcome(call.then(anyObject))) }
  } catch (error) {
    // Another request may have deleted it after it was read.
    if (!hasStatus(error, 404)) throw error
    const later = await fetchBlock(connection, id, 'workspace_delete_pages moves it to the trash')
    if (later.native.in_trash !== true) throw error
    return { ...SUCCESS.workspace, ...block(later.native) }
  }
}

export const blockRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/blocks/:block_id/children',
    read('workspace_list_block_children', {
      summary: 'The blocks of a page, or those in a block, as the service has them',
      description: 'A page id is a block id as well. Go on with `next_cursor` as `start_cursor`.',
      ko: '페이지나 블록 안의 블록 목록',
      search:
        'blocks of the page, what is inside the toggle, raw structure, headings of the page, nested list, part of a long page, 블록 목록, 토글 안에 뭐, 블록 구조, 하위 블록, 페이지 구조',
      title: 'Get the blocks of a page',
      input: blockChildren,
      handle: async (c) => {
        return listBlockChildren(await connect(c), c.req.valid('param').block_id, c.req.valid('query'))
      },
    }),
  )
  .patch(
    '/workspace/blocks/:block_id',
    write('workspace_update_block', {
      summary: 'Change the words of one block, or tick its box',
      description:
        'The id comes from workspace_list_block_children. What stands in the block stays. Text by its words: workspace_edit_page_markdown.',
      ko: '블록 하나의 글 바꾸기, 체크박스 체크',
      title: 'Update a block',
      search:
        'tick the box on the page, check the box, uncheck the box, edit the block, reword the bullet, 체크박스 체크, 박스 체크해, 체크 풀어, 블록 수정, 블록 고쳐',
      idempotent: true,
      input: blockChange,
      handle: async (c) => updateBlock(await connect(c), c.req.valid('param').block_id, c.req.valid('json')),
    }),
  )
  .delete(
    '/workspace/blocks/:block_id',
    write('workspace_delete_block', {
      summary: 'Move one block of a page to the trash, with what stands in it',
      description: 'The id comes from workspace_list_block_children. Pages: workspace_delete_pages.',
      ko: '페이지의 블록 하나를 휴지통으로 옮기기',
      title: 'Delete a block',
      search:
        'remove the paragraph, delete the block, take the bullet out, remove the picture from the page, 문단 지워, 블록 삭제, 블록 지워, 이 줄 지워',
      idempotent: true,
      input: blockToDelete,
      handle: async (c) => deleteBlock(await connect(c), c.req.valid('param').block_id),
    }),
  )
