import * as z from 'zod'
import { successFields } from '../../gateway/http/envelope.ts'
import { counts, itemOutcome, outcomes } from '../../gateway/outputs.ts'
import { plainMap, propertyMap } from './service.answers.ts'

/** Output schemas of the workspace group. Built at first use. */

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
