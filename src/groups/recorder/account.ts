import * as z from 'zod'
import { GatewayError } from '../../base/errors.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { listRecordings } from './listing.ts'

const readAccount = shapeReader('recorder', () => {
  const text = z
    .string()
    .nullish()
    .transform((text) => text ?? '')
  const whole = z.coerce.number().catch(0)
  const flag = z
    .union([z.boolean(), z.coerce.number().transform((number) => number !== 0)])
    .optional()
    .catch(undefined)
  return z.object({
    status: z.coerce.number(),
    data_user: z.object({
      id: text,
      nickname: text,
      email: text,
      country: text,
      membership_id: whole,
      seconds_left: whole,
      seconds_total: whole,
    }),
    data_state: z.object({
      is_membership: whole,
      membership_type: text,
      have_files: flag,
      has_transcribed: flag,
    }),
  })
})

/** `have_files` and `has_transcribed` are read off so many of the newest recordings where the product does not send them. */
const LOOK_AT = 1000

/** The account behind the stored token: contract 2.1's fields and no others. */
export async function currentUser(connection: Connection) {
  const { status, data_user, data_state } = readAccount((await connection.callAsUser({ path: '/user/me' })).body)
  const { have_files, has_transcribed, ...state } = data_state
  if (have_files !== undefined && has_transcribed !== undefined) {
    return { status, data_user, data_state: { ...state, have_files, has_transcribed } }
  }
  const query = { limit: LOOK_AT, skip: 0, is_trash: 0, sort_by: 'edit_time', is_desc: true } as const
  const { data_file_list: rows } = await listRecordings(connection, query)
  return {
    status,
    data_user,
    data_state: {
      ...state,
      have_files: have_files ?? rows.length > 0,
      has_transcribed: has_transcribed ?? rows.some(({ is_trans }) => is_trans),
    },
  }
}

const readDevices = shapeReader('recorder', () => z.object({ data_devices: z.array(z.looseObject({})) }))

/** The hardware bound to the account, each device as the product describes it. */
export async function devices(connection: Connection) {
  const { body } = await connection.call({ path: '/device/list' })
  return { status: body.status, ...readDevices(body) }
}

type Probe<Value> = { value: Value } | { error: GatewayError }

/** Probes the profile and the devices at once (contract 4.1, rule 3), and says what to do about a failure. */
export async function doctor(connection: Connection) {
  const [user, bound] = await Promise.all([probe(currentUser(connection)), probe(devices(connection))])
  const failures = [user, bound].flatMap((result) => ('error' in result ? [result.error] : []))
  const [failure] = failures
  const rejected = failures.some(({ status }) => status === 401)
  const report = {
    ok: failures.length === 0,
    api_domain: await connection.origin().catch(() => null),
    checks: { user: 'value' in user, devices: 'value' in bound },
    ...('value' in user ? { user: user.value } : { user_error: user.error.message }),
    ...('value' in bound ? { devices: bound.value.data_devices } : { device_error: bound.error.message }),
    ...(failure && { hint: hintFor(failures) }),
  }
  return { report, status: failure ? (rejected ? 401 : 502) : 200, reason: failure?.reason } as const
}

/** A wrong setting comes first, because nothing else can be found out while it is wrong. */
function hintFor(failures: readonly GatewayError[]): string {
  const setting = failures.find(({ reason }) => reason === 'setting')
  if (setting) return `correct this setting and deploy again: ${setting.message}`
  return failures.some(({ status }) => status === 401) ? RECONNECT : WAIT
}

const RECONNECT = 'connect the recorder account again: set a fresh RECORDER_TOKEN'
const WAIT = 'the recorder service cannot be used right now: try again later'

async function probe<Value>(work: Promise<Value>): Promise<Probe<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof GatewayError) return { error }
    throw error
  }
}
