import { misconfigured } from '../../base/errors.ts'
import type { SecretName, Secrets } from '../../base/groups.ts'
import { describeMisplaced, findMisplaced } from '../../base/misplaced.ts'

/** Throws 500 with the name of a setting whose secret belongs to another product. */
export function checkPlaces(secrets: Secrets): void {
  for (const name of Object.keys(secrets) as SecretName[]) {
    const misplaced = findMisplaced(name, secrets[name] ?? '')
    if (misplaced) throw misconfigured(`${name}: ${describeMisplaced(misplaced)}`)
  }
}
