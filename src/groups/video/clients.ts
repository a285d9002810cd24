import * as z from 'zod/mini'
import { misconfigured } from '../../base/errors.ts'
import { at, text } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'

/**
 * The player clients that the gateway identifies as. Names and versions become outdated within months, and the product
 * then responds 400. Update this table. Until then, VIDEO_CLIENTS replaces versions without a release.
 */
export interface PlayerClient {
  name: string
  /** The value of X-YouTube-Client-Name. */
  id: number
  version: string
  /** `{version}` is replaced by the version. */
  userAgentForm: string
  /** The client's context, other than its name and version. */
  device: Readonly<Record<string, string | number>>
}

/** The user agent of a browser, for resources that browsers read. */
export const BROWSER_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export const CLIENTS = {
  VISIONOS: {
    name: 'VISIONOS',
    id: 101,
    version: '1.02',
    userAgentForm:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    device: { deviceMake: 'Apple', deviceModel: 'RealityDevice17,1', osName: 'visionOS', osVersion: '26.5.23O471' },
  },
  ANDROID: {
    name: 'ANDROID',
    id: 3,
    version: '21.26.364',
    userAgentForm: 'com.google.android.youtube/{version} (Linux; U; Android 11) gzip',
    device: { androidSdkVersion: 30, osName: 'Android', osVersion: '11' },
  },
  IOS: {
    name: 'IOS',
    id: 5,
    version: '21.26.4',
    userAgentForm: 'com.google.ios.youtube/{version} (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)',
    device: { deviceMake: 'Apple', deviceModel: 'iPhone16,2', osName: 'iPhone', osVersion: '18.3.2.22D82' },
  },
  WEB: { name: 'WEB', id: 1, version: '2.20260708.00.00', userAgentForm: BROWSER_USER_AGENT, device: {} },
} as const satisfies Record<string, PlayerClient>

type ClientName = keyof typeof CLIENTS

/**
 * In the order to try. The first response whose caption link returns captions is used. VISIONOS comes first because no
 * token policy is known for it. It lacks videos for kids, which the others have.
 */
export const TRANSCRIPT_CLIENTS: readonly ClientName[] = ['VISIONOS', 'ANDROID', 'IOS']

/**
 * In the order to try. Only web clients get the date, category and likes, but they are blocked most. Their caption
 * links need a token, which does not matter here.
 */
export const METADATA_CLIENTS: readonly ClientName[] = ['WEB', 'VISIONOS']

export const userAgent = ({ userAgentForm, version }: PlayerClient) => userAgentForm.replace('{version}', version)

interface PlayerCall {
  /** Path and query on the product's host, or on its relay. */
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * The call that asks the player about a video as one client.
 *
 * @param visitorData the visitor id from an earlier response; undefined for a first call
 */
export const playerCall = (client: PlayerClient, videoId: string, visitorData?: string): PlayerCall => ({
  path: '/youtubei/v1/player?prettyPrint=false',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': userAgent(client),
    Origin: 'https://www.youtube.com',
    'X-YouTube-Client-Name': String(client.id),
    'X-YouTube-Client-Version': client.version,
    ...(visitorData !== undefined && { 'X-Goog-Visitor-Id': visitorData }),
  },
  body: JSON.stringify({
    context: {
      client: {
        clientName: client.name,
        clientVersion: client.version,
        // English, because playability.ts distinguishes states by the text of their reason.
        hl: 'en',
        gl: 'US',
        ...client.device,
        visitorData,
      },
    },
    videoId,
    contentCheckOk: true,
    racyCheckOk: true,
  }),
})

/** The clients of this deployment, each kind in the order to try. */
interface ConfiguredClients {
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

/** The product's visitor id for this isolate, from its last response. */
const remembrance = perIsolateCache(() => ({ visitorData: undefined as string | undefined }))

/**
 * The `visitorData` to send. Callers without it are asked more often to prove that they are no bot. Undefined before
 * the first response.
 */
export const visitorData = (settings: Settings): string | undefined => remembrance(settings).visitorData

/**
 * Caches the visitor id of a response. A block removes the blocked visitor id, and uses the new one in the response, if
 * any.
 */
export function cacheVisitor(settings: Settings, answer: unknown, isBlocked: boolean): void {
  const memory = remembrance(settings)
  const offered = visitorIn(answer)
  if (isBlocked) memory.visitorData = offered === memory.visitorData ? undefined : offered
  else memory.visitorData = offered ?? memory.visitorData
}

/** The visitor id of a response. It is sent in a header, so it may contain only base64 characters, escaped or not. */
export function visitorIn(answer: unknown): string | undefined {
  const offered = text(at(answer, 'responseContext', 'visitorData')) ?? ''
  return /^[\w%+/=-]{1,1024}$/.test(offered) ? offered : undefined
}
