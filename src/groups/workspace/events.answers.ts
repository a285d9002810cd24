import * as z from 'zod'
import { comment } from './finding.answers.ts'
import { text } from './records.answers.ts'
import { parent, plainMap } from './service.answers.ts'

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
