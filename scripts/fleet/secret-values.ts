import { atOnce } from './at-once.ts'
import type { Customer } from './customer.ts'
import { getMessage } from './fleet-error.ts'
import type { SecretReader } from './read-secret.ts'
import { isOneOf, OWN_SECRETS, SECRETS, type Secret } from './setting-names.ts'

export type SecretValues = ReadonlyMap<Secret, string>

export interface ReadSecrets {
  values: SecretValues
  /** The errors, by field name and without values. */
  faults: readonly string[]
}

/** Programs that run at the same time. */
const MOST_AT_ONCE = 4

/** Reads these secrets of each customer. */
export async function readSecretsIn(
  customers: readonly Customer[],
  read: SecretReader,
  names: readonly Secret[] = SECRETS,
): Promise<Map<string, ReadSecrets>> {
  const all = await atOnce(MOST_AT_ONCE, customers, async (customer) => {
    return [customer.name, await readSecrets(customer, read, names)] as const
  })
  return new Map(all)
}

async function readSecrets({ secrets }: Customer, read: SecretReader, names: readonly Secret[]): Promise<ReadSecrets> {
  const values = new Map<Secret, string>()
  const faults: string[] = []
  for (const name of names) {
    const reference = secrets[name]
    try {
      if (reference) values.set(name, await read(reference))
      else if (isOneOf(OWN_SECRETS, name)) faults.push(`${name} is missing: it has no reference`)
    } catch (error) {
      faults.push(`${name}: ${getMessage(error)}`)
    }
  }
  return { values, faults: [...faults, ...[...values].flatMap(([name, value]) => toFault(name, value))] }
}

/** The size limit of a secret at Cloudflare is 5 KB. */
const MOST_BYTES = 5 * 1024
const SHORTEST_ADMIN_KEY = 20

function toFault(name: Secret, value: string): string[] {
  if (Buffer.byteLength(value) > MOST_BYTES) return [`${name} is longer than the 5 KB that a secret holds`]
  if (name === 'API_KEY' && !/^[\x21-\x7e]+$/.test(value)) return ['API_KEY has a letter that no header can carry']
  if (name === 'ADMIN_KEY' && (value.length < SHORTEST_ADMIN_KEY || !/^[\x21-\x7e]+$/.test(value)))
    return [`ADMIN_KEY must have at least ${SHORTEST_ADMIN_KEY} letters, without blanks`]
  const isKey = name === 'CREDENTIALS_KEY' || name === 'CREDENTIALS_KEY_PREVIOUS'
  const isBytes = /^[A-Za-z0-9+/]{43}=$/.test(value)
  return isKey && !isBytes ? [`${name} must be 32 bytes in base64`] : []
}
