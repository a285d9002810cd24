import type { AccountConnector } from '../../accounts/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { readCredentials } from '../../upstream/credentials.ts'
import { fetchListing } from './metadata.ts'
import { connectionBy } from './youtube.ts'

/** A video that has been public since 2005. It does not matter whether it still is. */
const ANY_VIDEO = 'jNQXAC9IVRw'

/** How many characters of a key's end identify it. */
const SHOWN = 4

async function readAnyVideo(upstream: UpstreamContext) {
  const dataApi = await connectionBy(upstream).dataApi()
  return dataApi && fetchListing(dataApi, ANY_VIDEO)
}

export const videoAccount: AccountConnector = {
  account: 'video',
  group: 'video',
  fields: { api_key: 'VIDEO_API_KEY' },
  async probe(upstream) {
    const { VIDEO_API_KEY: key } = await readCredentials(upstream, 'video')
    await readAnyVideo(upstream)
    // A key has no person, and its project is named only in errors.
    return { identity: `…${key.slice(-SHOWN)}` }
  },
  async findNewest(upstream) {
    await readCredentials(upstream, 'video')
    const video = await readAnyVideo(upstream)
    return video && { title: video.title, at: Date.parse(video.published_at ?? '') || null }
  },
}
