import { operations } from '../../gateway/operation.ts'
import { proOrPayment } from '../../gateway/operation-type.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'payment',
  gate: proOrPayment,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { account: 'payment' },
})
