import { at, flag, identifier, items, text } from '../../base/json.ts'
import { neverNotFound, requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { checkDeleted, fetchAllPages, productObject } from './product-objects.ts'
import type { TiroCall } from './tiro.ts'

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
export async function listApiKeys(connection: Connection) {
  const raw = await listAll(connection, '/api-keys')
  const keys = items(raw, (key) => {
    const id = identifier(at(key, 'id'))
    return id === null ? null : { id, ...readApiKey(key) }
  })
  if (raw.length > 0 && keys.length === 0) required('content[].id', undefined)
  return keys
}

/** Creates a key. Its `key`, `{id}.{secret}`, is only in this response. It is neither stored nor logged. */
export async function createApiKey(connection: Connection, body: { name: string; description?: string | undefined }) {
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
export async function deleteApiKey(connection: Connection, id: string): Promise<void> {
  checkDeleted(await connection.callPlatform({ method: 'DELETE', path: `/api-keys/${id}` }))
}

/** The webhooks of the workspace, without their secrets. */
export const listWebhooks = (connection: Connection) => listAll(connection, '/webhooks')

/** The fields of a webhook that a caller sets, in the product's names. */
export interface WebhookFields {
  name?: string | undefined
  url?: string | undefined
  eventTypes?: string[] | undefined
  isActive?: boolean | undefined
}

/** Registers a webhook. Its secret, which deliveries contain as `Authorization: Bearer`, is only in this response. */
export async function createWebhook(connection: Connection, body: WebhookFields) {
  const created = await callCollection(connection, { method: 'POST', path: '/webhooks', body })
  const secret = text(at(created, 'secret'))
  return { ...productObject(created), ...(secret !== null && { secret }) }
}

/** Changes the given fields. Throws 404 for an unknown id. */
export const changeWebhook = async (connection: Connection, id: string, body: WebhookFields) =>
  productObject(await connection.callPlatform({ method: 'PATCH', path: `/webhooks/${id}`, body }))

/** Deletes a webhook. Throws 404 for an unknown id. */
export async function deleteWebhook(connection: Connection, id: string): Promise<void> {
  checkDeleted(await connection.callPlatform({ method: 'DELETE', path: `/webhooks/${id}` }))
}

/** The event types that a webhook can subscribe to. */
export const listEventTypes = (connection: Connection) => listAll(connection, '/webhook-event-types')
