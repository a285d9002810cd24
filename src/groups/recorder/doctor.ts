import type { GatewayError } from '../../base/errors.ts'
import { currentUser, devices } from './account.ts'
import type { Connection, TokenStatus } from './connection.ts'
import { MOVED_REASON } from './plaud.ts'
import { orFailure } from './probe.ts'

/** Probes the profile and the devices in parallel, and says how to fix a failure. */
export async function doctor(connection: Connection) {
  const [user, bound] = await Promise.all([orFailure(currentUser(connection)), orFailure(devices(connection))])
  const tokens = await orFailure(connection.tokenStatus())
  const failures = [user, bound].flatMap((result) => ('error' in result ? [result.error] : []))
  const [failure] = failures
  const rejected = failures.some(({ status }) => status === 401)
  const known = 'value' in tokens ? tokens.value : undefined
  const report = {
    ok: failures.length === 0,
    api_domain: await connection.origin().catch(() => null),
    ...(known && { token: tokenReport(known) }),
    checks: { user: 'value' in user, devices: 'value' in bound },
    ...('value' in user ? { user: user.value } : { user_error: user.error.message }),
    ...('value' in bound ? { devices: bound.value.data_devices } : { device_error: bound.error.message }),
    ...(failure && { hint: hintFor(failures, known, connection.upstream.platform.now()) }),
  }
  return { report, status: failure ? (rejected ? 401 : 502) : 200, reason: failure?.reason } as const
}

const tokenReport = ({ kinds, endsAt, isRenewable }: TokenStatus) => ({
  kinds,
  expires_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
  renewable: isRenewable,
})

/** A wrong setting comes first, because nothing else can be checked until it is fixed. */
function hintFor(failures: readonly GatewayError[], tokens: TokenStatus | undefined, now: number): string {
  const setting = failures.find(({ reason }) => reason === 'setting')
  if (setting) return `correct this setting and deploy again: ${setting.message}`
  const moved = failures.find(({ reason }) => reason === MOVED_REASON)
  if (moved) return moved.message
  if (!failures.some(({ status }) => status === 401)) return WAIT
  if (tokens && !tokens.isRenewable) return ONLY_A_DAY
  if (tokens?.endsAt !== undefined && tokens.endsAt <= now) {
    return `the token ended at ${new Date(tokens.endsAt).toISOString()}: set a fresh RECORDER_TOKEN`
  }
  return RECONNECT
}

const RECONNECT = 'connect the recorder account again: set a fresh RECORDER_TOKEN'
const ONLY_A_DAY =
  'RECORDER_TOKEN holds only a workspace token, which lasts a day and cannot be renewed: set the refresh token too, or a user token'
const WAIT = 'the recorder service cannot be used right now: try again later'
