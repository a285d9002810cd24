import type { Context } from 'hono'
import { captionLink } from './caption-link.ts'
import { consentPage, googleError, recaptchaPage, tooManyRequestsPage } from './pages.ts'
import { BOT_CHECK, getPlayability, OUTDATED_APP, REFUSALS, UNAVAILABLE } from './playability.ts'
import { type PlayerRequest, readPlayerRequest } from './player-request.ts'
import type { SeedVideo } from './seed-video.ts'
import type { State } from './state.ts'
import { EVERY_CLIENT, type Switches } from './switches.ts'
import { microformat, videoDetails } from './video-details.ts'

/** Runs before the player and timedtext for a blocked IP address. */
export function turnedAway(switches: Switches): Response | undefined {
  if (switches.tooManyRequests) return tooManyRequestsPage()
  if (switches.page === 'consent') return consentPage()
  if (switches.page === 'recaptcha') return recaptchaPage()
  return undefined
}

/** POST /youtubei/v1/player (video facts, section 1). */
export const player = (state: State, switches: Switches) => async (c: Context) => {
  const away = turnedAway(switches)
  if (away) return away
  const request = await readPlayerRequest(c.req.raw, switches)
  if (request instanceof Response) return request

  const { botCheck, swappedClients, flaggedVisitors, refusing, playerStatus } = switches
  const status = playerStatus[request.client] ?? playerStatus[EVERY_CLIENT]
  if (status !== undefined) return googleError(status)
  const blocked =
    botCheck === true ||
    (botCheck === 'strangers' && request.visitor === undefined) ||
    (Array.isArray(botCheck) && botCheck.includes(request.client)) ||
    flaggedVisitors.includes(request.visitor ?? '')
  const answer = (body: object) => {
    const visitorData = request.visitor ?? newVisitor(state)
    return Response.json({ responseContext: { visitorData, serviceTrackingParams: [] }, ...body })
  }
  if (blocked) return answer({ playabilityStatus: BOT_CHECK })
  const refused = refusing[request.client] ?? refusing[EVERY_CLIENT]
  if (refused) return answer({ playabilityStatus: REFUSALS[refused] })
  if (swappedClients.includes(request.client)) {
    return answer({
      playabilityStatus: OUTDATED_APP,
      videoDetails: { videoId: 'updateApp01', title: 'Update the app' },
    })
  }
  const video = state.videos.get(request.videoId)
  if (!video) return answer({ playabilityStatus: UNAVAILABLE })
  return answer(await playing(video, request, switches, state.now()))
}

/** A caller without `visitorData` gets a new one, with URL escapes. */
const newVisitor = (state: State) => `${btoa(`\n\v-simulated${state.visitors++}`).replaceAll('=', '%3D')}`

async function playing(video: SeedVideo, request: PlayerRequest, switches: Switches, now: number) {
  const playabilityStatus = getPlayability(video, request, now)
  const unseen = playabilityStatus.status === 'ERROR' || video.state === 'private' || video.state === 'removed'
  if (unseen) return { playabilityStatus }
  return {
    playabilityStatus,
    ...(playabilityStatus.status === 'OK' ? await captions(video, request, switches, now) : {}),
    videoDetails: videoDetails(video),
    ...(request.known.web ? { microformat: microformat(video) } : {}),
  }
}

async function captions(video: SeedVideo, { client, known: { web } }: PlayerRequest, switches: Switches, now: number) {
  if (video.tracks.length === 0) return {}
  const gated = switches.gatedClients.includes(client)
  const named = (text: string) => (web ? { simpleText: text } : { runs: [{ text }] })
  const captionTracks = await Promise.all(
    video.tracks.map(async (track) => ({
      baseUrl: await captionLink(video, track, { client, gated, web, now }),
      name: named(track.label),
      vssId: `${track.automatic ? 'a' : ''}.${track.language}`,
      languageCode: track.language,
      ...(track.automatic ? { kind: 'asr' } : {}),
      isTranslatable: true,
      trackName: '',
    })),
  )
  return {
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks,
        audioTracks: voices(video),
        translationLanguages: ['en', 'ja', 'ko'].map((languageCode) => ({
          languageCode,
          languageName: named(languageCode),
        })),
        defaultAudioTrackIndex: video.defaultVoice ?? 0,
      },
    },
  }
}

function voices({ tracks, defaultTrack, spoken, voices }: SeedVideo) {
  const captionTrackIndices = tracks.map((_, index) => index)
  if (voices) return voices.map((audioTrackId) => ({ captionTrackIndices, hasDefaultTrack: false, audioTrackId }))
  return [
    {
      captionTrackIndices,
      ...(defaultTrack === undefined ? {} : { defaultCaptionTrackIndex: defaultTrack }),
      hasDefaultTrack: defaultTrack !== undefined,
      ...(spoken === undefined ? {} : { audioTrackId: `${spoken}.4` }),
    },
  ]
}
