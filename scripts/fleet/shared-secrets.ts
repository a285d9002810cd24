import { createHash } from 'node:crypto'
import type { ReadSecrets } from './secret-values.ts'
import { OWN_SECRETS } from './setting-names.ts'

/**
 * Keys that two customers share, or one customer twice, which would open the one with the other's. Values are compared by
 * their digests, and none is told.
 */
export function sharedSecrets(read: ReadonlyMap<string, ReadSecrets>): string[] {
  const owners = new Map<string, string>()
  return [...read].flatMap(([customer, { values }]) =>
    OWN_SECRETS.flatMap((name) => {
      const value = values.get(name)
      if (value === undefined) return []
      const digest = createHash('sha256').update(value).digest('base64')
      const owner = owners.get(digest)
      if (owner === undefined) owners.set(digest, `${name} of ${customer}`)
      return owner === undefined ? [] : [`${customer}: ${name} is the same as ${owner}: each key belongs to one alone`]
    }),
  )
}
