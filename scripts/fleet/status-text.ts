import { shortBuild } from './plan-text.ts'
import type { CustomerStatus } from './status.ts'
import { table } from './table.ts'

/** A row for each customer, and problems below. */
export function statusText(statuses: readonly CustomerStatus[]): string {
  const rows = statuses.map((status) => [
    status.name,
    status.well ? 'well' : 'NOT WELL',
    status.build ? shortBuild(status.build) : 'no answer',
    doctorCell(status),
    usageCell(status),
    'failure' in status.events ? '?' : status.events.state,
  ])
  const failures = statuses.flatMap(({ name, build, doctor, usage, events }) => {
    // A deployment that does not respond at all would show the same error three times.
    if (build === null && 'failure' in doctor) return [`${name}: ${doctor.failure}`]
    return [doctor, usage, events].flatMap((part) => ('failure' in part ? [`${name}: ${part.failure}`] : []))
  })
  const well = statuses.filter((status) => status.well).length
  return [
    table(['NAME', 'STATE', 'VERSION', 'ACCOUNTS', '7 DAYS', 'EVENTS'], rows),
    '',
    ...failures,
    `${well} of ${statuses.length} are well.`,
  ].join('\n')
}

function doctorCell({ doctor }: CustomerStatus): string {
  if ('failure' in doctor) return '?'
  const told = [...doctor.unwell, ...doctor.expiring.map((account) => `${account} expires soon`)]
  return told.length > 0 ? told.join(', ') : 'ok'
}

function usageCell({ usage }: CustomerStatus): string {
  if ('failure' in usage) return '?'
  const { ok, refused, failed } = usage
  const all = ok + refused + failed
  return failed > 0 ? `${all}, ${failed} failed` : String(all)
}
