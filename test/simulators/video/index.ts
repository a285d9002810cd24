import { wallClock } from '../clock.ts'
import { hostApp } from '../rest.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { dataApi } from './data-api.ts'
import { oembed } from './oembed.ts'
import { googleError, preconditionFailed } from './pages.ts'
import { player } from './player.ts'
import { initialState, type State } from './state.ts'
import { Switches } from './switches.ts'
import { timedtext } from './timedtext.ts'

export { LINK_LIFETIME_SECONDS } from './caption-link.ts'
export { DATA_API_KEY } from './data-api.ts'
export { VIDEO_IDS } from './ids.ts'

export interface YouTube extends Simulator {
  readonly state: State
  readonly switches: Switches
}

const PAGES = 'www.youtube.com'
const PLAYER_HOSTS = [PAGES, 'youtubei.googleapis.com']
const DATA = 'www.googleapis.com'

/** YouTube as far as the gateway knows it: player, timedtext, oEmbed and the data API. */
export function createYouTube({ clock = wallClock, key }: { clock?: { now(): number }; key?: string } = {}): YouTube {
  const state = initialState(clock.now)
  const switches = new Switches()

  const app = hostApp()
  for (const host of PLAYER_HOSTS) {
    app.post(`/${host}/youtubei/v1/player`, player(state, switches))
    app.post(`/${host}/youtubei/v1/get_transcript`, () => preconditionFailed())
  }
  app.get(`/${PAGES}/api/timedtext`, timedtext(state, switches))
  app.get(`/${PAGES}/oembed`, oembed(state))
  app.get(`/${DATA}/youtube/v3/videos`, dataApi(state, switches, key))

  return simulate({
    name: 'youtube',
    hosts: [...PLAYER_HOSTS, DATA],
    app,
    errorResponse: (status) => googleError(status),
    own: { state, switches },
  })
}
