import * as z from 'zod'
import { counts, itemOutcome, outcomes, successFields } from '../../gateway/outputs.ts'
import { blockContent, parent, plain, plainMap, propertyMap, richTexts } from './values.outputs.ts'

export const text = (description: string) => z.string().nullable().describe(description)
export const bool = (description: string) => z.boolean().nullable().describe(description)

export const record = () =>
  z
    .object({
      object: text('Kind of the record: page').meta({ omitted: true }),
      id: text('Id of the record'),
      created_time: text('ISO 8601 moment in UTC'),
      last_edited_time: text('ISO 8601 moment in UTC'),
      archived: bool('Whether it is in the trash: the older word').meta({ omitted: true }),
      in_trash: bool('Whether it is in the trash'),
      is_archived: bool('Whether it is archived, which is not the trash'),
      properties: propertyMap().meta({ description: 'Property values as the service has them', omitted: true }),
      simple_properties: plainMap().describe('Property name to plain value'),
      url: text('Page of the record'),
      public_url: text('Its public page, when it is published').meta({ omitted: true }),
    })
    .meta({ component: 'Row' })

export const recordPage = () =>
  z.object({
    object: text('Kind of the answer: list').meta({ omitted: true }),
    results: z.array(record()).describe('The records of this page'),
    next_cursor: text('start_cursor of the next page'),
    has_more: bool('Whether there is a next page'),
    type: text('Kind of the results').meta({ omitted: true }),
    request_id: text("The service's own id of the request").meta({ omitted: true }),
    warnings: z.array(z.string()).describe('What was converted or guessed, and what is incomplete'),
  })

export type WorkspaceRecord = z.output<ReturnType<typeof record>>
export type RecordPage = z.output<ReturnType<typeof recordPage>>

const property = () =>
  z.object({
    name: z.string().describe('Name of the property'),
    id: text('Id of the property'),
    type: text('Type of the property'),
    operators: z
      .array(z.string())
      .describe('What the operator of a filter may be; none where filters cannot compare it'),
    options: z.array(z.string()).optional().describe('Names of the options of a choice'),
    groups: z
      .array(
        z.object({
          name: z.string().describe('Name of the group'),
          options: z.array(z.string()).describe('Names of its options'),
        }),
      )
      .optional()
      .describe('Groups of the options of a status'),
  })

export const schema = () =>
  z.object({
    object: z.string().describe('Kind of the answer: data_source'),
    id: z.string().describe('Id of the data source'),
    title: z.string().describe('Title of the data source'),
    properties: z.array(property()).meta({ description: 'Its properties', continued: true }),
    operators: z
      .record(z.string(), z.array(z.string()))
      .describe('The operators that filters take, by type of property, as each property has them'),
  })

export type DataSourceSchema = z.output<ReturnType<typeof schema>>

const columnChange = () =>
  z.object({
    column: z.string().describe('Name of the column, before it was renamed'),
    change: z
      .enum(['added', 'renamed', 'options_added', 'deleted', 'none'])
      .describe('What became of it; none when it was as wanted before'),
  })

export type ColumnChange = z.output<ReturnType<typeof columnChange>>

/** A table after a change of its columns. */
export const changedColumns = () =>
  z.object({
    ...successFields('workspace'),
    ...schema().shape,
    changes: z.array(columnChange()).describe('What was done'),
    warnings: z.array(z.string()).describe('Which table was taken, when the id was not its own'),
  })

export type ChangedColumns = z.output<ReturnType<typeof changedColumns>>

export const database = () =>
  z.object({
    ...successFields('workspace'),
    id: text('Id of the table (database)'),
    data_source_id: text('Id of its data source, which holds the columns and the rows'),
    title: text('Its title'),
    url: text('Its address in the workspace'),
    parent: parent().describe('Where it stands, as the service has it'),
  })

export type DatabaseAnswer = z.output<ReturnType<typeof database>>

export const invitation = () =>
  z.object({
    ...successFields('workspace'),
    user_id: z.string().describe('Id of the user'),
    email: z.string().describe('E-mail address as it was sent'),
    role: z.string().describe('The role that was asked for'),
    already_member: z.boolean().describe('Whether the user belonged to the workspace before; nothing was changed then'),
  })

const bulkResult = () =>
  itemOutcome({
    index: z.int().describe('Place of the item in the request, from 0'),
    page_id: text('Id of the page'),
  })

export type BulkResult = z.output<ReturnType<typeof bulkResult>>
export type BulkAnswer = z.output<ReturnType<typeof bulk>>

export const bulk = () =>
  z.object({
    success: z.boolean().describe('Whether all items are done'),
    total: z.int().describe('Items in the request'),
    ...counts(),
    results: outcomes(bulkResult()),
    next_index: z.int().nullable().describe('The first item that was not tried, to go on with; null when all were'),
    error: z
      .string()
      .optional()
      .describe('Why the call ended before its last item: the token or its pace was refused; absent otherwise'),
    warnings: z.array(z.string()).describe('What was converted, and what came to be on the way, as new options'),
  })

const pageWarnings = () => z.array(z.string()).describe('What was converted or guessed, and what is incomplete')

const content = () => ({
  markdown: text(
    "The content as Markdown, in the service's own form; null where it was not asked for or is unknown",
  ).meta({ continued: true }),
  truncated: bool('Whether parts of the content are missing'),
  unknown_block_ids: z
    .array(z.string())
    .describe('Blocks that the Markdown shows only as <unknown>; GET .../markdown takes these ids too'),
})

const properties = () => ({
  ...successFields('workspace'),
  ...record().shape,
  parent: parent().describe('Where the page stands, as the service has it'),
})

/** A page that was created or changed, without its content. */
export const writtenPage = () => z.object({ ...properties(), warnings: pageWarnings() })

export type WrittenPage = z.output<ReturnType<typeof writtenPage>>

export const page = () => z.object({ ...properties(), ...content(), warnings: pageWarnings() })

export type PageAnswer = z.output<ReturnType<typeof page>>

export const pageMarkdown = () =>
  z.object({
    ...successFields('workspace'),
    id: text('Id of the page'),
    ...content(),
    warnings: pageWarnings(),
  })

export type MarkdownAnswer = z.output<ReturnType<typeof pageMarkdown>>

const block = () =>
  z.object({
    object: text('Kind of the item: block'),
    id: text('Id of the block'),
    type: text('Type of the block: paragraph, to_do ...'),
    text: text('Its words as plain text; null for a type without words'),
    has_children: bool('Whether it contains blocks; the same route lists them by its id'),
    created_time: text('ISO 8601 moment in UTC'),
    last_edited_time: text('ISO 8601 moment in UTC'),
    archived: bool('Whether it is in the trash: the older word').meta({ omitted: true }),
    in_trash: bool('Whether it is in the trash'),
    content: blockContent().meta({ description: 'What the service has under the type', omitted: true }),
  })

export type BlockAnswer = z.output<ReturnType<typeof block>>

/** A block that was changed or deleted. */
export const writtenBlock = () => z.object({ ...successFields('workspace'), ...block().shape })

export type WrittenBlock = z.output<ReturnType<typeof writtenBlock>>

export const blockChildren = () =>
  z.object({
    ...successFields('workspace'),
    object: text('Kind of the answer: list'),
    results: z.array(block()).describe('The blocks of this page, in order'),
    next_cursor: text('start_cursor of the next page'),
    has_more: bool('Whether there is a next page'),
    request_id: text("The service's own id of the request"),
  })

export type BlockChildren = z.output<ReturnType<typeof blockChildren>>

const nullableText = (description: string) => z.string().nullable().describe(description)

const list = <Item extends z.ZodType>(item: Item, what: string) => ({
  object: z.literal('list').describe('Kind of the answer'),
  results: z.array(item).describe(what),
  next_cursor: nullableText('start_cursor of the next page'),
  has_more: z.boolean().nullable().describe('Whether there is a next page'),
})

const warnings = () => z.array(z.string()).describe('What is incomplete, guessed or not known')

const hit = () =>
  z.object({
    object: nullableText('page or data_source'),
    id: nullableText('Its id'),
    title: nullableText('Its title as plain text'),
    url: nullableText('Its address in the workspace'),
    parent: parent().describe('What contains it, as the service reports it'),
    last_edited_time: nullableText('ISO 8601 moment in UTC'),
    in_trash: z.boolean().nullable().describe('Whether it is in the trash'),
    is_archived: z.boolean().nullable().describe('Whether a page is archived, which is not the trash'),
    simple_properties: plainMap().describe('Of a row: property name to plain value; null for anything else'),
  })

export const searchPage = () => z.object({ ...list(hit(), 'What was found'), warnings: warnings() })

export type SearchHit = z.output<ReturnType<typeof hit>>
export type SearchPage = z.output<ReturnType<typeof searchPage>>

const nativeObject = () => z.record(z.string(), z.unknown())

const view = () =>
  z.object({
    id: nullableText('Id of the view'),
    name: nullableText('Its name'),
    type: nullableText('table, board, list, calendar, timeline, gallery, form, chart, map or dashboard'),
    data_source_id: nullableText('The data source that it shows; null for a dashboard, which shows several'),
    filter: nativeObject().nullable().describe('Its filter, as the service has it; null for none'),
    quick_filters: nativeObject()
      .nullable()
      .describe('The filters in its bar, by the name or id of the property; null for none'),
    sorts: z.array(nativeObject()).describe('Its order, as the service has it'),
    url: nullableText('Its address in the workspace'),
  })

export const viewPage = () => z.object({ ...list(view(), 'The views of this page'), warnings: warnings() })

export type ViewAnswer = z.output<ReturnType<typeof view>>
export type ViewPage = z.output<ReturnType<typeof viewPage>>

const userFields = () => ({
  id: nullableText('Id of the user'),
  name: nullableText('Name of the user'),
  email: nullableText('E-mail address of a person, when the token may see it'),
  type: nullableText('person or bot'),
})

const user = () => z.object(userFields())

export const userPage = () => z.object(list(user(), 'The users of this page'))

export const me = () =>
  z.object({
    object: z.literal('user').describe('Kind of the answer'),
    ...userFields(),
    workspace_id: nullableText('Id of the workspace'),
    workspace_name: nullableText('Name of the workspace'),
    owner: user().nullable().describe('Whose token it is; null when it is the whole workspace'),
    max_file_bytes: z.int().nullable().describe('The largest file that the workspace takes, in bytes'),
  })

export type User = z.output<ReturnType<typeof user>>
export type UserPage = z.output<ReturnType<typeof userPage>>
export type Me = z.output<ReturnType<typeof me>>

export const propertyValue = () =>
  z.object({
    object: z.literal('property_item').describe('Kind of the answer'),
    id: nullableText('Id of the property'),
    type: z.string().describe('Type of the property'),
    value: plain().meta({
      description: 'The value as the service has it, under its type in the properties of a row',
      omitted: true,
    }),
    simple_value: plain().meta({ description: 'The plain value, as in simple_properties', continued: true }),
    next_cursor: nullableText('start_cursor of the rest, when it did not fit in one request'),
    has_more: z.boolean().describe('Whether there is more than this'),
    warnings: warnings(),
  })

export type PropertyAnswer = z.output<ReturnType<typeof propertyValue>>

const commentAttachment = () =>
  z.object({
    category: nullableText('audio, image, pdf, productivity or video'),
    name: nullableText('Its name, where the service has one'),
    url: nullableText('Where it can be fetched'),
    expiry_time: nullableText('When the url ends, ISO 8601 in UTC; null where it does not'),
    file_upload_id: nullableText('Id of the upload, while it has no url'),
  })

export type CommentAttachment = z.output<ReturnType<typeof commentAttachment>>

export const comment = () =>
  z
    .object({
      object: nullableText('Kind of the answer: comment'),
      id: nullableText('Id of the comment'),
      discussion_id: nullableText('The discussion that it belongs to'),
      parent: parent().describe('The page or block that it stands on'),
      created_time: nullableText('ISO 8601 moment in UTC'),
      last_edited_time: nullableText('ISO 8601 moment in UTC'),
      created_by: nullableText('Id of its author'),
      author: nullableText('Name of its author'),
      text: nullableText('Its words as plain text'),
      rich_text: richTexts().meta({ description: 'Its words as the service has them', omitted: true }),
      attachments: z.array(commentAttachment()).describe('Its files'),
    })
    .meta({ component: 'Comment' })

export const commentPage = () => z.object({ ...list(comment(), 'Comments, oldest first'), warnings: warnings() })

export type Comment = z.output<ReturnType<typeof comment>>
export type CommentPage = z.output<ReturnType<typeof commentPage>>

const importError = () =>
  z.object({
    type: nullableText('validation_error, download_error, upload_error or internal_system_error'),
    code: nullableText("The service's own code"),
    message: nullableText("The service's own words"),
  })

export const fileUpload = () =>
  z.object({
    object: z.string().describe('Kind of the answer: file_upload'),
    id: nullableText('Id of the file, which a files property takes as {"file_upload": id}'),
    status: nullableText('pending, uploaded, failed or expired'),
    filename: nullableText('Its name'),
    content_type: nullableText('Its media type'),
    content_length: z.int().nullable().describe('Its size in bytes'),
    created_time: nullableText('ISO 8601 moment in UTC'),
    expiry_time: nullableText('When it is gone unless a page holds it; null when one does'),
    failure: importError().nullable().describe('Why it could not be imported; null unless it failed'),
    warnings: z.array(z.string()).describe('How to look again at what is pending'),
  })

export type FileUpload = z.output<ReturnType<typeof fileUpload>>
