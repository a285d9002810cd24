import pLimit from 'p-limit'
import { formatTable } from '../../src/client/command/table.ts'
import type { Fleet, Wave } from './file.ts'
import { shortBuild } from './gateway.ts'
import { type Prepared, readSecrets } from './secrets.ts'
import { lookAt, readSite } from './worker.ts'
import { AT_ONCE, type World } from './world.ts'

/** Returns what a deployment would change. Changes nothing. */
export async function toPlan(world: World, fleet: Fleet, waves: readonly Wave[], folder: string) {
  const { secrets, shared, uncompared } = await readSecrets(world, fleet, waves.flat())
  const build = await world.about()
  const customers = await pLimit(AT_ONCE).map(waves.flat(), async (customer) => {
    const { name } = customer
    const { values = new Map(), faults = [] } = secrets.get(name) ?? {}
    const { deployed, ...look } = await lookAt(await readSite(world, customer, { secrets: values, folder }), build)
    const wave = waves.findIndex((wave) => wave.includes(customer)) + 1
    return { name, wave, ...look, faults: [...faults, ...look.faults] }
  })
  return { build, customers, shared, uncompared }
}
type Plan = Awaited<ReturnType<typeof toPlan>>

/** 1 when something must be fixed, 2 when there are changes, otherwise 0. */
export function planCode({ customers, shared }: Plan): number {
  if (shared.length > 0 || customers.some(({ faults }) => faults.length > 0)) return 1
  return customers.some(({ action }) => action !== 'nothing') ? 2 : 0
}

const ACTIONS = { make: 'new', update: 'update', settings: 'new settings', nothing: '-' }

/** A plan for people: a row for each customer, and notes below. */
export function formatPlan(plan: Plan): string {
  const rows = plan.customers.map(({ name, wave, now, action, faults }) => [
    String(wave),
    name,
    shortBuild(now),
    faults.length > 0 ? 'CANNOT BE DEPLOYED' : ACTIONS[action],
  ])
  const notes = plan.customers.flatMap((planned) => formatNotes(planned).map((line) => `${planned.name}: ${line}`))
  return [
    `This build is ${shortBuild(plan.build)}.\n`,
    formatTable([['WAVE', 'NAME', 'NOW', 'CHANGE'], ...rows]),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...plan.shared,
    ...formatUncompared(plan),
  ].join('\n')
}

export const formatUncompared = ({ uncompared }: Pick<Prepared, 'uncompared'>): string[] =>
  uncompared.length > 0 ? [`keys of ${uncompared.join(', ')} cannot be read, and were not compared`] : []

function formatNotes(planned: Plan['customers'][number]): string[] {
  const { action, now, vars, other_settings, unnamed_secrets, faults } = planned
  const isNew = action === 'make'
  const shown = (value: string | null) => (value === null ? 'unset' : JSON.stringify(value))
  const notes = [
    now === null && !isNew && 'its address does not answer as a gateway',
    ...vars.map(({ name, from, to }) => `${name}: ${shown(from)} -> ${shown(to)}`),
    other_settings && vars.length === 0 && !isNew && 'its secrets are not known to be those of fleet.json',
    unnamed_secrets.length > 0 && `set on the Worker, not in fleet.json: ${unnamed_secrets.join(', ')}; they stay`,
  ]
  return [...faults, ...notes.filter((note) => note !== false)]
}
