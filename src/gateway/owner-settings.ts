import type { OwnerSettings, SettingSource } from '../base/access.ts'
import type { Account } from '../base/groups.ts'
import { ACCESS, callObject } from '../base/objects.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { DEFAULT_SERVICE_NAME, DEFAULT_TIME_ZONE, type Settings } from '../base/settings.ts'
import type { RequestState } from './state.ts'

/** How long an isolate reuses the settings, in milliseconds. */
const TRUSTED_MS = 10_000

interface Known {
  value: OwnerSettings
  /** Epoch milliseconds. */
  until: number
}

const ownerSettings = perIsolateCache((): Known => ({ value: {}, until: 0 }))

type Reader = Pick<RequestState, 'settings' | 'platform'>

/**
 * The settings that the owner stored, at most 10 s old. While ACCESS does not respond, those that this isolate read
 * last.
 */
export async function readOwnerSettings({ settings, platform }: Reader): Promise<OwnerSettings> {
  const known = ownerSettings(settings)
  if (platform.now() < known.until) return known.value
  try {
    keep({ settings, platform }, await callObject(settings, ACCESS, (access) => access.ownerSettings()))
  } catch {}
  return ownerSettings(settings).value
}

/** Keeps settings that were just read or changed. */
export function keep({ settings, platform }: Reader, value: OwnerSettings): void {
  Object.assign(ownerSettings(settings), { value, until: platform.now() + TRUSTED_MS })
}

/** The further accounts of the deployment, as `readOwnerSettings`. */
export const readFurtherAccounts = async (state: Reader): Promise<readonly Account[]> =>
  (await readOwnerSettings(state)).accounts ?? []

/** The same, as ACCESS has them now. */
export async function readFurtherAccountsNow(state: Reader): Promise<readonly Account[]> {
  const stored = await callObject(state.settings, ACCESS, (access) => access.ownerSettings())
  keep(state, stored)
  return stored.accounts ?? []
}

interface Effective<Value> {
  value: Value
  source: SettingSource
}

/** A setting of the deployment wins over that of the owner. */
const choose = <Value>(deployed: Value | undefined, stored: Value | undefined, other: Value): Effective<Value> =>
  deployed !== undefined
    ? { value: deployed, source: 'deployment' }
    : stored !== undefined
      ? { value: stored, source: 'app' }
      : { value: other, source: 'default' }

/** The settings that count, of the deployment or of the owner. */
export function effectiveSettings({ allowedOrigins, env }: Settings, stored: OwnerSettings) {
  // Setup writes the default name, which is nobody's choice.
  const name = env.SERVICE_NAME === DEFAULT_SERVICE_NAME ? undefined : env.SERVICE_NAME
  const origins = allowedOrigins.size > 0 ? [...allowedOrigins] : undefined
  return {
    allowed_origins: choose<readonly string[]>(origins, stored.allowed_origins, []),
    service_name: choose(name || undefined, stored.service_name, DEFAULT_SERVICE_NAME),
    time_zone: choose(env.TIME_ZONE || undefined, stored.time_zone, DEFAULT_TIME_ZONE),
  }
}

/** The name under which people know the gateway. */
export const readServiceName = async (state: Reader): Promise<string> =>
  effectiveSettings(state.settings, await readOwnerSettings(state)).service_name.value
