import * as z from 'zod'
import { keepAlarmSecret, type SecretPlace } from './alarm-secret.ts'
import { withName } from './customer.ts'
import { getMessage } from './fleet-error.ts'
import { type Answer, formatRefusal, type Gateway } from './gateway.ts'
import type { Alarms } from './schema.ts'
import type { Site } from './site.ts'
import type { World } from './world.ts'

/** The events that an agency receives for each deployment (decisions.md section 12.1). */
export const ALARM_TYPES = ['account.expiring', 'account.rejected', 'account.recovered'] as const

const PATH = '/api/v1/events/subscriptions'

const subscription = z.object({
  id: z.string(),
  /** Only for subscriptions that were created with API_KEY. */
  url: z.string().optional(),
  types: z.array(z.string()),
  enabled: z.boolean().default(true),
  /** `owner` when somebody disabled it. */
  disabled_reason: z.string().nullish(),
  failing_since: z.string().nullish(),
})
export type Subscription = z.output<typeof subscription>

const listed = z.object({ subscriptions: z.array(subscription) })
const made = z.object({ id: z.string(), secret: z.string().startsWith('whsec_') })

/** The subscriptions of a deployment. Undefined when it has no events. Rejects when the list cannot be read. */
export async function readSubscriptions(gateway: Gateway, key: string): Promise<Subscription[] | undefined> {
  const answer = await gateway(PATH, { key })
  if (answer.status === 404) return undefined
  const { data } = listed.safeParse(answer.body)
  if (answer.status !== 200 || !data) throw new Error(`${PATH} answers ${formatRefusal(answer)}`)
  return data.subscriptions
}

/** The result for one customer's alarms. */
export interface AlarmOutcome {
  ok: boolean
  note: string | undefined
}

/**
 * Makes the deployment report accounts that need attention, with one subscription, however often this runs. The secret
 * of a new subscription goes only to the place that fleet.json names. If it cannot be stored there, the subscription is
 * deleted.
 */
export async function setUpAlarms(site: Site, world: World, alarms: Alarms, folder: string): Promise<AlarmOutcome> {
  const { customer, secrets, gateway } = site
  if (customer.vars.LICENCE !== 'pro') return { ok: true, note: 'no alarms: they need LICENCE pro' }
  const key = secrets.get('API_KEY') ?? ''
  const url = withName(alarms.url, customer.name)
  try {
    const subscriptions = await readSubscriptions(gateway, key)
    if (!subscriptions) return { ok: true, note: 'no alarms: this version has no events' }
    const known = subscriptions.find((one) => isSameUrl(one.url, url))
    if (known) return { ok: true, note: await mend(gateway, key, known) }
    const place = { alarms, folder, name: customer.name, env: world.env, signal: world.signal }
    await subscribe(gateway, key, url, place)
    return { ok: true, note: 'alarms are set up' }
  } catch (error) {
    return { ok: false, note: `NO ALARMS: ${getMessage(error)}` }
  }
}

/** A deployment may have written the URL in another form. */
export const isSameUrl = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.parse(one)?.href === URL.parse(other)?.href

const isRight = ({ types, enabled }: Subscription) =>
  enabled && types.length === ALARM_TYPES.length && ALARM_TYPES.every((type) => types.includes(type))

async function mend(gateway: Gateway, key: string, known: Subscription): Promise<string | undefined> {
  if (isRight(known)) return undefined
  const body = { types: ALARM_TYPES, enabled: true }
  succeeded(await gateway(`${PATH}/${known.id}`, { key, method: 'PATCH', body }))
  return known.enabled ? 'alarms have the right types again' : 'alarms are enabled again'
}

async function subscribe(gateway: Gateway, key: string, url: string, place: SecretPlace): Promise<void> {
  const body = { url, types: ALARM_TYPES, description: 'Set up by npm run fleet' }
  const answer = succeeded(await gateway(PATH, { key, method: 'POST', body }))
  const { data } = made.safeParse(answer.body)
  if (!data) throw new Error('the new subscription shows no secret')
  try {
    await keepAlarmSecret(data.secret, place)
  } catch (error) {
    succeeded(await gateway(`${PATH}/${data.id}`, { key, method: 'DELETE' }))
    throw error
  }
}

function succeeded(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${PATH} answers ${formatRefusal(answer)}`)
  return answer
}
