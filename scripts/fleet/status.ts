import * as z from 'zod'
import { isSameUrl, readSubscriptions, type Subscription } from './alarms.ts'
import { atOnce } from './at-once.ts'
import { type Customer, type Fleet, withName } from './customer.ts'
import { getUnwell, readDoctor } from './doctor.ts'
import { getMessage } from './fleet-error.ts'
import { formatRefusal, type Gateway, gatewayAt, readAbout } from './gateway.ts'
import type { SecretReader } from './read-secret.ts'
import type { Secret } from './setting-names.ts'
import type { BuildInfo, World } from './world.ts'

/** The state of one customer. Each unavailable part says why. */
export interface CustomerStatus {
  name: string
  url: string
  build: BuildInfo | null
  /** Accounts that need attention, or why the doctor does not respond. */
  doctor: { unwell: readonly string[]; expiring: readonly string[] } | { failure: string }
  /** Requests of the last seven days. */
  usage: { ok: number; refused: number; failed: number } | { failure: string }
  events: { state: EventsState } | { failure: string }
  well: boolean
}

/** `not set up` when fleet.json configures alarms, `none` when the deployment supports none. */
type EventsState = 'ok' | 'failing' | 'disabled' | 'not set up' | 'none'

const MOST_AT_ONCE = 6

const usageAnswer = z.object({
  days: z.array(z.object({ ok: z.number(), refused: z.number(), failed: z.number() })),
})

/** Reads the state of every customer's deployment. Changes nothing. A deployment that does not respond is reported. */
export const readStatus = (
  world: World,
  { alarms }: Fleet,
  customers: readonly Customer[],
  read: SecretReader,
): Promise<CustomerStatus[]> =>
  atOnce(MOST_AT_ONCE, customers, async (customer) => {
    const { name, origin } = customer
    const gateway = gatewayAt(origin, world.signal)
    const readSecret = async (secret: Secret) => {
      const reference = customer.secrets[secret]
      if (!reference) throw new Error(`${secret} is missing`)
      return read(reference)
    }
    const alarmUrl = alarms && withName(alarms.url, name)
    const [build, doctor, usage, events] = await Promise.all([
      readAbout(gateway),
      told(async () => {
        const health = await readDoctor(gateway, await readSecret('API_KEY'))
        const expiring = [...health].filter(([, state]) => state === 'expires_soon').map(([account]) => account)
        return { unwell: getUnwell(health), expiring }
      }),
      told(async () => readUsage(gateway, await readSecret('ADMIN_KEY'))),
      told(async (): Promise<{ state: EventsState }> => {
        if (customer.vars.LICENCE !== 'pro') return { state: 'none' }
        const subscriptions = await readSubscriptions(gateway, await readSecret('API_KEY'))
        return { state: eventsState(subscriptions, alarmUrl) }
      }),
    ])
    const status = { name, url: origin, build: build ?? null, doctor, usage, events }
    return { ...status, well: isWell(status) }
  })

async function told<Part>(part: () => Promise<Part>): Promise<Part | { failure: string }> {
  try {
    return await part()
  } catch (error) {
    return { failure: getMessage(error) }
  }
}

async function readUsage(gateway: Gateway, adminKey: string) {
  const answer = await gateway('/api/v1/admin/usage?days=7', { adminKey })
  const { data } = usageAnswer.safeParse(answer.body)
  if (answer.status !== 200 || !data) throw new Error(`/admin/usage answers ${formatRefusal(answer)}`)
  const sum = (outcome: 'ok' | 'refused' | 'failed') => data.days.reduce((total, row) => total + row[outcome], 0)
  return { ok: sum('ok'), refused: sum('refused'), failed: sum('failed') }
}

/** The state of a deployment's subscriptions, and whether they include the fleet's alarms. */
function eventsState(subscriptions: readonly Subscription[] | undefined, alarmUrl: string | undefined): EventsState {
  if (!subscriptions) return 'none'
  const isAlarm = ({ url }: Subscription) => alarmUrl !== undefined && isSameUrl(url, alarmUrl)
  if (alarmUrl !== undefined && !subscriptions.some(isAlarm)) return 'not set up'
  // Subscriptions that a customer disabled, or that belong to other keys, are not checked.
  const isLost = (one: Subscription) =>
    !one.enabled && (isAlarm(one) || (one.url !== undefined && one.disabled_reason !== 'owner'))
  if (subscriptions.some(isLost)) return 'disabled'
  return subscriptions.some(({ failing_since }) => typeof failing_since === 'string') ? 'failing' : 'ok'
}

const isWell = ({ build, doctor, usage, events }: Omit<CustomerStatus, 'well'>): boolean =>
  build !== null &&
  'unwell' in doctor &&
  doctor.unwell.length === 0 &&
  !('failure' in usage) &&
  'state' in events &&
  (events.state === 'ok' || events.state === 'none')
