import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type Alarms, withName } from './file.ts'
import { type Gateway, readBody } from './gateway.ts'
import { runProgram } from './secrets.ts'
import type { Site } from './worker.ts'
import type { World } from './world.ts'

/** The events that an agency receives for each deployment. */
const ALARM_TYPES = ['account.expiring', 'account.rejected', 'account.unreachable', 'account.recovered']
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
const createdSubscription = z.object({ id: z.string(), secret: z.string().startsWith('whsec_') })

export const readSubscriptions = async (gateway: Gateway, key: string): Promise<Subscription[]> =>
  readBody(PATH, await gateway(PATH, { key }), listed).subscriptions

/** A deployment may have written the URL in another form. */
export const isSameUrl = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.parse(one)?.href === URL.parse(other)?.href

/**
 * Makes the deployment report accounts that need attention, with one subscription, however often this runs. Returns
 * what it did. The secret of a new subscription goes only to the place that fleet.json names. If it cannot be stored
 * there, the subscription is deleted.
 */
export async function setUpAlarms(site: Site, alarms: Alarms, folder: string): Promise<string[]> {
  const { customer, secrets, gateway, world } = site
  if (customer.vars.LICENCE !== 'pro') return ['no alarms: they need LICENCE pro']
  const key = secrets.get('API_KEY') ?? ''
  const url = withName(alarms.url, customer.name)
  const known = (await readSubscriptions(gateway, key)).find((one) => isSameUrl(one.url, url))
  if (known) {
    if (known.enabled && String(known.types.toSorted()) === String(ALARM_TYPES.toSorted())) return []
    const body = { types: ALARM_TYPES, enabled: true }
    readBody(PATH, await gateway(`${PATH}/${known.id}`, { key, method: 'PATCH', body }), z.unknown())
    return [known.enabled ? 'alarms have the right types again' : 'alarms are enabled again']
  }
  const body = { url, types: ALARM_TYPES, description: 'Set up by npm run fleet' }
  const { id, secret } = readBody(PATH, await gateway(PATH, { key, method: 'POST', body }), createdSubscription)
  try {
    await storeSecret(secret, alarms, customer.name, folder, world)
  } catch (error) {
    readBody(PATH, await gateway(`${PATH}/${id}`, { key, method: 'DELETE' }), z.unknown())
    throw error
  }
  return ['alarms are set up']
}

/** Passes the secret to a file that only its owner can read, or to a program. The error contains no secret. */
async function storeSecret(secret: string, { secret: place }: Alarms, name: string, folder: string, world: World) {
  if ('command' in place) {
    const command = place.command.map((word) => withName(word, name))
    return void (await runProgram(command, folder, world, `${secret}\n`))
  }
  const path = resolve(folder, withName(place.file, name))
  try {
    // A file that others can read would stay so: it is made anew.
    await rm(path, { force: true })
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown reason'
    throw new Error(`the secret of the alarms cannot be written to ${place.file} (${code})`)
  }
}
