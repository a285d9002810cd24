import type { Customer, Fleet } from './customer.ts'
import { type SecretReader, secretReader } from './read-secret.ts'
import { type ReadSecrets, readSecretsIn } from './secret-values.ts'
import { OWN_SECRETS } from './setting-names.ts'
import { sharedSecrets } from './shared-secrets.ts'
import type { World } from './world.ts'

/** The secrets of the selected customers, and their errors. */
export interface Prepared {
  secrets: ReadonlyMap<string, ReadSecrets>
  /** Keys that more than one customer has. */
  shared: readonly string[]
  /** Other customers whose keys could not be read and so not be compared. */
  uncompared: readonly string[]
  read: SecretReader
}

/** Reads the secrets of the selected customers, and the keys of all customers to compare them. */
export async function prepare(
  world: World,
  { folder, customers }: Fleet,
  chosen: readonly Customer[],
): Promise<Prepared> {
  const read = secretReader(folder, world)
  const others = customers.filter((customer) => !chosen.includes(customer))
  const secrets = await readSecretsIn(chosen, read)
  const keys = await readSecretsIn(others, read, OWN_SECRETS)
  return {
    ...{ secrets, read },
    shared: sharedSecrets(new Map([...secrets, ...keys])),
    uncompared: [...keys].filter(([, { faults }]) => faults.length > 0).map(([name]) => name),
  }
}
