import * as z from 'zod'
import { type EventType, TYPES } from '../../base/event-types.ts'
import { about, filter, include, types, url, without } from '../../gateway/events/subscription.schemas.ts'
import { clamped, id, jsonBoolean } from '../../gateway/http/fields.ts'

export { newSubscription } from '../../gateway/events/subscription.schemas.ts'

/** Input schemas of the events group (decisions.md section 12.2). Built at first use. */

const subscriptionId = (example = 'sub_0123456789abcdefghijklmnop') =>
  id('The id of a subscription').meta({ examples: [example] })

export const subscription = (example?: string) => ({ param: z.object({ id: subscriptionId(example) }) })

export const subscriptionToDelete = () => subscription('sub_1123456789abcdefghijklmnop')

export const change = () => ({
  ...subscription(),
  json: z.object({
    url: url().optional(),
    types: types().optional(),
    include: include().optional(),
    filter: filter().nullable().optional().describe('Which pages and rows of the workspace; null for all'),
    description: about().nullable().optional().describe('What the subscription is for; null for nothing'),
    enabled: jsonBoolean()
      .optional()
      .describe('false pauses it, and events that occur while paused are not delivered; true resumes it'),
  }),
})

export const deliveries = () => ({
  ...subscription(),
  query: z.object({
    limit: clamped(20, 1, 100).describe('How many to return at most, 1 to 100').meta({ narrows: 'amount' }),
    before: id('The next_before of the page before').optional().meta({ narrows: 'position' }),
  }),
})

const typeList = () =>
  z
    .string()
    .transform((text, context) => {
      const names = text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
      const known = names.filter((name): name is EventType => TYPES.some((type) => type === name))
      if (known.length < names.length) context.addIssue(`must be a comma list of ${TYPES.join(', ')}`)
      return without(known)
    })
    .meta({ override: { type: 'string' }, list: [] })

export const feed = () => ({
  query: z.object({
    after: z
      .string()
      .max(512)
      .optional()
      .describe('The next_after of the previous page; without it, the oldest stored event')
      .meta({ narrows: 'position' }),
    types: typeList()
      .optional()
      .describe('Only these types, a comma list. Their sources are asked for a day, subscribed to or not')
      .meta({ narrows: 'amount' }),
    limit: clamped(50, 1, 100).describe('How many to return at most, 1 to 100').meta({ narrows: 'amount' }),
  }),
})

export const redelivery = () => ({
  param: z.object({ id: id('The id of an event').meta({ examples: ['evt_0123456789abcdefghijklmnop'] }) }),
  json: z.object({
    subscription_id: subscriptionId().optional().describe('Redeliver to this subscription only'),
  }),
})
