import { createHash } from 'node:crypto'
import type { ReadSecrets } from './secret-values.ts'
import { OWN_SECRETS } from './setting-names.ts'

/**
 * Keys that two customers share, or that one customer uses twice, because one would open the other. Values are compared
 * by digest and never shown.
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
      return owner === undefined ? [] : [`${customer}: ${name} is the same as ${owner}: each key belongs to only one`]
    }),
  )
}
