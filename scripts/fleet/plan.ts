import { atOnce } from './at-once.ts'
import type { Customer, Fleet } from './customer.ts'
import { type Look, lookAt } from './look.ts'
import { prepare } from './prepared.ts'
import { readSite } from './site.ts'
import type { Wave } from './waves.ts'
import type { BuildInfo, World } from './world.ts'

export const AT_ONCE = 4

/** What a deployment would change for one customer. */
export interface Planned {
  name: string
  wave: number
  action: 'make' | 'update' | 'settings' | 'nothing'
  now: BuildInfo | null
  vars: Look['vars']
  /** Whether secrets or variables differ from the last deployment by this command. */
  other_settings: boolean
  unnamed_secrets: readonly string[]
  /** What must be fixed first. */
  faults: readonly string[]
}

export interface Plan {
  build: BuildInfo
  customers: readonly Planned[]
  shared: readonly string[]
  uncompared: readonly string[]
}

/** Returns what a deployment would change. Changes nothing. */
export async function toPlan(world: World, fleet: Fleet, waves: readonly Wave[], folder: string): Promise<Plan> {
  const chosen = waves.flat()
  const { secrets, shared, uncompared } = await prepare(world, fleet, chosen)
  const build = await world.about()
  const numbers = new Map(waves.flatMap((wave, at) => wave.map((customer) => [customer, at + 1] as const)))
  const customers = await atOnce(AT_ONCE, chosen, async (customer: Customer): Promise<Planned> => {
    const { values = new Map(), faults = [] } = secrets.get(customer.name) ?? {}
    const look = await lookAt(await readSite(world, customer, { secrets: values, folder }), build)
    return {
      ...{ name: customer.name, wave: numbers.get(customer) ?? 0, action: getAction(look), now: look.about ?? null },
      ...{ vars: look.vars, other_settings: look.hasOtherSettings, unnamed_secrets: look.unnamedSecrets },
      faults: [...faults, ...look.faults],
    }
  })
  return { build, customers, shared, uncompared }
}

export function getAction({ deployed, isSameBuild, hasOtherSettings, vars }: Look): Planned['action'] {
  if (!deployed) return 'make'
  if (!isSameBuild) return 'update'
  return hasOtherSettings || vars.length > 0 ? 'settings' : 'nothing'
}

/** 1 when something must be fixed, 2 when there are changes, otherwise 0. */
export function planCode({ customers, shared }: Plan): number {
  if (shared.length > 0 || customers.some(({ faults }) => faults.length > 0)) return 1
  return customers.some(({ action }) => action !== 'nothing') ? 2 : 0
}
