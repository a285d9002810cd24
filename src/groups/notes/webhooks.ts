import { Hono } from 'hono'
import * as z from 'zod/mini'
import { at, flag, identifier, items, text } from '../../base/json.ts'
import { noteCreated, noteDeleted } from '../../gateway/auth/keys.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { id, jsonBoolean } from '../../gateway/http/fields.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { neverNotFound, requiredFields } from '../../upstream/failures.ts'
import { read, write } from './group.ts'
import { type Connection, checkDeleted, connect, fetchAllPages, productObject, type TiroCall } from './tiro.ts'

/**
 * API keys and webhooks are created in the product's dashboard, which has no published API. The paths and shapes here
 * are our own, for the service that NOTES_PLATFORM_URL names.
 */
const NO_PUBLIC_API =
  "The notes service publishes no API for API keys and webhooks: both are made in its dashboard. This operation calls the address in NOTES_PLATFORM_URL, in shapes of this gateway's own, and answers 502 while that setting is unset."

const apiKey = () => ({
  param: z.object({ id: id('The API key').check(z.meta({ examples: ['c2a7f5d4-0e63-4b18-9a51-6d3f80b74ce9'] })) }),
})

const name = () => z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100))

const newApiKey = () => ({
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

const webhookToDelete = () => webhook('e94b0d27-7c15-4f8a-8e36-1b52c9f0a7d3')

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

const newWebhook = () => ({ json: z.strictObject(webhookFields()) })

const webhookChange = () => ({
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

/** For a path without an id: a 404 means that the setting points to the wrong place, never an empty list. */
const callCollection = (connection: Connection, call: TiroCall): Promise<unknown> =>
  neverNotFound(
    connection.callPlatform(call),
    'the address in NOTES_PLATFORM_URL offers no API for API keys and webhooks',
  )

const listAll = (connection: Connection, path: string) =>
  fetchAllPages((cursor) => callCollection(connection, { path, query: { cursor } }))

const required = requiredFields('notes', 'id', 'key', 'content[].id')

/** An allow-list: no other field of a key may reach a caller, because it could contain the secret. */
const readApiKey = (key: unknown) => ({
  name: text(at(key, 'name')) ?? '',
  description: text(at(key, 'description')),
  is_active: flag(at(key, 'isActive')),
  expires_at: text(at(key, 'expiresAt')),
  created_at: text(at(key, 'createdAt')),
})

/**
 * The API keys of the workspace, without their secrets. A key without an id cannot be identified and is left out.
 * Throws 502 when none has an id.
 */
async function listApiKeys(connection: Connection) {
  const raw = await listAll(connection, '/api-keys')
  const keys = items(raw, (key) => {
    const id = identifier(at(key, 'id'))
    return id === null ? null : { id, ...readApiKey(key) }
  })
  if (raw.length > 0 && keys.length === 0) required('content[].id', undefined)
  return keys
}

/** Creates a key. Its `key`, `{id}.{secret}`, is only in this response. It is neither stored nor logged. */
async function createApiKey(connection: Connection, body: { name: string; description?: string | undefined }) {
  const created = await callCollection(connection, { method: 'POST', path: '/api-keys', body })
  const key = required('key', text(at(created, 'key')))
  const { description, created_at } = readApiKey(created)
  return {
    id: required('id', identifier(at(created, 'id')) ?? /^([^.]+)\../.exec(key)?.[1]),
    name: text(at(created, 'name')) ?? body.name,
    description: description ?? body.description ?? null,
    key,
    created_at,
  }
}

/** Deletes a key, which stops working. Throws 404 for an unknown id. */
async function deleteApiKey(connection: Connection, id: string): Promise<void> {
  checkDeleted(await connection.callPlatform({ method: 'DELETE', path: `/api-keys/${id}` }))
}

/** The webhooks of the workspace, without their secrets. */
const listWebhooks = (connection: Connection) => listAll(connection, '/webhooks')

/** The fields of a webhook that a caller sets, in the product's names. */
interface WebhookFields {
  name?: string | undefined
  url?: string | undefined
  eventTypes?: string[] | undefined
  isActive?: boolean | undefined
}

/** Registers a webhook. Its secret, which deliveries contain as `Authorization: Bearer`, is only in this response. */
async function createWebhook(connection: Connection, body: WebhookFields) {
  const created = await callCollection(connection, { method: 'POST', path: '/webhooks', body })
  const secret = text(at(created, 'secret'))
  return { ...productObject(created), ...(secret !== null && { secret }) }
}

/** Changes the given fields. Throws 404 for an unknown id. */
const changeWebhook = async (connection: Connection, id: string, body: WebhookFields) =>
  productObject(await connection.callPlatform({ method: 'PATCH', path: `/webhooks/${id}`, body }))

/** Deletes a webhook. Throws 404 for an unknown id. */
async function deleteWebhook(connection: Connection, id: string): Promise<void> {
  checkDeleted(await connection.callPlatform({ method: 'DELETE', path: `/webhooks/${id}` }))
}

/** The event types that a webhook can subscribe to. */
const listEventTypes = (connection: Connection) => listAll(connection, '/webhook-event-types')

/** The identity of the webhook, in addition to what changes. */
const webhookDetails: CallDetails = async (c, { id }) => {
  const webhook = (await listWebhooks(connect(c))).find((one) => identifier(at(one, 'id')) === id)
  return { present_name: text(at(webhook, 'name')), present_url: text(at(webhook, 'url')) }
}

/** API keys and webhooks. The product publishes no API for them. */
export const unpublished = new Hono<AppEnv>()
  .get(
    '/notes/api-keys',
    read('notes_list_api_keys', {
      summary: 'API keys of the notes account',
      description: NO_PUBLIC_API,
      ko: '노트 계정의 API 키 목록',
      search:
        'API keys of Tiro, how many keys did I issue, developer keys, tokens of the notes account, 티로 API 키, 발급한 키, 키 몇 개, 키 목록',
      title: 'Get API keys',
      handle: async (c) => ({ ...SUCCESS.notes, api_keys: await listApiKeys(connect(c)) }),
    }),
  )
  .post(
    '/notes/api-keys',
    write('notes_create_api_key', {
      summary: 'Create an API key of the notes account; it is shown once',
      description: NO_PUBLIC_API,
      ko: '노트 계정의 API 키 만들기, 한 번만 표시됨',
      title: 'Create an API key',
      tool: null,
      effect: 'credential',
      destructive: false,
      input: newApiKey,
      handle: async (c) => {
        const api_key = await createApiKey(connect(c), c.req.valid('json'))
        await noteCreated(c, api_key.id)
        return { ...SUCCESS.notes, api_key }
      },
      status: 201,
    }),
  )
  .delete(
    '/notes/api-keys/:id',
    write('notes_delete_api_key', {
      summary: 'Delete an API key of the notes account',
      description: NO_PUBLIC_API,
      ko: '노트 계정의 API 키 삭제',
      title: 'Delete an API key',
      tool: null,
      effect: 'credential',
      details: async (c, { id }) => ({ name: (await listApiKeys(connect(c))).find((key) => key.id === id)?.name }),
      idempotent: true,
      input: apiKey,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        await deleteApiKey(connect(c), id)
        await noteDeleted(c, 'notes_create_api_key', id)
        return { ...SUCCESS.notes }
      },
    }),
  )
  .get(
    '/notes/webhooks',
    read('notes_list_webhooks', {
      summary: 'Webhooks of the notes account',
      description: NO_PUBLIC_API,
      ko: '노트 계정의 웹훅 목록',
      search:
        '웹훅 등록된, webhooks of Tiro, to which address does Tiro send, where does Tiro push, callbacks of Tiro, does a webhook of Tiro point at, 티로 웹훅, 티로가 보내는 주소, 콜백 주소, 티로가 어디로 보내',
      title: 'Get webhooks',
      handle: async (c) => ({ ...SUCCESS.notes, webhooks: await listWebhooks(connect(c)) }),
    }),
  )
  .post(
    '/notes/webhooks',
    write('notes_create_webhook', {
      summary: 'Register a webhook; its secret is shown once',
      description: NO_PUBLIC_API,
      ko: '웹훅 등록, 비밀 값은 한 번만 표시됨',
      title: 'Create a webhook',
      tool: null,
      effect: 'credential',
      destructive: false,
      input: newWebhook,
      handle: async (c) => {
        const webhook = await createWebhook(connect(c), c.req.valid('json'))
        await noteCreated(c, identifier(at(webhook, 'id')) ?? c.req.valid('json').name)
        return { ...SUCCESS.notes, webhook }
      },
      status: 201,
    }),
  )
  .patch(
    '/notes/webhooks/:id',
    write('notes_change_webhook', {
      summary: 'Update a webhook, or pause and resume its deliveries',
      description: NO_PUBLIC_API,
      ko: '웹훅 바꾸기, 전송 멈추기와 다시 시작',
      title: 'Change a webhook',
      tool: null,
      effect: 'credential',
      details: webhookDetails,
      idempotent: true,
      input: webhookChange,
      handle: async (c) => ({
        ...SUCCESS.notes,
        webhook: await changeWebhook(connect(c), c.req.valid('param').id, c.req.valid('json')),
      }),
    }),
  )
  .delete(
    '/notes/webhooks/:id',
    write('notes_delete_webhook', {
      summary: 'Delete a webhook',
      description: NO_PUBLIC_API,
      ko: '웹훅 삭제',
      tool: null,
      effect: 'credential',
      details: webhookDetails,
      idempotent: true,
      input: webhookToDelete,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        await deleteWebhook(connect(c), id)
        await noteDeleted(c, 'notes_create_webhook', id)
        return { ...SUCCESS.notes }
      },
    }),
  )
  .get(
    '/notes/webhook-event-types',
    read('notes_list_webhook_event_types', {
      summary: 'List webhook event types',
      description: NO_PUBLIC_API,
      ko: '웹훅으로 받을 수 있는 알림 종류',
      search:
        'what can Tiro push, which events can a Tiro webhook have, kinds of happenings Tiro tells about, event names of Tiro, 티로 이벤트 종류, 티로 웹훅 이벤트, 티로가 알려 줄 수 있는',
      title: 'Get event types of webhooks',
      handle: async (c) => ({
        ...SUCCESS.notes,
        webhook_event_types: await listEventTypes(connect(c)),
      }),
    }),
  )
