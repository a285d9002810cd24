import * as z from 'zod'

/** An id of up to 19 digits: beyond 2^53 - 1 the upstream client gives a string, below it a number. */
export const exactId = () => z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)])
