import { operations } from '../../gateway/operation.ts'
import { pro } from '../../gateway/operation-type.ts'

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['eventTypes', 'events', 'types', 'event'],
  ['isActive', 'enabled', 'active', 'disabled'],
  ['name', 'title'],
  ['url', 'endpoint', 'target', 'callback'],
]

/**
 * The ways to declare an operation of this group, and what all of them share. None that changes API keys or webhooks is
 * a tool: a prompt injection could send all notes to a stranger, or print a key that does not expire.
 */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'notes',
  access: pro,
  synonyms: SYNONYMS,
  tool: { account: 'notes', isForeign: true },
})
