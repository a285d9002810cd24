import * as z from 'zod'
import { badGateway } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import { neverNotFound } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { shapeReader } from '../../upstream/shape.ts'
import { allPages, checkDone, objectOf } from './product-objects.ts'
import { callAt, type TiroCall } from './tiro.ts'

/**
 * API keys and webhooks. The product has both made in its dashboard and publishes no API for them (notes facts,
 * section 0), so paths and shapes are those that section 6 proposes, wherever NOTES_PLATFORM_URL leads.
 */
export const NO_PUBLIC_API =
  "The notes service publishes no API for API keys and webhooks: both are made in its dashboard. This operation calls the address in NOTES_PLATFORM_URL, in shapes of this gateway's own, and answers 502 while that setting is unset."

async function callPlatform(outgoing: Outgoing, call: TiroCall): Promise<unknown> {
  const platform = outgoing.settings.url('NOTES_PLATFORM_URL')
  if (!platform) {
    throw badGateway(
      'the notes service offers no public API for API keys and webhooks: NOTES_PLATFORM_URL must name one that does',
    )
  }
  return callAt(outgoing, platform, { ...call, path: `/v1/platform${call.path}` })
}

/** As callPlatform, for a path without an id: a 404 there means that the setting leads elsewhere, never an empty list. */
const callCollection = (outgoing: Outgoing, call: TiroCall): Promise<unknown> =>
  neverNotFound(
    callPlatform(outgoing, call),
    'the address in NOTES_PLATFORM_URL offers no API for API keys and webhooks',
  )

const listAll = (outgoing: Outgoing, path: string) =>
  allPages((cursor) => callCollection(outgoing, { path, query: { cursor } }))

const words = () => z.string().nullable().catch(null)

/** An allow-list: of a key, nothing else may ever show. */
const apiKey = () =>
  z
    .object({
      id: z.string(),
      name: z.string().catch(''),
      description: words(),
      isActive: z.boolean().nullable().catch(null),
      expiresAt: words(),
      createdAt: words(),
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
export const listApiKeys = async (outgoing: Outgoing) => readApiKeys(await listAll(outgoing, '/api-keys'))

const readNewApiKey = shapeReader('notes', () => z.intersection(apiKey(), z.object({ key: z.string().min(1) })))

/** Makes a key. Its `key`, `{id}.{secret}`, is in this answer and nowhere else: it is neither kept nor logged. */
export async function createApiKey(outgoing: Outgoing, body: { name: string; description?: string | undefined }) {
  const made = readNewApiKey(await callCollection(outgoing, { method: 'POST', path: '/api-keys', body }))
  const { id, name, description, key, created_at } = made
  return { id, name, description, key, created_at }
}

/** Deletes a key, which stops working; an unknown id is 404. */
export async function deleteApiKey(outgoing: Outgoing, id: string): Promise<void> {
  checkDone(await callPlatform(outgoing, { method: 'DELETE', path: `/api-keys/${id}` }))
}

/** The webhooks of the workspace, without their secrets. */
export const listWebhooks = (outgoing: Outgoing) => listAll(outgoing, '/webhooks')

/** The fields of a webhook that a caller sets, in the product's names. */
export interface WebhookFields {
  name?: string | undefined
  url?: string | undefined
  eventTypes?: string[] | undefined
  isActive?: boolean | undefined
}

const newWebhook = once(() => z.object({ secret: z.string() }))

/** Registers a webhook. Its secret, which deliveries carry as `Authorization: Bearer`, is in this answer only. */
export async function createWebhook(outgoing: Outgoing, body: WebhookFields) {
  const made = await callCollection(outgoing, { method: 'POST', path: '/webhooks', body })
  return { ...objectOf(made, 'id'), ...newWebhook().safeParse(made).data }
}

/** Changes what is given; an unknown id is 404. */
export const changeWebhook = async (outgoing: Outgoing, id: string, body: WebhookFields) =>
  objectOf(await callPlatform(outgoing, { method: 'PATCH', path: `/webhooks/${id}`, body }), 'id')

/** Deletes a webhook; an unknown id is 404. */
export async function deleteWebhook(outgoing: Outgoing, id: string): Promise<void> {
  checkDone(await callPlatform(outgoing, { method: 'DELETE', path: `/webhooks/${id}` }))
}

/** What a webhook can be told of. */
export const listEventTypes = (outgoing: Outgoing) => listAll(outgoing, '/webhook-event-types')
