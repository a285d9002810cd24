import { isSameBuild } from './build-once.ts'
import { isOwnDomain } from './customer.ts'
import { type Deployed, readDeployed } from './deployed.ts'
import { getMessage } from './fleet-error.ts'
import { readAbout } from './gateway.ts'
import { isOneOf, SECRETS, type Variable } from './setting-names.ts'
import { settingsTag } from './settings-digest.ts'
import type { Site } from './site.ts'
import type { BuildInfo } from './world.ts'

/** A variable that differs between the Worker and fleet.json. Null when it is not set. */
export interface VariableChange {
  name: string
  from: string | null
  to: string | null
}

/** The state of a customer's Worker, and what a deployment would change. */
export interface Look {
  deployed: Deployed | undefined
  /** The build info at its URL. Undefined when no gateway responds. */
  about: BuildInfo | undefined
  isSameBuild: boolean
  vars: readonly VariableChange[]
  /** Whether secrets or variables differ from those of its last deployment. */
  hasOtherSettings: boolean
  /** Secrets on the Worker without a reference in fleet.json. They stay. */
  unnamedSecrets: readonly string[]
  /** Why it cannot be deployed. */
  faults: readonly string[]
}

/** Checks a customer's Worker, with wrangler and at its URL. Changes nothing. */
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

/** Wrangler does not ask in a pipeline: it moves a domain away from its current Worker. */
async function strangersAt(
  { customer, gateway }: Site,
  { found, about }: { found: Deployed | undefined; about: BuildInfo | undefined },
): Promise<string[]> {
  if (about) return found ? [] : ['its address is that of a gateway, which is no Worker of this name in this account']
  if (!isOwnDomain(customer.origin)) return []
  const answer = await gateway('/').catch(() => undefined)
  // A broken gateway, and a domain without a target, may be deployed to.
  const isServed = answer !== undefined && answer.status < 500
  return isServed ? ['its domain serves something else, which a deployment would take it away from'] : []
}

/** A name is either a variable or a secret: Cloudflare refuses a variable with the name of a secret. */
const conflicts = ({ secretNames }: Deployed, vars: object): string[] =>
  Object.keys(vars)
    .filter((name) => secretNames.includes(name))
    .map((name) => `${name} is a secret of this Worker: take it away by \`npx wrangler secret delete ${name}\``)

function variableChanges(
  before: Readonly<Record<string, string>>,
  after: Partial<Record<Variable, string>>,
): VariableChange[] {
  const wanted: Readonly<Record<string, string>> = after
  return [...new Set([...Object.keys(before), ...Object.keys(wanted)])]
    .map((name) => ({ name, from: before[name] ?? null, to: wanted[name] ?? null }))
    .filter(({ from, to }) => from !== to)
}
