import * as z from 'zod'
import { clamped, id, jsonBoolean } from '../../gateway/fields.ts'

/** What comes in to the notes group: contract 4.2 and decisions.md section 4. Built at the first use. */

export const note = () => ({ param: z.object({ id: id('The note') }) })

export const noteList = () => ({
  query: z.object({
    cursor: z.string().max(1024).optional().describe('`next_cursor` of the page before'),
    size: clamped(100, 1, 200).describe('How many notes, moved into 1..200'),
    keyword: z.string().max(200).optional().describe('Only notes that match; such a list has one page'),
  }),
})

export const apiKey = () => ({ param: z.object({ id: id('The API key') }) })

const name = () => z.string().trim().min(1, 'must not be empty').max(100)

export const newApiKey = () => ({
  json: z.object({
    name: name().describe('What the key is called'),
    description: z.string().max(500).optional().describe('What it is for'),
  }),
})

export const webhook = () => ({ param: z.object({ id: id('The webhook') }) })

/** Named as in the webhooks that come back, which are the product's own objects. */
const webhookFields = () => ({
  name: name().describe('What the webhook is called'),
  url: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .max(2048)
    .describe('Where deliveries go, https'),
  eventTypes: z
    .array(z.string().min(1, 'must not be empty').max(100))
    .min(1, 'needs at least one event type')
    .max(100)
    .describe('What it is told of, see webhook-event-types'),
})

export const newWebhook = () => ({ json: z.object(webhookFields()) })

export const webhookChange = () => ({
  ...webhook(),
  json: z
    .object({ ...webhookFields(), isActive: jsonBoolean().describe('Whether deliveries are made') })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'needs name, url, eventTypes or isActive'),
})
