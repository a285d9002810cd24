import { deploy, lastWave, rollBack } from './deploy.ts'
import { getWaves, readFleet } from './file.ts'
import { privateFolder, takeLock } from './lock.ts'
import { formatPlan, planCode, toPlan } from './plan.ts'
import { formatStatus, readStatus } from './status.ts'
import { FleetError, type World } from './world.ts'

export const COMMANDS = {
  plan: 'what a deployment would change; exits with 0 for nothing, 2 for changes, 1 for errors',
  deploy: 'deploys in waves, tests each customer, and stops at the first failure, which it rolls back',
  status: 'version, accounts, requests and events of all; exits with 1 when one has a problem',
  rollback: 'restores the previous version of the customers in --only, or of the last wave',
}
export type CommandName = keyof typeof COMMANDS

export interface Given {
  file: string
  only?: string[] | undefined
  from?: string | undefined
  waveSize: number
  /** How long a new version may take to be reachable, in seconds. */
  wait: number
  json?: boolean | undefined
  forceUnlock?: boolean | undefined
}

export const DEFAULTS: Given = { file: 'fleet.json', waveSize: 5, wait: 60 }

/** The usual exit code after Ctrl-C. */
const INTERRUPTED = 130

/** Runs a fleet command and returns the exit code. It leaves no file and no lock behind. */
export async function runFleet(name: CommandName, given: Given, world: World): Promise<number> {
  const { file, only, json, wait, forceUnlock: force = false } = given
  const { say, warn, signal } = world
  const removals: (() => void)[] = []
  try {
    const fleet = await readFleet(file)
    const waves = getWaves(fleet.customers, given)
    if (name === 'deploy' || name === 'rollback') removals.push(await takeLock(file, { force, warn }))
    const { path: folder, remove } = await privateFolder()
    removals.push(remove)
    if (name === 'plan') {
      const plan = await toPlan(world, fleet, waves, folder)
      say(json ? JSON.stringify(plan, null, 2) : formatPlan(plan))
      return planCode(plan)
    }
    if (name === 'status') {
      const customers = await readStatus(world, fleet, waves.flat())
      say(json ? JSON.stringify({ customers }, null, 2) : formatStatus(customers))
      return customers.every(({ well }) => well) ? 0 : 1
    }
    if (name === 'rollback') return await rollBack(world, only ? waves.flat() : await lastWave(world, waves), folder)
    const second = (from: string) => formatDeploy({ ...given, from })
    const code = await deploy(world, fleet, waves, { folder, patienceMs: wait * 1000, second })
    return signal.aborted ? INTERRUPTED : code
  } catch (error) {
    if (!signal.aborted && !(error instanceof FleetError)) throw error
    warn(signal.aborted ? 'Interrupted.' : (error as FleetError).message)
    return signal.aborted ? INTERRUPTED : 1
  } finally {
    for (const remove of removals) remove()
  }
}

/** The same command line, quoted for any shell. */
function formatDeploy({ file, only, waveSize, from }: Given): string {
  const options = [
    file !== DEFAULTS.file && `--file ${file}`,
    only && `--only ${only.join()}`,
    waveSize !== DEFAULTS.waveSize && `--wave-size ${waveSize}`,
    `--from ${from}`,
  ]
  return `npm run fleet "--" deploy ${options.filter(Boolean).join(' ')}`
}
