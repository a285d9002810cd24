import pLimit from 'p-limit'
import * as z from 'zod'
import { formatTable } from '../../src/client/command/table.ts'
import { isSameUrl, readSubscriptions, type Subscription } from './alarms.ts'
import { type Customer, type Fleet, withName } from './file.ts'
import { gatewayAt, getUnwell, readAbout, readBody, readDoctor, shortBuild } from './gateway.ts'
import { secretReader } from './secrets.ts'
import { getMessage, type World } from './world.ts'

const MOST_AT_ONCE = 6

const usageAnswer = z.object({
  days: z.array(z.object({ ok: z.number(), refused: z.number(), failed: z.number() })),
})

/** Reads the state of every customer's deployment. Changes nothing. A deployment that does not respond is reported. */
export const readStatus = (world: World, { folder, alarms }: Fleet, customers: readonly Customer[]) => {
  const read = secretReader(folder, world)
  return pLimit(MOST_AT_ONCE).map(customers, (customer) => readStatusOf(customer, world, alarms, read))
}
export type CustomerStatus = Awaited<ReturnType<typeof readStatusOf>>

/** The state of one customer. Each unavailable part says why. */
async function readStatusOf(
  { name, origin, secrets, vars }: Customer,
  world: World,
  alarms: Fleet['alarms'],
  read: ReturnType<typeof secretReader>,
) {
  const gateway = gatewayAt(origin, world.signal)
  const readSecret = async (secret: string) => {
    if (!secrets[secret]) throw new Error(`${secret} is missing`)
    return read(secrets[secret])
  }
  const readHealth = async () => {
    const health = await readDoctor(gateway, await readSecret('API_KEY'))
    const expiring = [...health].filter(([, state]) => state === 'expires_soon').map(([account]) => account)
    return { unwell: getUnwell(health), expiring }
  }
  const readUsage = async () => {
    const answer = await gateway('/api/v1/admin/usage?days=7', { adminKey: await readSecret('ADMIN_KEY') })
    const { days } = readBody('/admin/usage', answer, usageAnswer)
    const sum = (outcome: 'ok' | 'refused' | 'failed') => days.reduce((total, row) => total + row[outcome], 0)
    return { ok: sum('ok'), refused: sum('refused'), failed: sum('failed') }
  }
  const readEvents = async () => {
    if (vars.LICENCE !== 'pro') return { state: 'none' }
    const subscriptions = await readSubscriptions(gateway, await readSecret('API_KEY'))
    return { state: getEventsState(subscriptions, alarms && withName(alarms.url, name)) }
  }
  const toFailure = (error: unknown) => ({ failure: getMessage(error) })
  const [build = null, doctor, usage, events] = await Promise.all([
    readAbout(gateway),
    readHealth().catch(toFailure),
    readUsage().catch(toFailure),
    readEvents().catch(toFailure),
  ])
  const isHealthy = 'unwell' in doctor && doctor.unwell.length === 0
  const hasEvents = 'state' in events && (events.state === 'ok' || events.state === 'none')
  const well = build !== null && isHealthy && !('failure' in usage) && hasEvents
  return { name, url: origin, build, doctor, usage, events, well }
}

/** The state of a deployment's subscriptions, and whether they include the fleet's alarms. */
function getEventsState(subscriptions: readonly Subscription[], alarmUrl: string | undefined) {
  const isAlarm = ({ url }: Subscription) => alarmUrl !== undefined && isSameUrl(url, alarmUrl)
  if (alarmUrl !== undefined && !subscriptions.some(isAlarm)) return 'not set up'
  // Subscriptions that a customer disabled, or that belong to other keys, are not checked.
  const isLost = (one: Subscription) =>
    !one.enabled && (isAlarm(one) || (one.url !== undefined && one.disabled_reason !== 'owner'))
  if (subscriptions.some(isLost)) return 'disabled'
  return subscriptions.some(({ failing_since }) => typeof failing_since === 'string') ? 'failing' : 'ok'
}

/** A row for each customer, and problems below. */
export function formatStatus(statuses: readonly CustomerStatus[]): string {
  const rows = statuses.map(({ name, well, build, doctor, usage, events }) => [
    name,
    well ? 'well' : 'NOT WELL',
    build ? shortBuild(build) : 'no answer',
    'failure' in doctor
      ? '?'
      : [...doctor.unwell, ...doctor.expiring.map((account) => `${account} expires soon`)].join(', ') || 'ok',
    'failure' in usage
      ? '?'
      : `${usage.ok + usage.refused + usage.failed}${usage.failed > 0 ? `, ${usage.failed} failed` : ''}`,
    'failure' in events ? '?' : events.state,
  ])
  const failures = statuses.flatMap(({ name, build, doctor, usage, events }) => {
    // A deployment that does not respond at all would show the same error three times.
    const parts = build === null && 'failure' in doctor ? [doctor] : [doctor, usage, events]
    return parts.flatMap((part) => ('failure' in part ? [`${name}: ${part.failure}`] : []))
  })
  return [
    formatTable([['NAME', 'STATE', 'VERSION', 'ACCOUNTS', '7 DAYS', 'EVENTS'], ...rows]),
    '',
    ...failures,
    `${statuses.filter(({ well }) => well).length} of ${statuses.length} are well.`,
  ].join('\n')
}
