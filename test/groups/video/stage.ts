import { Clock } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { createYouTube, type YouTube } from '../../simulators/video/index.ts'
import { createGateway, type Gateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorldAt, type World } from '../../support/world.ts'

export interface Stage {
  world: World
  product: YouTube
  transcript(body: object): ReturnType<Gateway['call']>
  languages(body: object): ReturnType<Gateway['call']>
  metadata(body: object): ReturnType<Gateway['call']>
  /** The calls as `host/path`, oldest first. */
  called(): string[]
  /** The client names in the player's calls. */
  clients(): (string | null)[]
}

/** The gateway in front of the product, or of a wrapper of it. */
export function setStage(settings: Overrides = {}, before: (product: YouTube) => Simulator = (it) => it): Stage {
  const clock = new Clock()
  const product = createYouTube({ clock })
  const world = createWorldAt(clock, before(product))
  const gateway = createGateway(settings)
  return {
    world,
    product,
    transcript: (body) => gateway.call('/api/v1/video/transcript/v2', json('POST', body)),
    languages: (body) => gateway.call('/api/v1/video/languages', json('POST', body)),
    metadata: (body) => gateway.call('/api/v1/video/metadata', json('POST', body)),
    called: () => product.calls.map(({ url }) => url.host + url.pathname),
    clients: () =>
      product.calls
        .filter(({ url }) => url.pathname === '/youtubei/v1/player')
        .map(({ headers }) => NAMES[headers.get('x-youtube-client-name') ?? ''] ?? null),
  }
}

const NAMES: Record<string, string> = { 1: 'WEB', 3: 'ANDROID', 5: 'IOS', 101: 'VISIONOS' }

/** A relay at one URL that forwards everything to a host of the product. */
export const relay =
  (address: string, origin: string) =>
  (product: YouTube): Simulator => ({
    ...product,
    answersFor: (host) => host === new URL(address).hostname,
    fetch: (request) => product.fetch(new Request(request.url.replace(address, origin), request)),
  })

export const PLAYER = 'www.youtube.com/youtubei/v1/player'
export const TIMEDTEXT = 'www.youtube.com/api/timedtext'
export const OEMBED = 'www.youtube.com/oembed'
export const DATA_API = 'www.googleapis.com/youtube/v3/videos'
