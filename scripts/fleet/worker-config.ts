import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ROOT } from '../support/build.ts'
import { type Customer, isOwnDomain } from './customer.ts'

/** The used fields of a wrangler configuration. */
export interface WorkerConfig {
  kv_namespaces?: readonly Record<string, unknown>[]
  ratelimits?: readonly Record<string, unknown>[]
  assets?: Record<string, unknown>
  [field: string]: unknown
}

/**
 * The configuration of one customer, based on the project's own. It contains no ids: wrangler names a namespace after
 * the Worker and the binding (`acme-store`), and keeps using existing ones.
 *
 * @param main the path of the built Worker, which is uploaded unchanged
 */
export function workerConfig(project: WorkerConfig, customer: Customer, main: string): WorkerConfig {
  // The Worker is already built.
  const { build, route, routes, account_id, ...rest } = project
  const { name, origin, vars, accountId, workersDev } = customer
  return {
    ...rest,
    name,
    main,
    no_bundle: true,
    workers_dev: isOwnDomain(origin) ? workersDev : true,
    ...(isOwnDomain(origin) && { routes: [{ pattern: new URL(origin).hostname, custom_domain: true }] }),
    ...(accountId !== undefined && { account_id: accountId }),
    vars,
    // fleet.json is complete: variables that it does not name are removed.
    keep_vars: false,
    assets: { ...project.assets, directory: join(ROOT, String(project.assets?.directory ?? 'public')) },
    kv_namespaces: (project.kv_namespaces ?? []).map(({ id, preview_id, ...namespace }) => namespace),
    // Workers of one account that name the same counter share it.
    ratelimits: (project.ratelimits ?? []).map((limit) => ({
      ...limit,
      namespace_id: getCounter(name, String(limit.name)),
    })),
  }
}

/** A positive number of at most nine digits for this limit of this customer. */
const getCounter = (customer: string, limit: string): string => {
  const digest = createHash('sha256').update(`${customer}/${limit}`).digest()
  return String(100_000_000 + (digest.readUInt32BE(0) % 900_000_000))
}
