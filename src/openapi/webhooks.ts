import * as z from 'zod'
import { accountEvents, ownerEvents } from '../accounts/outputs.ts'
import { EVENT_TYPES, type EventType } from '../base/events.ts'
import type { Area } from '../base/groups.ts'
import { CATALOGUE, sampleAccount } from '../groups/events/catalogue.ts'
import { notesEvents } from '../groups/notes/outputs.ts'
import { paymentEvents } from '../groups/payment/outputs.ts'
import { recorderEvents } from '../groups/recorder/outputs.ts'
import { shopEvents } from '../groups/shop/outputs.ts'
import { socialEvents } from '../groups/social/outputs.ts'
import { workspaceEvents } from '../groups/workspace/outputs.ts'
import { toLabel } from './facts.ts'
import { type JsonSchema, namedSchema } from './json-schema.ts'

const ID = 'evt_0123456789abcdefghijklmnop'
const AT = '2026-11-20T00:00:00.000Z'

const header = (name: string, description: string, schema: JsonSchema, example: string | number) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const HEADERS = [
  header('webhook-id', 'The id of the event: a delivery that comes again has the same', { type: 'string' }, ID),
  header('webhook-timestamp', 'When it was sent, epoch seconds', { type: 'integer' }, Date.parse(AT) / 1000),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64; two of them, with a space between, for 24 hours after the secret changed',
    { type: 'string' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const RESPONSES = {
  '2XX': { description: 'Taken. What the body says is of no matter' },
  410: { description: 'Not wanted any more: the subscription is disabled' },
  default: { description: 'Anything else, or no answer within 15 s: it is sent again later' },
}

const types = Object.keys(EVENT_TYPES) as EventType[]

/** The deliveries of this deployment to webhook endpoints, for the documents of these groups. */
export function describeWebhooks(groups: readonly Area[]) {
  return groups.includes('events')
    ? Object.fromEntries(types.map((type) => [type, { post: describe(type) }]))
    : undefined
}

function describe(type: EventType) {
  const { description } = CATALOGUE[type]
  return {
    operationId: `event_${type.replaceAll('.', '_')}`,
    tags: ['events'],
    summary: description,
    description: `${description}. It is sent to the \`url\` of each subscription that names the type.`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBody(type), ...getExample(type) } },
    },
    responses: RESPONSES,
  }
}

/** Most examples show only a part of the data, so they are not valid for the whole. */
function getExample(type: EventType) {
  const { example } = CATALOGUE[type]
  return EVENT_DATA[type]().safeParse(example).success
    ? { example: { type, timestamp: AT, account: sampleAccount(type), data: example } }
    : {}
}

/** `RecorderFileReadyEvent`: the component of a delivery. */
const toName = (type: EventType) => `${toLabel(type).replaceAll(/\W/g, '')}Event`

const describeFields = (type: EventType): Record<string, JsonSchema> => ({
  type: { type: 'string', const: type },
  timestamp: { type: 'string', format: 'date-time', description: 'When it happened, ISO 8601 in UTC' },
  account:
    sampleAccount(type) === null
      ? { type: 'null', description: 'It is about no account' }
      : { type: 'string', description: 'The id of its account, such as notes or notes:business' },
  data: getData(type),
})

const toBody = (type: EventType): JsonSchema => ({
  component: toName(type),
  type: 'object',
  properties: describeFields(type),
  required: ['type', 'timestamp', 'account', 'data'],
})

/** An event in the feed: what a delivery has, and its id. */
export const describeEvent = (): JsonSchema => ({
  description: 'An event',
  anyOf: types.map((type) => ({
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id of the event, the `webhook-id` of its deliveries' },
      ...describeFields(type),
    },
    required: ['id', 'type', 'timestamp', 'account', 'data'],
  })),
})

const OMITTED: JsonSchema = {
  type: 'array',
  description: 'What was asked for and could not be had',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, reason: { type: 'string' } },
    required: ['name', 'reason'],
  },
}

/** The group's data, plus what a subscription may include. */
function getData(type: EventType): JsonSchema {
  const { include } = CATALOGUE[type]
  const schema = namedSchema(EVENT_DATA[type](), 'output')
  if (include.length === 0) return schema
  const attached = Object.fromEntries(
    include.map((name) => [name, { type: 'object', description: `The ${name}, where the subscription includes it` }]),
  )
  const component = `${toName(type)}Data`
  return { ...schema, component, properties: { ...schema.properties, ...attached, omitted: OMITTED } }
}

const test = () => z.object({ message: z.string().describe('That this is a test') }).describe('No more than a sentence')

/** The `data` of each event type, as its group declares it. */
export const EVENT_DATA: Readonly<Record<EventType, () => z.ZodObject>> = {
  ...recorderEvents,
  ...notesEvents,
  ...workspaceEvents,
  ...shopEvents,
  ...paymentEvents,
  ...socialEvents,
  ...accountEvents,
  ...ownerEvents,
  'latchkey.test': test,
}
