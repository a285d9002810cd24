import { Hono } from 'hono'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { listBlockChildren } from './block-children.ts'
import { connect } from './connection.ts'
import { createOnce } from './create-once.ts'
import { read, write } from './group.ts'
import { appendMarkdown, getMarkdown, replaceMarkdown } from './page-markdown.ts'
import { getTitle } from './page-title.ts'
import type { WrittenPage } from './pages.answers.ts'
import * as inputs from './pages.schemas.ts'
import { fetchPage } from './pages.ts'
import { createSinglePage, getPage, getWritten, updatePage } from './single-page.ts'

export const pageRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/pages',
    write(
      'workspace_create_page',
      {
        summary: 'Create a row from a simple map, or a page below a page, with Markdown for its content',
        description:
          'With an Idempotency-Key it is created once. Without one it is sent once: where the answer is lost, a second call could make a second page.',
        ko: '행 또는 하위 페이지 만들기, 내용은 Markdown',
        title: 'Create a row or page',
        wanted: 1,
        tool: {
          hidden: ['database_id'],
          shown: { '': 'success id simple_properties url warnings?' },
        },
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
        summary: 'One page with its properties, and its content as Markdown if wanted',
        description:
          'The id comes from workspace_search or a query. `simple_properties` holds plain values; `markdown` true brings the content as well.',
        ko: '페이지 하나와 그 속성, 원하면 Markdown 내용',
        title: 'Get a row or page',
        wanted: 6,
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
        summary: 'Change properties of a page by a simple map, archive it, move it to the trash, or take it out',
        description: 'What is not given stays. Names of properties come from workspace_get_schema.',
        ko: '페이지 속성 바꾸기, 보관하기, 휴지통으로 옮기기와 꺼내기',
        title: 'Update a row or page',
        wanted: 5,
        tool: {
          shown: { '': 'success id in_trash? is_archived? simple_properties url warnings?' },
        },
        idempotent: true,
        input: inputs.pageChange,
      },
      async (c) => updatePage(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    ),
  )

export const markdownRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/pages/:page_id/markdown',
    read(
      'workspace_get_page_markdown',
      {
        summary: 'The content of a page as Markdown',
        description: 'The id comes from workspace_search or a query.',
        ko: '페이지 내용을 Markdown으로',
        title: 'Get the text of a page',
        tool: { description: 'A Notion page as Markdown.' },
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
        summary: 'Replace the whole content of a page by Markdown',
        description:
          'Removes all that stands on the page and is not in the Markdown. Pages below it, and blocks that Markdown cannot write, are lost only with allow_deleting_content. To keep what is there, append instead.',
        ko: '페이지 내용 전체를 Markdown으로 바꾸기',
        title: 'Replace the text of a page',
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
        summary: 'Add Markdown at the end of a page',
        description: 'What stands on the page stays.',
        ko: '페이지 끝에 Markdown 덧붙이기',
        title: 'Add text to a page',
        wanted: 7,
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
        summary: 'The blocks of a page, or those in a block, as the service has them',
        description: 'A page id is a block id as well. Go on with `next_cursor` as `start_cursor`.',
        ko: '페이지나 블록 안의 블록 목록',
        title: 'Get the blocks of a page',
        input: inputs.blockChildren,
      },
      async (c) => {
        return listBlockChildren(await connect(c), c.req.valid('param').block_id, c.req.valid('query'))
      },
    ),
  )

/** Loaded at the first such request: the Markdown formatters of all block types. */
