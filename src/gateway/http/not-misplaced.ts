import * as z from 'zod/mini'
import type { SecretName } from '../../base/groups.ts'
import { describeMisplaced, findMisplaced } from '../../base/misplaced.ts'

/** Refuses a credential in a request that belongs to another product, by its form alone. */
export const notMisplaced = (place: SecretName) =>
  z.refine<string>((text) => findMisplaced(place, text) === undefined, {
    error({ input }) {
      const misplaced = findMisplaced(place, String(input))
      return misplaced && describeMisplaced(misplaced)
    },
    abort: true,
  })
