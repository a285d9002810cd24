import { setUpAlarms } from './alarms.ts'
import { atOnce } from './at-once.ts'
import type { Customer, Fleet } from './customer.ts'
import { deployOne } from './deploy-one.ts'
import { FleetError, getMessage } from './fleet-error.ts'
import { type CustomerOutcome, isWell } from './outcome.ts'
import { AT_ONCE } from './plan.ts'
import { keyLines } from './plan-text.ts'
import { type Prepared, prepare } from './prepared.ts'
import { readSite } from './site.ts'
import type { Wave } from './waves.ts'
import type { Build, World } from './world.ts'

export interface DeployOptions {
  waves: readonly Wave[]
  /** The folder of the command. */
  folder: string
  /** How long a new version may take to be reachable, in milliseconds. */
  patienceMs: number
}

export interface DeployOutcome {
  outcomes: readonly CustomerOutcome[]
  /** Customers that were not started. */
  left: readonly string[]
  /** Customers whose alarms could not be set up. */
  withoutAlarms: readonly string[]
}

/**
 * Deploys wave after wave, and stops at the first failure. Throws FleetError before anything is sent when a secret is
 * wrong.
 */
export async function deploy(
  world: World,
  fleet: Fleet,
  { waves, folder, patienceMs }: DeployOptions,
): Promise<DeployOutcome> {
  const chosen = waves.flat()
  const prepared = await prepare(world, fleet, chosen)
  checkSecrets(prepared)
  for (const line of keyLines({ shared: [], uncompared: prepared.uncompared })) world.say(line)
  const build = await world.build(folder)

  const outcomes: CustomerOutcome[] = []
  const withoutAlarms: string[] = []
  const mayGoOn = () => !world.signal.aborted && outcomes.every(isWell)
  const deployAndTell = async (customer: Customer) => {
    // One of this wave failed while others were running.
    if (!mayGoOn()) return
    const outcome = await deployed(customer)
    outcomes.push(outcome)
    world.say(`  ${formatLine(outcome)}`)
  }

  for (const [at, wave] of waves.entries()) {
    if (!mayGoOn()) break
    world.say(`Wave ${at + 1} of ${waves.length}: ${wave.map(({ name }) => name).join(', ')}`)
    await atOnce(AT_ONCE, wave, deployAndTell)
  }
  const begun = new Set(outcomes.map(({ name }) => name))
  return { outcomes, withoutAlarms, left: chosen.map(({ name }) => name).filter((name) => !begun.has(name)) }

  async function deployed(customer: Customer): Promise<CustomerOutcome> {
    const { values = new Map() } = prepared.secrets.get(customer.name) ?? {}
    try {
      const site = await readSite(world, customer, { secrets: values, folder, build: build satisfies Build })
      const outcome = await deployOne(site, world, { build, patienceMs })
      if (!fleet.alarms || !isWell(outcome)) return outcome
      const { ok, note } = await setUpAlarms(site, world, fleet.alarms, fleet.folder)
      if (!ok) withoutAlarms.push(customer.name)
      return { ...outcome, notes: note === undefined ? outcome.notes : [...outcome.notes, note] }
    } catch (error) {
      return { name: customer.name, result: 'unchanged', notes: [getMessage(error)] }
    }
  }
}

function checkSecrets({ secrets, shared }: Prepared): void {
  const faults = [...secrets].flatMap(([name, { faults }]) => faults.map((fault) => `${name}: ${fault}`))
  const all = [...faults, ...shared]
  if (all.length > 0) throw new FleetError(`Nothing was sent:\n${all.map((fault) => `  ${fault}`).join('\n')}`)
}

const RESULTS: Readonly<Record<CustomerOutcome['result'], string>> = {
  deployed: 'deployed',
  current: 'is up to date',
  'rolled back': 'FAILED, rolled back',
  unchanged: 'FAILED, nothing was changed',
  left: 'FAILED, left as it is',
  interrupted: 'interrupted',
}

const formatLine = ({ name, result, notes }: CustomerOutcome): string =>
  `${name} ${[RESULTS[result], ...notes].join('; ')}`
