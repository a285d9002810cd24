import * as z from 'zod/mini'
import { clamped, id, jsonBoolean } from '../../gateway/http/fields.ts'
import { transcriptQuery } from '../../renderings/transcript-part.ts'

/** Input schemas of the notes group. Built at first use. */

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['eventTypes', 'events', 'types', 'event'],
  ['isActive', 'enabled', 'active', 'disabled'],
  ['name', 'title'],
  ['url', 'endpoint', 'target', 'callback'],
]

export const note = () => ({
  param: z.object({ id: id('The note').check(z.meta({ examples: ['8f0b6c1e-52d7-4a39-b1c4-7e93d05a2f68'] })) }),
})

export const transcript = () => ({ ...note(), query: z.strictObject(transcriptQuery('이준호', '온보딩')) })

export const noteList = () => ({
  query: z.strictObject({
    cursor: z
      .optional(z.string().check(z.maxLength(1024)))
      .check(z.meta({ description: '`next_cursor` of the page before', examples: [''], narrows: 'position' })),
    size: clamped(100, 1, 200).check(z.meta({ description: 'How many notes, moved into 1..200', narrows: 'amount' })),
    keyword: z.optional(z.string().check(z.maxLength(200))).check(
      z.meta({
        description: 'Only notes whose title or spoken words match; such a list has one page',
        examples: ['회의'],
      }),
    ),
  }),
})

export const apiKey = () => ({
  param: z.object({ id: id('The API key').check(z.meta({ examples: ['c2a7f5d4-0e63-4b18-9a51-6d3f80b74ce9'] })) }),
})

const name = () => z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100))

export const newApiKey = () => ({
  json: z.strictObject({
    name: name().check(z.meta({ description: 'What the key is called', examples: ['Weekly dashboard'] })),
    description: z
      .optional(z.string().check(z.maxLength(500)))
      .check(z.meta({ description: 'What it is for', examples: ['Counts the meetings of each team'] })),
  }),
})

const webhook = (example: string) => ({
  param: z.object({ id: id('The webhook').check(z.meta({ examples: [example] })) }),
})

export const webhookToDelete = () => webhook('e94b0d27-7c15-4f8a-8e36-1b52c9f0a7d3')

/** The names match those in returned webhooks, which are the product's own objects. */
const webhookFields = () => ({
  name: name().check(z.meta({ description: 'What the webhook is called', examples: ['Ticket bot'] })),
  url: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .check(z.maxLength(2048))
    .check(z.meta({ description: 'Where deliveries go, https', examples: ['https://bot.example.com/in'] })),
  eventTypes: z
    .array(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100)))
    .check(z.minLength(1, 'needs at least one event type'), z.maxLength(100))
    .check(z.meta({ description: 'Its event types, see webhook-event-types', examples: [['note.ended']] })),
})

export const newWebhook = () => ({ json: z.strictObject(webhookFields()) })

export const webhookChange = () => ({
  ...webhook('3f6e82b9-d40c-4c57-a2f8-95e1740bc6d8'),
  json: z
    .partial(
      z.strictObject({
        ...webhookFields(),
        isActive: jsonBoolean().check(z.meta({ description: 'Whether deliveries are made', examples: [false] })),
      }),
    )
    .check(z.refine((change) => Object.keys(change).length > 0, 'needs name, url, eventTypes or isActive')),
})
