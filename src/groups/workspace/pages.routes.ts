import { Hono } from 'hono'
import { reply } from '../../gateway/http/reply.ts'
import { basic } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { listBlockChildren } from './block-children.ts'
import { connect } from './connection.ts'
import { createOnce } from './create-once.ts'
import { appendMarkdown, getMarkdown, replaceMarkdown } from './page-markdown.ts'
import { getTitle } from './page-title.ts'
import type { WrittenPage } from './pages.answers.ts'
import * as inputs from './pages.schemas.ts'
import { fetchPage } from './pages.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import { createSinglePage, getPage, getWritten, updatePage } from './single-page.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'workspace',
  gate: basic,
  headers: HEADERS,
  synonyms: SYNONYMS,
})

/** Loaded at the first such request: the Markdown formatters of all block types. */

/** Single pages, their content as Markdown, and blocks, under /api/v2. */
export const workspacePages = new Hono<AppEnv>()
  .post(
    '/workspace/pages',
    write(
      'workspace_create_page',
      {
        destructive: false,
        input: inputs.newPage,
        status: 201,
      },
      async (c) => {
        const connection = await connect(c)
        const body = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        if (key === undefined) return createSinglePage(connection, body)
        let page: WrittenPage | undefined
        const { stored, headers } = await createOnce({ state: c.get('state'), connection, key, body }, async () => {
          page = await createSinglePage(connection, body)
          return page.id ?? ''
        })
        return reply(page ?? (await getWritten(connection, stored)), 201, headers)
      },
    ),
  )
  .get(
    '/workspace/pages/:page_id',
    read(
      'workspace_get_page',
      {
        input: inputs.page,
      },
      async (c) => getPage(await connect(c), c.req.valid('param').page_id, c.req.valid('query').markdown),
    ),
  )
  .patch(
    '/workspace/pages/:page_id',
    write(
      'workspace_update_page',
      {
        idempotent: true,
        input: inputs.pageChange,
      },
      async (c) => updatePage(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    ),
  )
  .get(
    '/workspace/pages/:page_id/markdown',
    read(
      'workspace_get_page_markdown',
      {
        input: inputs.pageMarkdown,
      },
      async (c) => getMarkdown(await connect(c), c.req.valid('param').page_id),
    ),
  )
  .put(
    '/workspace/pages/:page_id/markdown',
    write(
      'workspace_replace_page_markdown',
      {
        effect: 'deletion',
        details: async (c, { page_id }) => {
          const { properties } = await fetchPage(await connect(c), String(page_id))
          return { title: getTitle(properties) }
        },
        idempotent: true,
        input: inputs.markdownReplacement,
      },
      async (c) => {
        const { markdown, allow_deleting_content } = c.req.valid('json')
        return replaceMarkdown(await connect(c), c.req.valid('param').page_id, markdown, allow_deleting_content)
      },
    ),
  )
  .post(
    '/workspace/pages/:page_id/markdown',
    write(
      'workspace_append_page_markdown',
      {
        destructive: false,
        input: inputs.markdownAddition,
      },
      async (c) => appendMarkdown(await connect(c), c.req.valid('param').page_id, c.req.valid('json').markdown),
    ),
  )
  .get(
    '/workspace/blocks/:block_id/children',
    read(
      'workspace_list_block_children',
      {
        input: inputs.blockChildren,
      },
      async (c) => {
        return listBlockChildren(await connect(c), c.req.valid('param').block_id, c.req.valid('query'))
      },
    ),
  )
