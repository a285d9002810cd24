import * as z from 'zod'
import { clamped, id, jsonBoolean } from '../../gateway/http/fields.ts'

/** Input schemas of the notes group (contract 4.2 and decisions.md section 4). Built at first use. */

export const note = () => ({
  param: z.object({ id: id('The note').meta({ examples: ['8f0b6c1e-52d7-4a39-b1c4-7e93d05a2f68'] }) }),
})

export const noteList = () => ({
  query: z.object({
    cursor: z.string().max(1024).optional().describe('`next_cursor` of the page before').meta({ narrows: 'position' }),
    size: clamped(100, 1, 200).describe('How many notes, moved into 1..200').meta({ narrows: 'amount' }),
    keyword: z
      .string()
      .max(200)
      .optional()
      .describe('Only notes whose title or spoken words match; such a list has one page'),
  }),
})

export const apiKey = () => ({
  param: z.object({ id: id('The API key').meta({ examples: ['c2a7f5d4-0e63-4b18-9a51-6d3f80b74ce9'] }) }),
})

const name = () => z.string().trim().min(1, 'must not be empty').max(100)

export const newApiKey = () => ({
  json: z.object({
    name: name().meta({ description: 'What the key is called', examples: ['Weekly dashboard'] }),
    description: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'What it is for', examples: ['Counts the meetings of each team'] }),
  }),
})

const webhook = (example: string) => ({ param: z.object({ id: id('The webhook').meta({ examples: [example] }) }) })

export const webhookToDelete = () => webhook('e94b0d27-7c15-4f8a-8e36-1b52c9f0a7d3')

/** The names match those in returned webhooks, which are the product's own objects. */
const webhookFields = () => ({
  name: name().meta({ description: 'What the webhook is called', examples: ['Ticket bot'] }),
  url: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .max(2048)
    .meta({ description: 'Where deliveries go, https', examples: ['https://bot.example.com/in'] }),
  eventTypes: z
    .array(z.string().min(1, 'must not be empty').max(100))
    .min(1, 'needs at least one event type')
    .max(100)
    .meta({ description: 'Its event types, see webhook-event-types', examples: [['note.ended']] }),
})

export const newWebhook = () => ({ json: z.object(webhookFields()) })

export const webhookChange = () => ({
  ...webhook('3f6e82b9-d40c-4c57-a2f8-95e1740bc6d8'),
  json: z
    .object({
      ...webhookFields(),
      isActive: jsonBoolean().meta({ description: 'Whether deliveries are made', examples: [false] }),
    })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'needs name, url, eventTypes or isActive'),
})
