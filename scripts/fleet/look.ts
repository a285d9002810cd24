import { isSameBuild } from './build-once.ts'
import { isOwnDomain } from './customer.ts'
import { type Deployed, readDeployed } from './deployed.ts'
import { getMessage } from './fleet-error.ts'
import { readAbout } from './gateway.ts'
import { isOneOf, SECRETS, type Variable } from './setting-names.ts'
import { settingsTag } from './settings-digest.ts'
import type { Site } from './site.ts'
import type { BuildInfo } from './world.ts'

/** A variable that is another one on the Worker than in fleet.json; null where it is not set. */
export interface VariableChange {
  name: string
  from: string | null
  to: string | null
}

/** What is on a customer's Worker, and what a deployment would change. */
export interface Look {
  deployed: Deployed | undefined
  /** What its address says; undefined where no gateway answers there. */
  about: BuildInfo | undefined
  isSameBuild: boolean
  vars: readonly VariableChange[]
  /** Whether the secrets, or the variables, are others than those of its last deployment. */
  hasOtherSettings: boolean
  /** Secrets that are set on the Worker, and have no reference in fleet.json: they stay. */
  unnamedSecrets: readonly string[]
  /** Why it cannot be deployed. */
  faults: readonly string[]
}

/** Looks at a customer's Worker, by wrangler and at its address. It changes nothing. */
export async function lookAt(site: Site, build: BuildInfo): Promise<Look> {
  const { customer, secrets, gateway } = site
  const [about, found] = await Promise.all([
    readAbout(gateway),
    readDeployed(site.ask).catch((error: unknown) => ({ fault: getMessage(error) })),
  ])
  const nothing = { vars: [], hasOtherSettings: true, unnamedSecrets: [] }
  if (found && 'fault' in found)
    return { ...nothing, deployed: undefined, about, isSameBuild: false, faults: [found.fault] }
  const faults = await strangersAt(site, { found, about })
  if (!found) return { ...nothing, deployed: undefined, about, isSameBuild: false, faults }
  return {
    ...{ deployed: found, about, isSameBuild: isSameBuild(about, build) },
    vars: variableChanges(found.vars, customer.vars),
    hasOtherSettings: found.tag !== settingsTag(customer.vars, secrets),
    unnamedSecrets: found.secretNames.filter((name) => isOneOf(SECRETS, name) && !secrets.has(name)),
    faults: [...faults, ...conflicts(found, customer.vars)],
  }
}

/** Wrangler asks nobody in a pipeline: it takes a domain away from whatever is there. */
async function strangersAt(
  { customer, gateway }: Site,
  { found, about }: { found: Deployed | undefined; about: BuildInfo | undefined },
): Promise<string[]> {
  if (about) return found ? [] : ['its address is that of a gateway, which is no Worker of this name in this account']
  if (!isOwnDomain(customer.origin)) return []
  const answer = await gateway('/').catch(() => undefined)
  // A gateway that is broken, and a domain that leads nowhere yet, may be deployed to.
  const isServed = answer !== undefined && answer.status < 500
  return isServed ? ['its domain serves something else, which a deployment would take it away from'] : []
}

/** One name is one binding: Cloudflare refuses a variable where a secret is. */
const conflicts = ({ secretNames }: Deployed, vars: object): string[] =>
  Object.keys(vars)
    .filter((name) => secretNames.includes(name))
    .map((name) => `${name} is a secret of this Worker: take it away by \`npm run wrangler secret delete ${name}\``)

function variableChanges(
  before: Readonly<Record<string, string>>,
  after: Partial<Record<Variable, string>>,
): VariableChange[] {
  const wanted: Readonly<Record<string, string>> = after
  return [...new Set([...Object.keys(before), ...Object.keys(wanted)])]
    .map((name) => ({ name, from: before[name] ?? null, to: wanted[name] ?? null }))
    .filter(({ from, to }) => from !== to)
}
