import * as z from 'zod'
import { EVENT_ATTACHMENTS, TYPES } from '../../base/event-types.ts'
import { choice } from '../http/fields.ts'

/** What a subscription is made of, for keys and for the admin (decisions.md section 12.2). Built at the first use. */

const LONGEST_URL = 2048
const LONGEST_DESCRIPTION = 200

export const without = <Item>(list: readonly Item[]): Item[] => [...new Set(list)]

/** Whether it is one that may be delivered to depends on where the gateway was asked (endpoint.ts). */
export const url = () =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(LONGEST_URL, `must have at most ${LONGEST_URL} characters`)
    .meta({
      description: 'The URL that receives the events: https, on a public host, without credentials',
      examples: ['https://hooks.example.com/latchkey'],
    })

export const types = () =>
  z
    .array(choice(TYPES))
    .min(1, 'must name a type at least')
    .transform(without)
    .meta({
      description: 'The event types to receive, of groups that the key opens',
      examples: [['recorder.file.ready', 'workspace.row.updated']],
    })

export const include = () =>
  z
    .array(choice(EVENT_ATTACHMENTS))
    .transform(without)
    .meta({
      description: 'What to include in a delivery in addition to the event, where its type has it',
      examples: [['transcript', 'summary']],
    })

const HEX = /^[0-9a-f]{32}$/

/** With its dashes, as events have it. */
const dataSourceId = () =>
  z.string().transform((text, context) => {
    const hex = text.trim().toLowerCase().replaceAll('-', '')
    if (!HEX.test(hex)) context.addIssue('must be the id of a data source, a UUID')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })

const MOST_PROPERTIES = 100

export const filter = () =>
  z
    .strictObject({
      data_source_id: dataSourceId().optional().describe('Only rows of this data source'),
      properties: z
        .array(z.string().min(1).max(500))
        .min(1, 'must name a property at least')
        .max(MOST_PROPERTIES)
        .optional()
        .describe('Only where one of these properties changed, by their names; a new page always counts'),
    })
    .meta({
      description: 'Limits the pages and rows of the workspace; without it, all of them',
      examples: [{ data_source_id: '2f1c0de0-0003-4000-8000-000000000001', properties: ['Stage'] }],
    })

export const about = () =>
  z
    .string()
    .max(LONGEST_DESCRIPTION, `must have at most ${LONGEST_DESCRIPTION} characters`)
    .meta({ description: 'What the subscription is for', examples: ['Minutes into Notion'] })

export const newSubscription = () => ({
  json: z.object({
    url: url(),
    types: types(),
    include: include().optional(),
    filter: filter().optional(),
    description: about().optional(),
  }),
})
