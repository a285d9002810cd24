import * as z from 'zod/mini'
import { describeMisplaced } from '../../base/misplaced-message.ts'
import { findMisplaced } from '../../base/misplaced-secret.ts'
import type { SecretName } from '../../base/secret-names.ts'

/** Refuses a credential in a request that belongs to another product, by its form alone. */
export const notMisplaced = (place: SecretName) =>
  z.refine<string>((text) => findMisplaced(place, text) === undefined, {
    error({ input }) {
      const misplaced = findMisplaced(place, String(input))
      return misplaced && describeMisplaced(misplaced)
    },
    abort: true,
  })
