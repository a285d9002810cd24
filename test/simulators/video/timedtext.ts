import type { Context } from 'hono'
import { isGenuine } from './caption-link.ts'
import { deniedPage, notFoundPage } from './pages.ts'
import { turnedAway } from './player.ts'
import type { SeedTrack } from './seed-video.ts'
import type { State } from './state.ts'
import { EVERY_CLIENT, type Switches } from './switches.ts'

/** GET /api/timedtext (video facts, sections 2 and 3). */
export const timedtext = (state: State, switches: Switches) => async (c: Context) => {
  const away = turnedAway(switches)
  if (away) return away
  const query = new URL(c.req.url).searchParams
  if (Number(query.get('expire')) * 1000 <= state.now() || !(await isGenuine(query))) return notFoundPage()
  const track = state.videos.get(query.get('v') ?? '')?.tracks.find((candidate) => isAsked(candidate, query))
  if (!track) return notFoundPage()

  const refused = switches.captionStatus[getClient(query)] ?? switches.captionStatus[EVERY_CLIENT]
  if (refused === 'page') return deniedPage()
  if (typeof refused === 'number') return new Response('', { status: refused })
  if (refused === 'empty' || (needsToken(query, switches) && !hasToken(query)))
    return new Response('', { headers: { 'content-type': 'text/html' } })
  // The product has other formats, which the gateway does not ask for.
  return Response.json({ wireMagic: 'pb3', pens: [{}], wsWinStyles: [{}], wpWinPositions: [{}], events: track.events })
}

const isAsked = (track: SeedTrack, query: URLSearchParams) =>
  track.language === query.get('lang') && (query.get('kind') === 'asr') === (track.automatic ?? false)

function needsToken(query: URLSearchParams, switches: Switches): boolean {
  const marks = (query.get('exp') ?? '').split(',')
  return marks.includes('xpe') || marks.includes('xpv') || switches.silentlyGatedClients.includes(getClient(query))
}

const getClient = (query: URLSearchParams) => (query.get('ei') ?? '').split('.')[0] ?? ''

const hasToken = (query: URLSearchParams) => query.has('pot') && query.get('potc') === '1' && query.has('c')
