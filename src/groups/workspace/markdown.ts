import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { isObject, items, type JsonObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { jsonFlag } from '../../gateway/http/fields.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { planInsertion, planReplacement } from './edit.ts'
import { getTitle } from './flatten.ts'
import { bool, connection, creating, FORMAT, markdownField, PAGE, pageParam, read, reference, write } from './group.ts'
import { type Connection, connect, fetchPage, readOutcome } from './notion.ts'
import { answerOnce } from './once.ts'
import type { MarkdownAnswer } from './records.outputs.ts'

const pageMarkdownInput = () => ({
  param: z.object({
    page_id: reference('The page, by its id or its address; or a block, by an id out of unknown_block_ids').check(
      z.meta({ examples: [PAGE] }),
    ),
  }),
  header: z.object(connection()),
})

const markdownReplacement = () => ({
  param: pageParam(),
  header: z.object(connection()),
  json: z.strictObject({
    markdown: markdownField().check(
      z.meta({
        description: `The whole new content, as Markdown in ${FORMAT}; empty for none`,
        examples: ['# Plan\n- [ ] Ask the printer\n- [x] Choose colours'],
      }),
    ),
    allow_deleting_content: jsonFlag(false).check(
      z.meta({
        description:
          'Whether pages and databases below, and blocks that Markdown cannot write, may be lost; refused unless true',
      }),
    ),
  }),
})

const markdownAddition = () => ({
  param: pageParam(),
  header: z.object(creating()),
  json: z.strictObject({
    markdown: markdownField()
      .check(z.refine((text) => text.trim() !== '', 'must not be empty'))
      .check(
        z.meta({
          description: `What is added at the end of the page, as Markdown in ${FORMAT}`,
          examples: ['## Tuesday\nThe printer called.'],
        }),
      ),
  }),
})

/** The most characters of a text that stands on the page. */
const PASSAGE = 20_000

const passage = (description: string) =>
  z
    .nullish(
      z.string('must be text').check(
        z.refine((text) => text.trim() !== '', 'must not be empty'),
        z.maxLength(PASSAGE, `must be at most ${PASSAGE} characters`),
      ),
    )
    .check(z.meta({ description }))

const markdownEdit = () => ({
  param: pageParam(),
  header: z.object(creating()),
  json: z
    .strictObject({
      markdown: markdownField().check(
        z.meta({
          description: `The new text, as Markdown in ${FORMAT}; empty to remove what is replaced`,
          examples: ['The printer called back.'],
        }),
      ),
      replace: passage('A text that stands on the page once, in whose place the new one comes'),
      insert_after: passage('A text that stands on the page once: the new one comes after its block').check(
        z.meta({ examples: ['Ask the printer'] }),
      ),
      append: jsonFlag(false).check(z.meta({ description: 'true: the new text comes at the end of the page' })),
      replace_all: jsonFlag(false).check(
        z.meta({ description: 'With replace: wherever the text stands, also several times' }),
      ),
    })
    .check(
      z.refine(({ replace, insert_after, append }) => [replace, insert_after, append].filter(Boolean).length === 1, {
        error: 'is required, or insert_after or append true in its place, only one of them',
        path: ['replace'],
      }),
      z.refine(({ replace, markdown }) => Boolean(replace) || markdown.trim() !== '', {
        error: 'must not be empty, except to remove what is replaced',
        path: ['markdown'],
      }),
      z.refine(({ replace_all, replace }) => !replace_all || Boolean(replace), {
        error: 'goes only with replace',
        path: ['replace_all'],
      }),
    ),
})

type MarkdownEdit = z.output<ReturnType<typeof markdownEdit>['json']>

const required = requiredFields('workspace', '', 'markdown')

/** A page's content, from the product's own Markdown calls. */
interface PageMarkdown {
  /** Null when a write does not return it. */
  readonly markdown: string | null
  readonly truncated: boolean | null
  readonly unknown_block_ids: string[]
}

const NOT_READ: PageMarkdown = { markdown: null, truncated: null, unknown_block_ids: [] }

/** The content of a page, or of an unknown block, as Markdown. Throws 502 when the response has none. */
export async function fetchMarkdown(connection: Connection, id: string): Promise<PageMarkdown> {
  const read = pageMarkdown(await connection.call({ path: `/pages/${id}/markdown` }))
  required('markdown', read.markdown)
  return read
}

/** The route that reads a page's Markdown. */
async function getMarkdown(connection: Connection, id: string): Promise<MarkdownAnswer> {
  return answer(id, await fetchMarkdown(connection, id))
}

/**
 * Replaces all content with Markdown. Child pages and content that Markdown cannot express are deleted only if that is
 * allowed.
 */
const replaceMarkdown = (connection: Connection, id: string, markdown: string, mayDelete: boolean) =>
  writeMarkdown(connection, id, {
    type: 'replace_content',
    replace_content: { new_str: markdown, ...(mayDelete && { allow_deleting_content: true }) },
  })

const appendMarkdown = (connection: Connection, id: string, markdown: string) =>
  writeMarkdown(connection, id, { type: 'insert_content', insert_content: { content: markdown } })

/** Changes the page at a text that stands there. It is read first, so that a wrong text is told before anything is sent. */
async function editMarkdown(connection: Connection, id: string, edit: MarkdownEdit): Promise<MarkdownAnswer> {
  const { markdown, replace, insert_after, replace_all } = edit
  if (!replace && !insert_after) return appendMarkdown(connection, id, markdown)
  const plan = async () => {
    const content = (await fetchMarkdown(connection, id)).markdown ?? ''
    const update = replace
      ? planReplacement(content, replace, markdown, replace_all)
      : planInsertion(content, insert_after ?? '', markdown)
    return { content, update }
  }
  const { content, update } = await plan()
  const update_content = { content_updates: [update] }
  try {
    const written = await writeMarkdown(connection, id, { type: 'update_content', update_content })
    if (written.markdown !== content || update.old_str === update.new_str) return written
    return { ...written, warnings: [...written.warnings, UNCHANGED] }
  } catch (error) {
    // Another request may have changed the text after the page was read. Then its absence is told in the caller's words.
    if (hasStatus(error, 400)) await plan().catch(ignoreLost)
    throw error
  }
}

/** The refusal is certain, whether the page can be read again or not. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
}

const UNCHANGED =
  'markdown: the page is as it was before: the workspace service does not change the titles of pages and tables below by its text'

async function writeMarkdown(connection: Connection, id: string, body: JsonObject): Promise<MarkdownAnswer> {
  const call = connection.call({ method: 'PATCH', path: `/pages/${id}/markdown`, body })
  // Without a valid response it is unknown whether the content was written.
  const written = await readOutcome(call.then((native) => required('', isObject(native) ? native : undefined)))
  return answer(id, pageMarkdown(written))
}

function pageMarkdown(native: unknown): PageMarkdown {
  const markdown = member(native, 'markdown')
  return {
    markdown: typeof markdown === 'string' ? markdown : null,
    truncated: bool(native, 'truncated'),
    unknown_block_ids: items(member(native, 'unknown_block_ids'), (id) => (typeof id === 'string' ? id : undefined)),
  }
}

/** Warnings for a caller who writes the Markdown back. */
export function markdownWarnings({ truncated, unknown_block_ids }: PageMarkdown): string[] {
  if (unknown_block_ids.length === 0 && truncated !== true) return []
  return [
    `markdown: is not the whole content: ${unknown_block_ids.length} blocks are only shown as <unknown>. They are too many, not shared with the connection, or of a type that Markdown does not know; read them by their ids in unknown_block_ids, and leave their tags where they are when you write it back`,
  ]
}

const answer = (id: string, read: PageMarkdown): MarkdownAnswer => ({
  ...SUCCESS.workspace,
  id: asUuid(id) ?? id,
  ...read,
  warnings: markdownWarnings(read),
})

/** Describes a page for a person who agrees to a change of it. */
export const describePage: CallDetails = async (c, { page_id }) => ({
  title: getTitle((await fetchPage(await connect(c), String(page_id))).properties),
})

export const markdownRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/pages/:page_id/markdown',
    read('workspace_get_page_markdown', {
      summary: 'The content of a page as Markdown',
      description: 'The id comes from workspace_search or a query.',
      ko: '페이지 내용을 Markdown으로',
      search:
        'read the page, what does the document say, text of the page, show me the handbook, contents of the wiki article, what is written in, the part under a heading, look into the doc, 페이지 읽어, 문서 내용, 본문 보여, 뭐라고 써 있, 뭐라고 적혀, 글 읽어, 내용 통째로, 매뉴얼 내용, 노션 글 보여',
      title: 'Get the text of a page',
      tool: { description: 'A Notion page as Markdown.' },
      input: pageMarkdownInput,
      handle: async (c) => getMarkdown(await connect(c), c.req.valid('param').page_id),
    }),
  )
  .put(
    '/workspace/pages/:page_id/markdown',
    write('workspace_replace_page_markdown', {
      summary: 'Replace the whole content of a page by Markdown',
      description:
        'Removes all that stands on the page and is not in the Markdown. Pages below it, and blocks that Markdown cannot write, are lost only with allow_deleting_content. To keep what is there, append instead.',
      ko: '페이지 내용 전체를 Markdown으로 바꾸기',
      search:
        '문서 새로 작성, 완전히 새로 써, rewrite the whole page, replace everything on the page, overwrite the page with this text, throw out what is on the page, new text instead of the old, empty the page, 페이지 다시 써, 내용 전체 교체, 싹 갈아엎, 내용 비우고, 새 글로 바꿔, 통째로 바꿔, 본문 덮어써, 처음부터 다시 써',
      title: 'Replace the text of a page',
      effect: 'deletion',
      details: describePage,
      idempotent: true,
      input: markdownReplacement,
      handle: async (c) => {
        const { markdown, allow_deleting_content } = c.req.valid('json')
        return replaceMarkdown(await connect(c), c.req.valid('param').page_id, markdown, allow_deleting_content)
      },
    }),
  )
  .post(
    '/workspace/pages/:page_id/markdown',
    write('workspace_append_page_markdown', {
      summary: 'Add Markdown at the end of a page',
      description: 'What stands on the page stays.',
      ko: '페이지 끝에 Markdown 덧붙이기',
      search:
        'add to the meeting page that, add a paragraph to the page, write below, add lines at the end, put it at the bottom of the page, add to the journal, continue the page, add a bullet, one more line in the document, add notes to the existing page, 맨 밑에 덧붙여, 페이지에 추가, 아래에 적어, 끝에 붙여, 한 줄 덧붙, 이어서 써, 일지 밑에, 회의록에 추가로, 문서에 추가',
      title: 'Add text to a page',
      wanted: 7,
      destructive: false,
      input: markdownAddition,
      handle: async (c) => {
        const connection = await connect(c)
        const { page_id } = c.req.valid('param')
        const { markdown } = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        return answerOnce<MarkdownAnswer>(
          { state: c.get('state'), connection, key, body: { page_id, markdown } },
          200,
          {
            make: (own) => appendMarkdown(own, page_id, markdown),
            getId: () => page_id,
            read: (id) => getMarkdown(connection, id),
            bare: (id) => answer(id, NOT_READ),
          },
        )
      },
    }),
  )
  .patch(
    '/workspace/pages/:page_id/markdown',
    write('workspace_edit_page_markdown', {
      summary: 'Change the text of a page in one place: replace, insert after, or append',
      description:
        'The place is given by the text that stands there. The rest of the page stays as it is; pages below it are never lost. The answer has the whole page.',
      ko: '페이지 내용의 한 곳만 바꾸기: 글을 찾아 바꾸거나, 그 뒤에 넣거나, 끝에 덧붙이기',
      search:
        'find and replace in the page, replace one word with another in the page, change this sentence, correct the typo in the document, there is a typo, replace the paragraph, insert after the heading, add a line below the heading, edit the page in place, 문장 바꿔, 오타 고쳐, 글 일부 수정, 이 문단만 바꿔, 제목 아래에 넣어, 끼워 넣어, 찾아서 바꿔, 페이지에서 고쳐',
      title: 'Edit the text of a page',
      input: markdownEdit,
      handle: async (c) => {
        const connection = await connect(c)
        const { page_id } = c.req.valid('param')
        const body = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        return answerOnce<MarkdownAnswer>({ state: c.get('state'), connection, key, body: { page_id, ...body } }, 200, {
          make: (own) => editMarkdown(own, page_id, body),
          getId: () => page_id,
          read: (id) => getMarkdown(connection, id),
          bare: (id) => answer(id, NOT_READ),
        })
      },
    }),
  )
