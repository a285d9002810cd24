import type * as z from 'zod/mini'

export type Details = z.core.GlobalMeta

/**
 * What the documents say about a field: its description, and the rest of its metadata. Only `npm run generate` and the tests read it.
 */
export const about = (...details: (string | Details)[]): Details | undefined =>
  Object.assign({}, ...details.map((detail) => (typeof detail === 'string' ? { description: detail } : detail)))
