import * as z from 'zod'
import { once } from '../../base/once.ts'
import { neverNotFound } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { checkDeleted, fetchAllPages, productObject } from './product-objects.ts'
import type { TiroCall } from './tiro.ts'

/**
 * API keys and webhooks are made in the product's dashboard, which has no published API (notes facts, section 0). The
 * paths and shapes here are the ones that section 6 proposes, for the service that NOTES_PLATFORM_URL names.
 */
export const NO_PUBLIC_API =
  "The notes service publishes no API for API keys and webhooks: both are made in its dashboard. This operation calls the address in NOTES_PLATFORM_URL, in shapes of this gateway's own, and answers 502 while that setting is unset."

/** For a path without an id: a 404 there means that the setting leads elsewhere, never an empty list. */
const callCollection = (connection: Connection, call: TiroCall): Promise<unknown> =>
  neverNotFound(
    connection.callPlatform(call),
    'the address in NOTES_PLATFORM_URL offers no API for API keys and webhooks',
  )

const listAll = (connection: Connection, path: string) =>
  fetchAllPages((cursor) => callCollection(connection, { path, query: { cursor } }))

const textOrNull = () => z.string().nullable().catch(null)

/** An allow-list: no other field of a key may reach a caller, since it could hold the secret. */
const apiKey = () =>
  z
    .object({
      id: z.string(),
      name: z.string().catch(''),
      description: textOrNull(),
      isActive: z.boolean().nullable().catch(null),
      expiresAt: textOrNull(),
      createdAt: textOrNull(),
    })
    .transform(({ id, name, description, isActive, expiresAt, createdAt }) => ({
      id,
      name,
      description,
      is_active: isActive,
      expires_at: expiresAt,
      created_at: createdAt,
    }))

const readApiKeys = shapeReader('notes', () => z.array(apiKey()))

/** The API keys of the workspace, without their secrets. */
export const listApiKeys = async (connection: Connection) => readApiKeys(await listAll(connection, '/api-keys'))

const readNewApiKey = shapeReader('notes', () => z.intersection(apiKey(), z.object({ key: z.string().min(1) })))

/** Creates a key. Its `key`, `{id}.{secret}`, stands in this answer only: it is neither stored nor logged. */
export async function createApiKey(connection: Connection, body: { name: string; description?: string | undefined }) {
  const created = readNewApiKey(await callCollection(connection, { method: 'POST', path: '/api-keys', body }))
  const { id, name, description, key, created_at } = created
  return { id, name, description, key, created_at }
}

/** Deletes a key, which stops working; an unknown id is 404. */
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

const newWebhook = once(() => z.object({ secret: z.string() }))

/** Registers a webhook. Its secret, which deliveries carry as `Authorization: Bearer`, stands in this answer only. */
export async function createWebhook(connection: Connection, body: WebhookFields) {
  const created = await callCollection(connection, { method: 'POST', path: '/webhooks', body })
  return { ...productObject(created, 'id'), ...newWebhook().safeParse(created).data }
}

/** Changes what is given; an unknown id is 404. */
export const changeWebhook = async (connection: Connection, id: string, body: WebhookFields) =>
  productObject(await connection.callPlatform({ method: 'PATCH', path: `/webhooks/${id}`, body }), 'id')

/** Deletes a webhook; an unknown id is 404. */
export async function deleteWebhook(connection: Connection, id: string): Promise<void> {
  checkDeleted(await connection.callPlatform({ method: 'DELETE', path: `/webhooks/${id}` }))
}

/** The event types that a webhook can subscribe to. */
export const listEventTypes = (connection: Connection) => listAll(connection, '/webhook-event-types')
