import { Hono } from 'hono'
import { at, identifier, text } from '../../base/json.ts'
import { noteCreated, noteDeleted } from '../../gateway/auth/keys.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { NO_PUBLIC_API } from './docs.ts'
import { read, write } from './group.ts'
import * as inputs from './schemas.ts'
import {
  changeWebhook,
  createApiKey,
  createWebhook,
  deleteApiKey,
  deleteWebhook,
  listApiKeys,
  listEventTypes,
  listWebhooks,
} from './unpublished.ts'

/** Which webhook it is, beside what changes. */
const webhookDetails: CallDetails = async (c, { id }) => {
  const webhook = (await listWebhooks(connect(c))).find((one) => identifier(at(one, 'id')) === id)
  return { present_name: text(at(webhook, 'name')), present_url: text(at(webhook, 'url')) }
}

/** API keys and webhooks. The product publishes no API for them. */
export const unpublished = new Hono<AppEnv>()
  .get(
    '/notes/api-keys',
    read(
      'notes_list_api_keys',
      {
        summary: 'API keys of the notes account',
        description: NO_PUBLIC_API,
        ko: '노트 계정의 API 키 목록',
        title: 'Get API keys',
      },
      async (c) => ({ ...SUCCESS.notes, api_keys: await listApiKeys(connect(c)) }),
    ),
  )
  .post(
    '/notes/api-keys',
    write(
      'notes_create_api_key',
      {
        summary: 'Create an API key of the notes account; it is shown once',
        description: NO_PUBLIC_API,
        ko: '노트 계정의 API 키 만들기, 한 번만 표시됨',
        title: 'Create an API key',
        tool: null,
        effect: 'credential',
        destructive: false,
        input: inputs.newApiKey,
        status: 201,
      },
      async (c) => {
        const api_key = await createApiKey(connect(c), c.req.valid('json'))
        await noteCreated(c, api_key.id)
        return { ...SUCCESS.notes, api_key }
      },
    ),
  )
  .delete(
    '/notes/api-keys/:id',
    write(
      'notes_delete_api_key',
      {
        summary: 'Delete an API key of the notes account',
        description: NO_PUBLIC_API,
        ko: '노트 계정의 API 키 삭제',
        title: 'Delete an API key',
        tool: null,
        effect: 'credential',
        details: async (c, { id }) => ({ name: (await listApiKeys(connect(c))).find((key) => key.id === id)?.name }),
        idempotent: true,
        input: inputs.apiKey,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        await deleteApiKey(connect(c), id)
        await noteDeleted(c, 'notes_create_api_key', id)
        return { ...SUCCESS.notes }
      },
    ),
  )
  .get(
    '/notes/webhooks',
    read(
      'notes_list_webhooks',
      {
        summary: 'Webhooks of the notes account',
        description: NO_PUBLIC_API,
        ko: '노트 계정의 웹훅 목록',
        title: 'Get webhooks',
      },
      async (c) => ({ ...SUCCESS.notes, webhooks: await listWebhooks(connect(c)) }),
    ),
  )
  .post(
    '/notes/webhooks',
    write(
      'notes_create_webhook',
      {
        summary: 'Register a webhook; its secret is shown once',
        description: NO_PUBLIC_API,
        ko: '웹훅 등록, 비밀 값은 한 번만 표시됨',
        title: 'Create a webhook',
        tool: null,
        effect: 'credential',
        destructive: false,
        input: inputs.newWebhook,
        status: 201,
      },
      async (c) => {
        const webhook = await createWebhook(connect(c), c.req.valid('json'))
        await noteCreated(c, identifier(at(webhook, 'id')) ?? c.req.valid('json').name)
        return { ...SUCCESS.notes, webhook }
      },
    ),
  )
  .patch(
    '/notes/webhooks/:id',
    write(
      'notes_change_webhook',
      {
        summary: 'Update a webhook, or pause and resume its deliveries',
        description: NO_PUBLIC_API,
        ko: '웹훅 바꾸기, 전송 멈추기와 다시 시작',
        title: 'Change a webhook',
        tool: null,
        effect: 'credential',
        details: webhookDetails,
        idempotent: true,
        input: inputs.webhookChange,
      },
      async (c) => ({
        ...SUCCESS.notes,
        webhook: await changeWebhook(connect(c), c.req.valid('param').id, c.req.valid('json')),
      }),
    ),
  )
  .delete(
    '/notes/webhooks/:id',
    write(
      'notes_delete_webhook',
      {
        summary: 'Delete a webhook',
        description: NO_PUBLIC_API,
        ko: '웹훅 삭제',
        tool: null,
        effect: 'credential',
        details: webhookDetails,
        idempotent: true,
        input: inputs.webhookToDelete,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        await deleteWebhook(connect(c), id)
        await noteDeleted(c, 'notes_create_webhook', id)
        return { ...SUCCESS.notes }
      },
    ),
  )
  .get(
    '/notes/webhook-event-types',
    read(
      'notes_list_webhook_event_types',
      {
        summary: 'List webhook event types',
        description: NO_PUBLIC_API,
        ko: '웹훅이 받을 수 있는 이벤트',
        title: 'Get event types of webhooks',
      },
      async (c) => ({
        ...SUCCESS.notes,
        webhook_event_types: await listEventTypes(connect(c)),
      }),
    ),
  )
