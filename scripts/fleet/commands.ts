import type { Fleet } from './customer.ts'
import { deploy } from './deploy.ts'
import { deployCode, deployText } from './deploy-text.ts'
import { FleetError } from './fleet-error.ts'
import { takeLock } from './lock.ts'
import { planCode, toPlan } from './plan.ts'
import { planText } from './plan-text.ts'
import { privateFolder } from './private-folder.ts'
import { readFleet } from './read-fleet.ts'
import { secretReader } from './read-secret.ts'
import { lastWave, rollBack } from './roll-back.ts'
import { readStatus } from './status.ts'
import { statusText } from './status-text.ts'
import { getWaves, type Wave } from './waves.ts'
import type { World } from './world.ts'

/** The options of the command, unparsed. */
export interface Given {
  file: string
  only?: string | undefined
  from?: string | undefined
  'wave-size': string
  wait: string
  json: boolean
  'force-unlock': boolean
}

interface Task {
  world: World
  given: Given
  fleet: Fleet
  waves: readonly Wave[]
  /** For private files. It is removed at the end of the command. */
  folder: string
}

/** Runs the command and returns the exit code. */
type Command = (task: Task) => Promise<number>

const plan: Command = async ({ world, given, fleet, waves, folder }) => {
  const planned = await toPlan(world, fleet, waves, folder)
  world.say(given.json ? JSON.stringify(planned, null, 2) : planText(planned))
  return planCode(planned)
}

const status: Command = async ({ world, given, fleet, waves }) => {
  const statuses = await readStatus(world, fleet, waves.flat(), secretReader(fleet.folder, world))
  world.say(given.json ? JSON.stringify({ customers: statuses }, null, 2) : statusText(statuses))
  return statuses.every(({ well }) => well) ? 0 : 1
}

const deployWaves: Command = async ({ world, given, fleet, waves, folder }) => {
  const outcome = await deploy(world, fleet, { waves, folder, patienceMs: parseNumber('wait', given.wait) * 1000 })
  const order = waves.flat().map(({ name }) => name)
  world.say(deployText(outcome, { order, again: (from) => formatCommand('deploy', { ...given, from }) }))
  return world.signal.aborted ? INTERRUPTED : deployCode(outcome)
}

const rollBackWave: Command = async ({ world, given, waves, folder }) => {
  const wave = given.only === undefined ? await lastWave(world, waves) : waves.flat()
  const done = await rollBack(world, wave, folder, parseNumber('wait', given.wait) * 1000)
  for (const { name, ok, note } of done) world.say(`${name}: ${ok ? 'rolled back' : 'NOT ROLLED BACK'}; ${note}`)
  return done.every(({ ok }) => ok) ? 0 : 1
}

export const COMMANDS = { plan, deploy: deployWaves, status, rollback: rollBackWave } satisfies Record<string, Command>
export type CommandName = keyof typeof COMMANDS

/** Commands that change something. Only one of them runs at a time. */
const CHANGES: readonly CommandName[] = ['deploy', 'rollback']

/** The usual exit code after Ctrl-C. */
const INTERRUPTED = 130

/** Runs a fleet command and returns the exit code. It leaves no file and no lock behind. */
export async function runFleet(name: CommandName, given: Given, world: World): Promise<number> {
  const removals: (() => void)[] = []
  try {
    const fleet = await readFleet(given.file)
    const selection = {
      waveSize: parseNumber('wave-size', given['wave-size']),
      only: parseList(given.only),
      from: given.from,
    }
    const waves = getWaves(fleet.customers, selection)
    if (CHANGES.includes(name))
      removals.push(await takeLock(given.file, { force: given['force-unlock'], warn: world.warn }))
    const { path: folder, remove } = await privateFolder()
    removals.push(remove)
    return await COMMANDS[name]({ world, given, fleet, waves, folder })
  } catch (error) {
    if (world.signal.aborted) {
      world.warn('Interrupted.')
      return INTERRUPTED
    }
    if (!(error instanceof FleetError)) throw error
    world.warn(error.message)
    return 1
  } finally {
    for (const remove of removals) remove()
  }
}

const parseList = (text: string | undefined) => text?.split(',').map((name) => name.trim())

function parseNumber(option: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new FleetError(`--${option} must be a whole number, 1 or more`)
  return number
}

/** The same command line, quoted for any shell. */
function formatCommand(name: CommandName, given: Given & { from: string }): string {
  const options = (['file', 'only', 'wave-size', 'from'] as const).flatMap((option) => {
    const value = given[option]
    return value === undefined || value === DEFAULTS[option] ? [] : [`--${option} ${value}`]
  })
  return `npm run fleet "--" ${[name, ...options].join(' ')}`
}

/** The default options. */
export const DEFAULTS: Given = {
  ...{ file: 'fleet.json', only: undefined, from: undefined },
  ...{ 'wave-size': '5', wait: '60', json: false, 'force-unlock': false },
}
