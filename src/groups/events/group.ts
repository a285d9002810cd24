import { operations } from '../../gateway/operation.ts'
import { proOrOwner } from '../../gateway/operation-type.ts'
import { HEADERS, SYNONYMS } from './subscriptions.ts'

/**
 * The ways to declare an operation of this group, and what all of them share. None that creates or changes a
 * subscription is a tool: a prompt injection could send recordings to a stranger.
 */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'events',
  gate: proOrOwner,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { isForeign: true },
})
