import type { Plan, Planned } from './plan.ts'
import { table } from './table.ts'
import type { BuildInfo } from './world.ts'

/** A build for people. */
export const shortBuild = (build: BuildInfo | null | undefined): string =>
  build ? [build.version, build.build?.slice(0, 7)].filter(Boolean).join(' ') : '-'

const ACTIONS: Readonly<Record<Planned['action'], string>> = {
  make: 'new',
  update: 'update',
  settings: 'new settings',
  nothing: '-',
}

/** A plan for people: a row for each customer, and notes below. */
export function planText(plan: Plan): string {
  const rows = plan.customers.map(({ name, wave, now, action, faults }) => [
    ...[String(wave), name, shortBuild(now)],
    faults.length > 0 ? 'CANNOT BE DEPLOYED' : ACTIONS[action],
  ])
  const details = plan.customers.flatMap((planned) => getDetails(planned).map((line) => `${planned.name}: ${line}`))
  return [
    `This build is ${shortBuild(plan.build)}.`,
    '',
    table(['WAVE', 'NAME', 'NOW', 'CHANGE'], rows),
    ...(details.length > 0 ? ['', ...details] : []),
    ...keyLines(plan),
  ].join('\n')
}

/** The result of comparing keys. */
export const keyLines = ({ shared, uncompared }: Pick<Plan, 'shared' | 'uncompared'>): string[] => [
  ...shared,
  ...(uncompared.length > 0 ? [`keys of ${uncompared.join(', ')} cannot be read, and were not compared`] : []),
]

function getDetails({ action, now, vars, other_settings, unnamed_secrets, faults }: Planned): string[] {
  const shown = (value: string | null) => (value === null ? 'unset' : JSON.stringify(value))
  return [
    ...faults,
    ...(now === null && action !== 'make' ? ['its address does not answer as a gateway'] : []),
    ...vars.map(({ name, from, to }) => `${name}: ${shown(from)} -> ${shown(to)}`),
    ...(other_settings && vars.length === 0 && action !== 'make'
      ? ['its secrets are not known to be those of fleet.json']
      : []),
    ...(unnamed_secrets.length > 0
      ? [`set on the Worker, not in fleet.json: ${unnamed_secrets.join(', ')}; they stay`]
      : []),
  ]
}
