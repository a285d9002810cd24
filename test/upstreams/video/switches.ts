/** What a test or a person can make the product do; everything is off at first, but for the gate on web clients. */
export interface Switches {
  /** Asks to sign in and prove not to be a bot: everyone, callers without `visitorData`, or the clients named. */
  botCheck: boolean | 'strangers' | string[]
  /** Visitors, by their `visitorData`, that are asked the same. */
  flaggedVisitors: string[]
  /** 429 from the player and from timedtext. */
  tooManyRequests: boolean
  /** A page of HTML in place of the player and of timedtext. */
  page: 'none' | 'consent' | 'recaptcha'
  /** Clients whose caption links need a token and say so with `exp=xpe`. */
  gatedClients: string[]
  /** Clients whose caption links need a token without saying so. */
  silentlyGatedClients: string[]
  /** Clients whose every version is too old by now. */
  retiredClients: string[]
  /** Clients that are handed another video, telling the viewer to update. */
  swappedClients: string[]
  /** 429 for machine translations of captions (`tlang`). */
  translationsLimited: boolean
  /** The daily units of the data API are used up. */
  quotaExceeded: boolean
}

export const initialSwitches = (): Switches => ({
  botCheck: false,
  flaggedVisitors: [],
  tooManyRequests: false,
  page: 'none',
  gatedClients: ['WEB', 'MWEB'],
  silentlyGatedClients: [],
  retiredClients: [],
  swappedClients: [],
  translationsLimited: false,
  quotaExceeded: false,
})
