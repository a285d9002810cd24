import * as z from 'zod/mini'
import { type EventType, FEED_ORDERS, TYPES } from '../../base/events.ts'
import * as shared from '../../gateway/events.ts'
import { without } from '../../gateway/events.ts'
import { choice, clamped, converted, id } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'

/** Input schemas of the events group. Built at first use. */

/** What others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['types', 'events', 'event_types', 'type'],
  ['url', 'endpoint', 'target', 'callback'],
  ['enabled', 'active', 'disabled', 'paused'],
  ['order', 'sort', 'direction'],
]

const subscriptionId = (example = 'sub_0123456789abcdefghijklmnop') =>
  id('The id of a subscription').check(z.meta({ examples: [example] }))

/** Every header of this group's operations. */
export const HEADERS = ['Idempotency-Key']

export const newSubscription = () => ({
  ...shared.newSubscription(),
  header: z.object({
    'Idempotency-Key': idempotencyKey(
      'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, with the secret',
    ),
  }),
})

export const subscription = (example?: string) => ({ param: z.object({ id: subscriptionId(example) }) })

export const test = () => ({
  ...subscription(),
  json: z.strictObject({
    type: z.optional(choice(TYPES)).check(
      z.meta({
        description: 'The newest event of this type, or its sample where there is none; a sentence unless given',
        examples: ['recorder.file.ready'],
      }),
    ),
  }),
})

export const subscriptionToDelete = () => subscription('sub_1123456789abcdefghijklmnop')

export const change = () => ({
  ...subscription(),
  json: shared.subscriptionChange(),
})

export const deliveries = () => ({
  ...subscription(),
  query: z.strictObject({
    limit: clamped(20, 1, 100).check(
      z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' }),
    ),
    before: z
      .optional(id('The next_before of the page before'))
      .check(z.meta({ examples: ['100'], narrows: 'position' })),
    outcome: z
      .optional(choice(['failed']))
      .check(z.meta({ description: 'failed: only attempts that failed', examples: ['failed'] })),
  }),
})

const typeList = () =>
  converted(z.string(), (text, refuse) => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const known = names.filter((name): name is EventType => TYPES.some((type) => type === name))
    if (known.length < names.length) refuse(`must be a comma list of ${TYPES.join(', ')}`)
    return without(known)
  }).check(z.meta({ override: { type: 'string' }, list: [] }))

export const feed = () => ({
  query: z.strictObject({
    after: z.optional(z.string().check(z.maxLength(512))).check(
      z.meta({
        description:
          'The next_after of the previous page, or now for an empty page with the present next_after; without it, the start',
        examples: [''],
        narrows: 'position',
      }),
    ),
    order: z
      ._default(choice(FEED_ORDERS), 'oldest')
      .check(z.meta({ description: 'newest: next_after continues with older ones' })),
    types: z.optional(typeList()).check(
      z.meta({
        description: 'Only these types, a comma list. Their sources are asked for a day, subscribed to or not',
        examples: ['account.rejected,recorder.file.ready'],
        narrows: 'amount',
      }),
    ),
    limit: clamped(50, 1, 100).check(
      z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' }),
    ),
  }),
})

export const redelivery = () => ({
  param: z.object({ id: id('The id of an event').check(z.meta({ examples: ['evt_0123456789abcdefghijklmnop'] })) }),
  json: z.strictObject({
    subscription_id: z.optional(subscriptionId()).check(z.meta({ description: 'Redeliver to this subscription only' })),
  }),
})
