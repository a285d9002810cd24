import type { Secrets } from '../../base/connected-accounts.ts'
import { misconfigured } from '../../base/errors.ts'
import { describeMisplaced } from '../../base/misplaced-message.ts'
import { findMisplaced } from '../../base/misplaced-secret.ts'
import type { SecretName } from '../../base/secret-names.ts'

/** Throws 500 with the name of a setting whose secret belongs to another product. */
export function checkPlaces(secrets: Secrets): void {
  for (const name of Object.keys(secrets) as SecretName[]) {
    const misplaced = findMisplaced(name, secrets[name] ?? '')
    if (misplaced) throw misconfigured(`${name}: ${describeMisplaced(misplaced)}`)
  }
}
