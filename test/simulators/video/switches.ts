import type { RefusalName } from './playability.ts'

/** Every client without a switch of its own. */
export const EVERY_CLIENT = '*'

/** Test switches of the product. Everything is off by default, except for the requirement of tokens for web clients. */
export class Switches {
  /**
   * Asks to sign in to prove that the caller is no bot: everyone, callers without `visitorData`, or the named clients.
   */
  botCheck: boolean | 'strangers' | string[] = false
  /** Visitors, by `visitorData`, that get the same question. */
  flaggedVisitors: string[] = []
  /** 429 from the player and from timedtext. */
  tooManyRequests = false
  /** An HTML page instead of the player and timedtext. */
  page: 'none' | 'consent' | 'recaptcha' = 'none'
  /** How the player refuses clients, by name, whatever the video is. */
  refusing: Record<string, RefusalName> = {}
  /** The HTTP status of the player, by client. */
  playerStatus: Record<string, number> = {}
  /** The HTTP status of timedtext for the links of a client; a page or nothing in a 200. */
  captionStatus: Record<string, number | 'page' | 'empty'> = {}
  /** Clients whose caption links need a token and say so with `exp=xpe`. */
  gatedClients: string[] = ['WEB', 'MWEB']
  /** Clients whose caption links need a token without saying so. */
  silentlyGatedClients: string[] = []
  /** Clients whose every version is too old by now. */
  retiredClients: string[] = []
  /** Clients that get another video, which tells the viewer to update. */
  swappedClients: string[] = []
  /** The daily units of the data API are exhausted. */
  quotaExceeded = false
}
