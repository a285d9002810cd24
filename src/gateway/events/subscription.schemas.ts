import * as z from 'zod/mini'
import { asId } from '../../base/accounts.ts'
import { EVENT_ATTACHMENTS, PATTERNS } from '../../base/events.ts'
import { checkFilter, endpoint } from '../http/endpoint.ts'
import { choice, converted, jsonBoolean } from '../http/fields.ts'

/** The fields of a subscription, for keys and for the admin. Built on first use. */

const LONGEST_URL = 2048
const LONGEST_DESCRIPTION = 200

export const without = <Item>(list: readonly Item[]): Item[] => [...new Set(list)]

/** Whether events may be delivered to it depends on the origin of the gateway (endpoint.ts). */
export const url = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(LONGEST_URL, `must have at most ${LONGEST_URL} characters`),
    )
    .check(
      z.meta({
        description: 'The URL that receives the events: https, on a public host, without credentials',
        examples: ['https://hooks.example.com/latchkey'],
      }),
    )

export const types = () =>
  z.pipe(z.array(choice(PATTERNS)).check(z.minLength(1, 'must name a type at least')), z.transform(without)).check(
    z.meta({
      description:
        'The event types to receive, of groups that the key opens. `recorder.*` means all of an area and `*` all, also later ones',
      examples: [['recorder.file.ready', 'workspace.row.updated']],
    }),
  )

export const include = () =>
  z.pipe(z.array(choice(EVENT_ATTACHMENTS)), z.transform(without)).check(
    z.meta({
      description: 'What to include in a delivery in addition to the event, where its type has it',
      examples: [['transcript', 'summary']],
    }),
  )

/** With dashes, as in events. */
const dataSourceId = () =>
  converted(z.string(), (text, refuse) => {
    const id = asId(text)
    if (!id) refuse('must be the id of a data source or of its database, a UUID')
    return id ?? z.NEVER
  })

const MOST_PROPERTIES = 100

const filter = () =>
  z
    .strictObject({
      data_source_id: z
        .optional(dataSourceId())
        .check(z.meta({ description: 'Only rows of this data source, or of this database' })),
      properties: z
        .optional(
          z
            .array(z.string().check(z.minLength(1), z.maxLength(500)))
            .check(z.minLength(1, 'must name a property at least'), z.maxLength(MOST_PROPERTIES)),
        )
        .check(
          z.meta({
            description: 'Only where one of these properties changed, by their names; a new page always counts',
          }),
        ),
    })
    .check(
      z.meta({
        description: 'Limits the pages and rows of the workspace; without it, all of them',
        examples: [{ data_source_id: '2f1c0de0-0003-4000-8000-000000000001', properties: ['Stage'] }],
      }),
    )

export const purpose = () =>
  z
    .string()
    .check(z.maxLength(LONGEST_DESCRIPTION, `must have at most ${LONGEST_DESCRIPTION} characters`))
    .check(z.meta({ description: 'What the subscription is for', examples: ['Minutes into Notion'] }))

export const subscriptionChange = () =>
  z.strictObject({
    url: z.optional(url()),
    types: z.optional(types()),
    include: z.optional(include()),
    filter: z
      .optional(z.nullable(filter()))
      .check(z.meta({ description: 'Which pages and rows of the workspace; null for all' })),
    description: z
      .optional(z.nullable(purpose()))
      .check(z.meta({ description: 'What the subscription is for; null for nothing' })),
    enabled: z.optional(jsonBoolean()).check(
      z.meta({
        description: 'false pauses it, and events that occur while paused are not delivered; true resumes it',
      }),
    ),
  })

/** What EVENTS changes. Throws 400 for a forbidden URL, and for a filter that applies to none of the new types. */
export function toSubscriptionChange(change: z.infer<ReturnType<typeof subscriptionChange>>, askedAt: string) {
  const { url, types, include, filter, description, enabled } = change
  if (types) checkFilter(filter, types)
  return {
    ...(url !== undefined && { url: endpoint(url, askedAt) }),
    ...(types && { types }),
    ...(include && { include }),
    ...(filter !== undefined && { filter }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
  }
}

export const newSubscription = () => ({
  json: z.strictObject({
    url: url(),
    types: types(),
    include: z.optional(include()),
    filter: z.optional(filter()),
    description: z.optional(purpose()),
  }),
})
