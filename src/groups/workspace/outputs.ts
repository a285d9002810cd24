import * as z from 'zod'
import { outcomes, passed, passedFlags, passedNumbers, passedTexts } from '../../gateway/outputs.ts'
import * as answers from './records.outputs.ts'
import { bulk, comment, recordPage, text } from './records.outputs.ts'

/** What the service sends of rows, pages and blocks, and the gateway passes on. */

const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null']

/** A plain value of a property: text, number, boolean, a list of these, or `{start, end}`. */
export const plain = () => z.unknown().meta({ override: { type: TYPES } })

/** Property name to plain value. */
export const plainMap = () => z.record(z.string(), plain()).nullable()

const richText = () =>
  z
    .looseObject({
      ...passedTexts({
        type: 'text, mention or equation',
        plain_text: 'The words without their form',
        href: 'Where the words link to',
      }),
      text: passed(
        z.object({
          ...passedTexts({ content: 'The words' }),
          link: passed(z.object(passedTexts({ url: 'Address' })).nullable(), 'Where they link to'),
        }),
        'Words',
      ),
      annotations: passed(
        z.object({
          ...passedFlags({
            bold: 'Bold',
            italic: 'Italic',
            strikethrough: 'Struck through',
            underline: 'Underlined',
            code: 'Code',
          }),
          ...passedTexts({ color: 'Colour' }),
        }),
        'How the words look',
      ),
    })
    .meta({ component: 'RichText' })

export const richTexts = () => z.array(z.unknown().meta({ sent: richText() }))

const option = () => z.object(passedTexts({ id: 'Id of the option', name: 'Name', color: 'Colour' })).nullable()

const user = () =>
  z
    .looseObject({
      ...passedTexts({
        object: 'user',
        id: 'Id of the user',
        name: 'Name',
        type: 'person or bot',
        avatar_url: 'Picture',
      }),
      person: passed(z.looseObject(passedTexts({ email: 'E-mail address' })).nullable(), 'Of a person'),
    })
    .nullable()

/** What a formula or a rollup gave, under its type. */
const result = () =>
  z
    .looseObject({
      ...passedTexts({ type: 'Type, and the field with the value', string: 'Text' }),
      ...passedNumbers({ number: 'Number' }),
      ...passedFlags({ boolean: 'Whether it is so' }),
    })
    .nullable()

/** The value of a property. Its type says which field has it. */
const property = () =>
  z
    .looseObject({
      ...passedTexts({
        id: 'Id of the property',
        type: 'Type of the property, and the field with the value',
        url: 'Of a url',
        email: 'Of an email',
        phone_number: 'Of a phone_number',
        created_time: 'Of a created_time, ISO 8601 in UTC',
        last_edited_time: 'Of a last_edited_time, ISO 8601 in UTC',
      }),
      ...passedNumbers({ number: 'Of a number' }),
      ...passedFlags({ checkbox: 'Of a checkbox' }),
      title: passed(richTexts(), 'Of a title'),
      rich_text: passed(richTexts(), 'Of a rich_text'),
      select: passed(option(), 'Of a select'),
      status: passed(option(), 'Of a status'),
      multi_select: passed(z.array(option()), 'Of a multi_select'),
      date: passed(
        z.object(passedTexts({ start: 'Start', end: 'End', time_zone: 'Time zone' })).nullable(),
        'Of a date',
      ),
      people: passed(z.array(user()), 'Of people'),
      created_by: passed(user(), 'Of a created_by'),
      last_edited_by: passed(user(), 'Of a last_edited_by'),
      unique_id: passed(
        z.object({ ...passedTexts({ prefix: 'Prefix' }), ...passedNumbers({ number: 'Number' }) }).nullable(),
        'Of a unique_id',
      ),
      formula: passed(result(), 'Of a formula'),
      rollup: passed(result(), 'Of a rollup'),
      relation: passed(z.array(z.object(passedTexts({ id: 'Id of the page' }))), 'Of a relation'),
      files: passed(z.array(z.looseObject(passedTexts({ name: 'Name', type: 'Kind' }))), 'Of files'),
    })
    .meta({ component: 'PropertyValue' })

/** Property name to value, as the service has them. */
export const propertyMap = () => z.record(z.string(), z.unknown().meta({ sent: property() })).nullable()

/** What contains a page or a comment. */
export const parent = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      sent: z
        .looseObject({
          ...passedTexts({
            type: 'Which of the ids it has',
            data_source_id: 'Id of the data source',
            database_id: 'Id of the database',
            page_id: 'Id of the page',
            block_id: 'Id of the block',
          }),
          ...passedFlags({ workspace: 'Whether it is at the top' }),
        })
        .nullable(),
    })

/** What a block has under its type. */
export const blockContent = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      sent: z
        .looseObject({
          rich_text: passed(richTexts(), 'The words'),
          ...passedTexts({ color: 'Colour', language: 'Of code', url: 'Of a link' }),
          ...passedFlags({ checked: 'Of a to_do', is_toggleable: 'Whether it can be folded' }),
        })
        .nullable(),
    })

/** Output schemas of the operations on whole tables. Built at first use. */

const upsertResult = () =>
  bulk().shape.results.element.extend({
    outcome: z
      .enum(['created', 'updated', 'unchanged', 'failed'])
      .describe('What became of it; unchanged when its row had every given value already'),
  })

export type UpsertResult = z.output<ReturnType<typeof upsertResult>>

export const upserted = () =>
  bulk().extend({
    created: z.int().describe('Records that created a row'),
    updated: z.int().describe('Records whose row was changed'),
    unchanged: z.int().describe('Records whose row had every given value already'),
    results: outcomes(upsertResult()),
  })

/** Like a page of rows, but with many more. */
export const allRecords = () => recordPage().extend({ results: recordPage().shape.results.meta({ continued: true }) })

const page = () =>
  z
    .object({
      id: z.string().describe('Id of the page'),
      title: text('Its title as plain text'),
      url: text('Its address in the workspace'),
      parent: parent().describe('Where it stands, as the service has it'),
      data_source_id: text('The data source of a row; null for any other page'),
      created_time: text('ISO 8601 moment in UTC'),
      last_edited_time: text('ISO 8601 moment in UTC, to the minute'),
      in_trash: z.boolean().describe('Whether it is in the trash'),
      is_archived: z.boolean().nullable().describe('Whether it is archived, which is not the trash'),
      simple_properties: plainMap().describe('Of a row: property name to plain value; null for any other page'),
      changed_properties: z
        .array(z.string())
        .nullable()
        .describe('Names of the properties that changed, none where the content did; null for a new page'),
      as_of: z.string().describe('When the page was read for this delivery, ISO 8601 in UTC'),
    })
    .meta({ component: 'ChangedPage' })

const commentData = () =>
  comment()
    .omit({ rich_text: true })
    .extend({ page_id: z.string().describe('The page that it is on') })

/** The `data` of workspace events. Built at first use. */
export const workspaceEvents = {
  'workspace.page.created': () => page().describe('The new page'),
  'workspace.page.updated': () => page().describe('The page after its change'),
  'workspace.page.trashed': () => page().describe('The page in the trash'),
  'workspace.row.created': () => page().describe('The new row'),
  'workspace.row.updated': () => page().describe('The row after its change'),
  'workspace.comment.created': () => commentData().describe('The comment'),
}

/** Output schemas of the workspace group. */
export * from './records.outputs.ts'
export * from './records.outputs.ts'
export * from './records.outputs.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  workspace_search: answers.searchPage,
  workspace_list_users: answers.userPage,
  workspace_get_me: answers.me,
  workspace_get_property: answers.propertyValue,
  workspace_list_comments: answers.commentPage,
  workspace_create_comment: answers.comment,
  workspace_import_file: answers.fileUpload,
  workspace_get_file: answers.fileUpload,
  workspace_create_page: answers.writtenPage,
  workspace_get_page: answers.page,
  workspace_update_page: answers.writtenPage,
  workspace_get_page_markdown: answers.pageMarkdown,
  workspace_replace_page_markdown: answers.pageMarkdown,
  workspace_append_page_markdown: answers.pageMarkdown,
  workspace_list_block_children: answers.blockChildren,
  workspace_query_data_source: answers.recordPage,
  workspace_get_schema: answers.schema,
  workspace_query_database: answers.recordPage,
  workspace_invite_member: answers.invitation,
  workspace_insert_records: answers.bulk,
  workspace_delete_pages: answers.bulk,
  workspace_query_all: allRecords,
  workspace_upsert_records: upserted,
}
