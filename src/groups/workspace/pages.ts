import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { hasStatus } from '../../base/errors.ts'
import { type JsonObject, member } from '../../base/json.ts'
import { textFlag } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  connection,
  creating,
  DATA_SOURCE,
  FORMAT,
  markdownField,
  object,
  PARENT_PAGE,
  pageParam,
  read,
  reference,
  target,
  write,
} from './group.ts'
import { type Connection, connect, patch, post } from './notion.ts'
import { answerOnce } from './once.ts'
import { createSinglePage, getPage, getWritten, movePage, pageAnswer, updatePage } from './page.ts'
import type { WrittenPage } from './records.outputs.ts'

const page = () => ({
  param: pageParam(),
  header: z.object(connection()),
  query: z.strictObject({
    markdown: textFlag(false).check(
      z.meta({ description: 'Whether the content is returned too, as Markdown', narrows: 'amount' }),
    ),
  }),
})

const newPage = () => ({
  header: z.object(creating()),
  json: z
    .strictObject({
      data_source_id: target('The data source to add a row to, or a database that has only one').check(
        z.meta({ examples: [DATA_SOURCE] }),
      ),
      database_id: target('In its place: a database, to whose first data source the row is added'),
      parent_page_id: z.nullish(reference('The page')).check(
        z.meta({
          description: 'In its place: a page, below which the page stands; it has a title and no other property',
        }),
      ),
      properties: z.nullish(object()).check(
        z.meta({
          description: 'Property name to plain value; of a page below a page: {title}',
          examples: [{ Name: 'Spring catalogue', Stage: 'Not started' }],
        }),
      ),
      markdown: z.nullish(markdownField()).check(
        z.meta({
          description: `The content, as Markdown in ${FORMAT}. Where no title is given, the first "# " heading becomes it`,
          examples: ['## Goal\n- [ ] Ask the printer'],
        }),
      ),
      template: z
        .nullish(
          z.string().check(
            z.refine((name) => name.trim() !== '', 'must not be empty'),
            z.maxLength(2000, 'must be at most 2000 characters'),
          ),
        )
        .check(
          z.meta({
            description:
              'Of a new row: the name of a template of its table, or default for the usual one; instead of markdown',
          }),
        ),
    })
    .check(
      z.refine(({ template, markdown }) => !template || !markdown, {
        error: 'goes without markdown, which the service does not take with a template: append it later',
        path: ['template'],
      }),
      z.refine(({ template, parent_page_id }) => !template || !parent_page_id, {
        error: 'goes only with a table, whose templates are meant',
        path: ['template'],
      }),
      z.refine(
        ({ data_source_id, database_id, parent_page_id }) =>
          [data_source_id, database_id, parent_page_id].filter(Boolean).length === 1,
        {
          error: 'is required, or database_id or parent_page_id in its place, only one of them',
          path: ['data_source_id'],
        },
      ),
    ),
})

const pageMove = () => ({
  param: pageParam(),
  header: z.object(connection()),
  json: z
    .strictObject({
      parent_page_id: z
        .nullish(reference('The page'))
        .check(z.meta({ description: 'The page below which it shall stand', examples: [PARENT_PAGE] })),
      data_source_id: target('In its place: the data source whose row it becomes, or a database that has only one'),
      database_id: target('In its place: a database, whose first data source is taken'),
    })
    .check(
      z.refine(
        ({ data_source_id, database_id, parent_page_id }) =>
          [data_source_id, database_id, parent_page_id].filter(Boolean).length === 1,
        {
          error: 'is required, or data_source_id or database_id in its place, only one of them',
          path: ['parent_page_id'],
        },
      ),
    ),
})

const pageChange = () => ({
  param: pageParam(),
  header: z.object(connection()),
  json: z
    .strictObject({
      properties: z.nullish(object()).check(
        z.meta({
          description:
            'Property name to plain value; null or an empty text empties the property, what is not named stays',
          examples: [{ Stage: 'In progress', Due: null }],
        }),
      ),
      in_trash: z
        .nullish(z.boolean('must be true or false'))
        .check(z.meta({ description: 'true moves the page to the trash, false takes it out' })),
      is_archived: z.nullish(z.boolean('must be true or false')).check(
        z.meta({
          description: 'true archives the page, false takes it out of the archive; it does not move it to the trash',
        }),
      ),
    })
    .check(
      z.refine(
        ({ properties, in_trash, is_archived }) =>
          Boolean(properties) || typeof in_trash === 'boolean' || typeof is_archived === 'boolean',
        { error: 'is required, or in_trash or is_archived', path: ['properties'] },
      ),
    ),
})

/**
 * Creates a row with native properties. Returns its id, or null when the product omits it. Throws 502 when the response
 * is no page.
 */
export async function createRow(
  connection: Connection,
  dataSourceId: string,
  properties: JsonObject,
): Promise<string | null> {
  const parent = { type: 'data_source_id', data_source_id: dataSourceId }
  return asUuid(member(await post(connection, { parent, properties }), 'id')) ?? null
}

/** Updates native properties of a row. The others stay unchanged. Throws 502 when the response is no page. */
export async function changeRow(connection: Connection, id: string, properties: JsonObject): Promise<void> {
  await patch(connection, id, { properties })
}

/**
 * Moves a page to the trash. The product cannot delete permanently this way. Returns false for a page that is there
 * already, which the product may refuse to edit.
 */
export async function trashPage(connection: Connection, id: string): Promise<boolean> {
  try {
    await patch(connection, id, { in_trash: true })
    return true
  } catch (error) {
    if (!hasStatus(error, 400) || !/\barchived\b/.test(error.message)) throw error
    return false
  }
}

export const pageRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/pages',
    write('workspace_create_page', {
      summary: 'Create a row from a simple map, or a page below a page, with Markdown for its content',
      description:
        'With an Idempotency-Key it is created once. Without one it is sent once: where the answer is lost, a second call could make a second page.',
      ko: '행 또는 하위 페이지 만들기, 내용은 Markdown',
      search:
        '템플릿으로 하나 더, 같은 페이지 하나 더, start a page, 일기 써, 노션에 써, 페이지 써, new page in Notion, make a document, write the minutes into Notion, save this as a page, a page below the project, page with a checklist, copy of the page, save the summary to Notion, put the notes into Notion, put it into Notion, write it up in Notion, make a journal entry, row with text in it, a new project, 새 페이지 만들어, 노션에 저장, 노션에 올려, 문서 만들어, 회의록 페이지로, 노션에 적어, 하위 페이지, 페이지 하나 파, 페이지 복사, 보고서 만들어, 글 작성, 체크리스트 페이지, 일지 써, 노션에 남겨',
      title: 'Create a row or page',
      wanted: 1,
      tool: {
        hidden: ['database_id'],
        shown: { '': 'success id simple_properties url warnings?' },
      },
      destructive: false,
      input: newPage,
      handle: async (c) => {
        const connection = await connect(c)
        const body = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        return answerOnce<WrittenPage>({ state: c.get('state'), connection, key, body }, 201, {
          make: (own) => createSinglePage(own, body),
          getId: ({ id }) => id ?? '',
          read: (id) => getWritten(connection, id),
          bare: (id) => pageAnswer({ id }, []),
        })
      },
      status: 201,
    }),
  )
  .get(
    '/workspace/pages/:page_id',
    read('workspace_get_page', {
      summary: 'One page with its properties, and its content as Markdown if wanted',
      description:
        'The id comes from workspace_search or a query. `simple_properties` holds plain values; `markdown` true brings the content as well.',
      ko: '페이지 하나와 그 속성, 원하면 Markdown 내용',
      search:
        'open the card of a customer, open the page, show the row, properties of the page, status and due date of this card, what does the card say, when was the page changed, 페이지 열어, 카드 보여, 이 행 상태, 마감일이 언제, 이 항목 담당자, 페이지 속성, 카드 정보, 언제 수정된',
      title: 'Get a row or page',
      wanted: 6,
      input: page,
      handle: async (c) => getPage(await connect(c), c.req.valid('param').page_id, c.req.valid('query').markdown),
    }),
  )
  .patch(
    '/workspace/pages/:page_id',
    write('workspace_update_page', {
      summary: 'Change properties of a page by a simple map, archive it, move it to the trash, or take it out',
      description: 'What is not given stays. Names of properties come from workspace_get_schema.',
      ko: '페이지 속성 바꾸기, 보관하기, 휴지통으로 옮기기와 꺼내기',
      search:
        '전화번호 바뀌었으니 고객표 수정, reassign the task, put the new address into the row, the customer moved, give the task to somebody, close the ticket, 행에 적어, 칸에 적어, 날짜 적어, 담당 맡겨, mark the task as done, tick it off, complete the task, set the status, change the due date, push the deadline, assign it to somebody, edit the row, correct the phone number in the row, move the card to another column, rename the page, archive the page, fill in the cell, it is finished, reopen the task, raise the priority, 완료로 바꿔, 완료 처리, 다 했어 체크, 상태 바꿔, 마감 미뤄, 마감일 변경, 담당자 바꿔, 칸 수정, 번호 틀렸으니 고쳐, 으로 바꿔, 값 고쳐, 페이지 제목 바꿔, 행에 붙여, 우선순위 올려, 진행 중으로, 끝난 걸로 표시',
      title: 'Update a row or page',
      wanted: 5,
      tool: {
        shown: { '': 'success id in_trash? is_archived? simple_properties url warnings?' },
      },
      idempotent: true,
      input: pageChange,
      handle: async (c) => updatePage(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    }),
  )
  .post(
    '/workspace/pages/:page_id/move',
    write('workspace_move_page', {
      summary: 'Move a page below another page, or into a table',
      description:
        'With its content and what is below it. Which values a row keeps in another table is up to the service. Tables cannot be moved.',
      ko: '페이지를 다른 페이지 아래나 표 안으로 옮기기',
      search:
        'move the page under another page, move the page to the archive page, put the page inside a table, move the page below, make it a subpage, move the page into the database, 페이지 옮겨, 페이지 밑으로 옮겨, 문서 아래로 옮겨, 하위 페이지로 넣어, 표 안으로 옮겨, 페이지 이동',
      title: 'Move a page',
      idempotent: true,
      tool: { shown: { '': 'success id parent simple_properties? url warnings?' } },
      input: pageMove,
      handle: async (c) => movePage(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    }),
  )
