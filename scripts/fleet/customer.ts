import type { Alarms, FleetFile, Reference, Secrets, Variables } from './schema.ts'

/** A customer of the fleet, with the defaults in it. */
export interface Customer {
  /** Of the Worker. */
  name: string
  /** The origin of its address. */
  origin: string
  vars: Variables
  secrets: Secrets
  wave: number | undefined
  accountId: string | undefined
  /** Whether it is reached at workers.dev as well as at its own domain. */
  workersDev: boolean
}

export interface Fleet {
  /** The folder of the file, from which paths go and in which commands run. */
  folder: string
  customers: readonly Customer[]
  alarms: Alarms | undefined
}

/** Whether an address is a domain of the customer, which Cloudflare leads to the Worker. */
export const isOwnDomain = (origin: string): boolean => {
  const { hostname, protocol } = new URL(origin)
  return protocol === 'https:' && !hostname.endsWith('.workers.dev')
}

/** What a text of fleet.json says of a customer: `{name}` is its name, `{NAME}` the same as a variable is written. */
export const withName = (text: string, name: string): string =>
  text.replaceAll('{name}', name).replaceAll('{NAME}', name.toUpperCase().replaceAll('-', '_'))

function toReference(reference: Reference, name: string): Reference {
  if ('env' in reference) return { env: withName(reference.env, name) }
  if ('file' in reference) return { file: withName(reference.file, name) }
  return { command: reference.command.map((word) => withName(word, name)) }
}

/** The customers of a file that is in order. */
export function getCustomers({ defaults = {}, customers }: FleetFile): Customer[] {
  return customers.map(({ name, url, wave, workers_dev = true, ...own }) => {
    const secrets = { ...defaults.secrets, ...own.secrets } as Secrets
    const vars = { ...defaults.vars, ...own.vars }
    return {
      name,
      origin: new URL(url).origin,
      wave,
      workersDev: workers_dev,
      accountId: own.account_id ?? defaults.account_id,
      vars: Object.fromEntries(Object.entries(vars).map(([variable, value]) => [variable, String(value)])),
      secrets: Object.fromEntries(
        Object.entries(secrets).map(([secret, reference]) => [secret, toReference(reference, name)]),
      ),
    }
  })
}
