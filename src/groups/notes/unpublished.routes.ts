import { Hono } from 'hono'
import { at, identifier, text } from '../../base/lenient-json.ts'
import { noteCreated, noteDeleted } from '../../gateway/auth/keys/created-credentials.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
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

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'notes',
  gate: pro,
  synonyms: inputs.SYNONYMS,
})

/** Which webhook it is, beside what changes. */
const webhookDetails: CallDetails = async (c, { id }) => {
  const webhook = (await listWebhooks(connect(c))).find((one) => identifier(at(one, 'id')) === id)
  return { present_name: text(at(webhook, 'name')), present_url: text(at(webhook, 'url')) }
}

/** API keys and webhooks. The product publishes no API for them. */
export const unpublished = new Hono<AppEnv>()
  .get(
    '/notes/api-keys',
    read('notes_list_api_keys', {}, async (c) => ({ ...SUCCESS.notes, api_keys: await listApiKeys(connect(c)) })),
  )
  .post(
    '/notes/api-keys',
    write(
      'notes_create_api_key',
      {
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
    read('notes_list_webhooks', {}, async (c) => ({ ...SUCCESS.notes, webhooks: await listWebhooks(connect(c)) })),
  )
  .post(
    '/notes/webhooks',
    write(
      'notes_create_webhook',
      {
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
    read('notes_list_webhook_event_types', {}, async (c) => ({
      ...SUCCESS.notes,
      webhook_event_types: await listEventTypes(connect(c)),
    })),
  )
