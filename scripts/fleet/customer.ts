import type { Alarms, FleetFile, Reference, Secrets, Variables } from './schema.ts'

/** A customer of the fleet, with defaults applied. */
export interface Customer {
  /** The Worker's name. */
  name: string
  /** The origin of its URL. */
  origin: string
  vars: Variables
  secrets: Secrets
  wave: number | undefined
  accountId: string | undefined
  /** Whether workers.dev stays enabled in addition to its own domain. */
  workersDev: boolean
}

export interface Fleet {
  /** The folder of the file. Paths are relative to it, and commands run in it. */
  folder: string
  customers: readonly Customer[]
  alarms: Alarms | undefined
}

/** Whether a URL uses the customer's own domain, which Cloudflare routes to the Worker. */
export const isOwnDomain = (origin: string): boolean => {
  const { hostname, protocol } = new URL(origin)
  return protocol === 'https:' && !hostname.endsWith('.workers.dev')
}

/** Replaces the placeholders of fleet.json: `{name}` is the customer's name, `{NAME}` the same as a variable name. */
export const withName = (text: string, name: string): string =>
  text.replaceAll('{name}', name).replaceAll('{NAME}', name.toUpperCase().replaceAll('-', '_'))

function toReference(reference: Reference, name: string): Reference {
  if ('env' in reference) return { env: withName(reference.env, name) }
  if ('file' in reference) return { file: withName(reference.file, name) }
  return { command: reference.command.map((word) => withName(word, name)) }
}

/** The customers of a valid file. */
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
