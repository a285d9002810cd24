import { basic } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'shop',
  gate: basic,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { isForeign: true },
})
