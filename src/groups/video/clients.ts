/**
 * The clients that the player is asked as (video facts, section 1). Names and versions age within months: an outdated
 * one is answered 400 by the product, and this table is the one place to bring up to date.
 */
export interface PlayerClient {
  name: string
  /** Value of X-YouTube-Client-Name. */
  id: number
  version: string
  userAgent: (version: string) => string
  /** What the client's context says beside its name and version. */
  device: Readonly<Record<string, string | number>>
}

const CLIENTS = {
  android: {
    name: 'ANDROID',
    id: 3,
    version: '21.26.364',
    userAgent: (version) => `com.google.android.youtube/${version} (Linux; U; Android 11) gzip`,
    device: { androidSdkVersion: 30, osName: 'Android', osVersion: '11' },
  },
  ios: {
    name: 'IOS',
    id: 5,
    version: '21.26.4',
    userAgent: (version) => `com.google.ios.youtube/${version} (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)`,
    device: { deviceMake: 'Apple', deviceModel: 'iPhone16,2', osName: 'iPhone', osVersion: '18.3.2.22D82' },
  },
  visionOs: {
    name: 'VISIONOS',
    id: 101,
    version: '1.02',
    userAgent: () =>
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    device: { deviceMake: 'Apple', deviceModel: 'RealityDevice17,1', osName: 'visionOS', osVersion: '26.5.23O471' },
  },
  web: {
    name: 'WEB',
    id: 1,
    version: '2.20260708.00.00',
    userAgent: () =>
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    device: {},
  },
} satisfies Record<string, PlayerClient>

/** In the order to try: the first answer whose caption link gives captions is taken. */
export const TRANSCRIPT_CLIENTS: readonly PlayerClient[] = [CLIENTS.android, CLIENTS.ios, CLIENTS.visionOs]

/** Only web kinds are told the date and the category; their caption links need a token. */
export const METADATA_CLIENT: PlayerClient = CLIENTS.web

export interface PlayerCall {
  /** Path and query on the product's host, or on its relay. */
  path: string
  headers: Record<string, string>
  body: string
}

/** The call that asks the player about a video as one client. */
export const playerCall = (client: PlayerClient, videoId: string): PlayerCall => ({
  path: '/youtubei/v1/player?prettyPrint=false',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': client.userAgent(client.version),
    Origin: 'https://www.youtube.com',
    'X-YouTube-Client-Name': String(client.id),
    'X-YouTube-Client-Version': client.version,
  },
  body: JSON.stringify({
    // English, because playability.ts tells states apart by the words of their reason.
    context: {
      client: { clientName: client.name, clientVersion: client.version, hl: 'en', gl: 'US', ...client.device },
    },
    videoId,
    contentCheckOk: true,
    racyCheckOk: true,
  }),
})
