import * as z from 'zod/mini'
import { misconfigured } from '../../base/errors.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import { CLIENTS, type ClientName, METADATA_CLIENTS, type PlayerClient, TRANSCRIPT_CLIENTS } from './clients.ts'

/** The clients of this deployment, each kind in the order to try. */
export interface ConfiguredClients {
  readonly transcript: readonly PlayerClient[]
  readonly metadata: readonly PlayerClient[]
}

/** Versions by client name. Null disables a client. */
const versions = () =>
  z.partialRecord(z.enum(Object.keys(CLIENTS) as ClientName[]), z.nullable(z.string().check(z.regex(/^\d+(\.\d+)+$/))))

const known = perIsolateCache(() => ({ clients: undefined as ConfiguredClients | undefined }))

/** The client table with the versions of VIDEO_CLIENTS. Throws 500 with that name when it is invalid. */
export function configuredClients(settings: Settings): ConfiguredClients {
  const memory = known(settings)
  memory.clients ??= readClients(settings.env.VIDEO_CLIENTS || '{}')
  return memory.clients
}

function readClients(setting: string): ConfiguredClients {
  const given = versions().safeParse(parsedSetting(setting)).data
  if (!given) throw unusable()
  const configured = (names: readonly ClientName[]) =>
    names.flatMap((name): PlayerClient[] => {
      const version = given[name]
      return version === null ? [] : [{ ...CLIENTS[name], ...(version !== undefined && { version }) }]
    })
  const clients = { transcript: configured(TRANSCRIPT_CLIENTS), metadata: configured(METADATA_CLIENTS) }
  if (clients.transcript.length === 0) throw unusable()
  return clients
}

function parsedSetting(setting: string): unknown {
  try {
    return JSON.parse(setting)
  } catch {
    return undefined
  }
}

const unusable = () =>
  misconfigured(
    `VIDEO_CLIENTS must be JSON such as {"ANDROID": "${CLIENTS.ANDROID.version}", "IOS": null}: a version for each of ${Object.keys(CLIENTS).join(', ')}, or null to leave it out, and not all of them`,
  )
