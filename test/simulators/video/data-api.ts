import type { Context } from 'hono'
import { dataVideo } from './data-video.ts'
import { googleError } from './google-error.ts'
import { DAILY_UNITS, type State } from './state.ts'
import type { Switches } from './switches.ts'

/** The key that the data API accepts. */
export const DATA_API_KEY = 'test-data-api-key'

const badKey = () =>
  googleError(400, { message: 'API key not valid. Please pass a valid API key.', reason: 'badRequest' })

const noKey = () =>
  googleError(403, {
    message: 'Method doesn’t allow unregistered callers (callers without established identity).',
    reason: 'forbidden',
  })

const quotaExceeded = () =>
  googleError(403, {
    message: 'The request cannot be completed because you have exceeded your quota.',
    domain: 'youtube.quota',
    reason: 'quotaExceeded',
  })

const missing = (parameter: string, message: string) =>
  googleError(400, { message, domain: 'youtube.parameter', reason: `missing${parameter}` })

/** GET /youtube/v3/videos (video facts, section 7): one unit a call, missing and private videos are left out. */
export const dataApi = (state: State, switches: Switches) => (c: Context) => {
  const key = c.req.query('key') ?? c.req.header('x-goog-api-key')
  if (key === undefined) return noKey()
  if (key !== DATA_API_KEY) return badKey()
  if (!spend(state) || switches.quotaExceeded) return quotaExceeded()

  const parts = c.req.query('part')?.split(',') ?? []
  if (parts.length === 0) return missing('RequiredParameter', "Required parameter: 'part'")
  const ids = c.req.query('id')?.split(',') ?? []
  if (ids.length === 0) return missing('RequiredParameter', 'No filter selected.')

  const items = ids.flatMap((id) => {
    const video = state.videos.get(id)
    return video && video.state !== 'private' && video.state !== 'removed' ? [dataVideo(video, parts)] : []
  })
  return Response.json({
    kind: 'youtube#videoListResponse',
    etag: 'simulated-list',
    items,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  })
}

function spend(state: State): boolean {
  const day = new Date(state.now()).toISOString().slice(0, 10)
  const used = state.unitsUsed.get(day) ?? 0
  if (used >= DAILY_UNITS) return false
  state.unitsUsed.set(day, used + 1)
  return true
}
