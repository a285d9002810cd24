import { operations } from '../../gateway/operation.ts'
import { proOrOwner } from '../../gateway/operation-type.ts'

/** Other names of the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['types', 'events', 'event_types', 'type'],
  ['url', 'endpoint', 'target', 'callback'],
  ['enabled', 'active', 'disabled', 'paused'],
  ['order', 'sort', 'direction'],
]

/** Every header of this group's operations. */
export const HEADERS = ['Idempotency-Key']

/**
 * The ways to declare an operation of this group, and what all of them share. None that creates or changes a
 * subscription is a tool: a prompt injection could send recordings to a stranger.
 */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'events',
  access: proOrOwner,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { isForeign: true },
})
