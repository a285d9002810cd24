import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type Alarms, withName } from './file.ts'
import { type Gateway, readBody } from './gateway.ts'
import { runProgram } from './secrets.ts'
import type { Site } from './worker.ts'
import { getMessage, type World } from './world.ts'

/** The events that an agency receives for each deployment. */
const ALARM_TYPES = ['account.expiring', 'account.rejected', 'account.recovered']
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

/** The subscriptions of a deployment. */
export const readSubscriptions = async (gateway: Gateway, key: string): Promise<Subscription[]> =>
  readBody(PATH, await gateway(PATH, { key }), listed).subscriptions

/** A deployment may have written the URL in another form. */
export const isSameUrl = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.parse(one)?.href === URL.parse(other)?.href

/**
 * Makes the deployment report accounts that need attention, with one subscription, however often this runs. The secret
 * of a new subscription goes only to the place that fleet.json names. If it cannot be stored there, the subscription is
 * deleted.
 */
export async function setUpAlarms(
  { customer, secrets, gateway }: Site,
  world: World,
  alarms: Alarms,
  folder: string,
): Promise<{ ok: boolean; note: string[] }> {
  if (customer.vars.LICENCE !== 'pro') return { ok: true, note: ['no alarms: they need LICENCE pro'] }
  const key = secrets.get('API_KEY') ?? ''
  const send = async <Form extends z.ZodType>(method: string, path: string, form: Form, body?: object) =>
    readBody(PATH, await gateway(path, { key, method, ...(body && { body }) }), form)
  const url = withName(alarms.url, customer.name)
  try {
    const known = (await readSubscriptions(gateway, key)).find((one) => isSameUrl(one.url, url))
    if (known?.enabled && String(known.types.toSorted()) === String(ALARM_TYPES.toSorted()))
      return { ok: true, note: [] }
    if (known) {
      await send('PATCH', `${PATH}/${known.id}`, z.unknown(), { types: ALARM_TYPES, enabled: true })
      return { ok: true, note: [known.enabled ? 'alarms have the right types again' : 'alarms are enabled again'] }
    }
    const description = 'Set up by npm run fleet'
    const { id, secret } = await send('POST', PATH, made, { url, types: ALARM_TYPES, description })
    try {
      await storeSecret(secret, alarms, customer.name, folder, world)
    } catch (error) {
      await send('DELETE', `${PATH}/${id}`, z.unknown())
      throw error
    }
    return { ok: true, note: ['alarms are set up'] }
  } catch (error) {
    return { ok: false, note: [`NO ALARMS: ${getMessage(error)}`] }
  }
}

/** Passes the secret to a file that only its owner can read, or to a program. The error contains no secret. */
async function storeSecret(secret: string, { secret: place }: Alarms, name: string, folder: string, world: World) {
  if ('command' in place) {
    const command = place.command.map((word) => withName(word, name))
    return void (await runProgram(command, folder, world, `${secret}\n`))
  }
  const path = resolve(folder, withName(place.file, name))
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(draft, 0o600)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown reason'
    throw new Error(`the secret of the alarms cannot be written to ${place.file} (${code})`)
  }
}
