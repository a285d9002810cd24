import * as z from 'zod/mini'
import { clamped, jsonFlag, textFlag } from '../../gateway/http/fields.ts'
import { connection, creating, DATA_SOURCE, object, reference, target } from './schemas.ts'

/** Input schemas of single pages, their Markdown and blocks. Built at first use. */

const PAGE = '2f1c0de0-0005-4000-8000-000000000001'

const pageParam = () =>
  z.object({ page_id: reference('The page, by its id or its address').check(z.meta({ examples: [PAGE] })) })

const FORMAT =
  "the service's own form: a line is a block, children stand one tab deeper, <br> is a line break within a block"

const markdownField = () => z.string('must be text')

export const page = () => ({
  param: pageParam(),
  header: z.object(connection()),
  query: z.strictObject({
    markdown: textFlag(false).check(
      z.meta({ description: 'Whether the content is returned too, as Markdown', narrows: 'amount' }),
    ),
  }),
})

export const newPage = () => ({
  header: z.object(creating()),
  json: z
    .strictObject({
      data_source_id: target('The data source to add a row to, or a database that has only one').check(
        z.meta({ examples: [DATA_SOURCE] }),
      ),
      database_id: target('In its place: a database, to whose first data source the row is added'),
      parent_page_id: target('In its place: a page, below which the page stands; it has a title and no other property'),
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
    })
    .check(
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

export const pageChange = () => ({
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

export const pageMarkdown = () => ({
  param: z.object({
    page_id: reference('The page, by its id or its address; or a block, by an id out of unknown_block_ids').check(
      z.meta({ examples: [PAGE] }),
    ),
  }),
  header: z.object(connection()),
})

export const markdownReplacement = () => ({
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

export const markdownAddition = () => ({
  param: pageParam(),
  header: z.object(connection()),
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

export const blockChildren = () => ({
  param: z.object({
    block_id: reference('The page or block whose blocks are returned').check(z.meta({ examples: [PAGE] })),
  }),
  header: z.object(connection()),
  query: z.strictObject({
    page_size: clamped(100, 1, 100).check(z.meta({ description: 'Blocks per page, 1 to 100', narrows: 'amount' })),
    start_cursor: z
      .optional(z.string().check(z.maxLength(1024)))
      .check(z.meta({ description: 'next_cursor of the page before', examples: [''], narrows: 'position' })),
  }),
})
