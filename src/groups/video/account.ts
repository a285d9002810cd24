import type { Connectable } from '../../accounts/accounts.ts'
import { readCredentials } from '../../upstream/credentials.ts'
import { fetchListing } from './metadata.ts'
import { connectionBy } from './youtube.ts'

/** A video that has been public since 2005. It does not matter whether it still is. */
const ANY_VIDEO = 'jNQXAC9IVRw'

export const videoAccount: Connectable = {
  account: 'video',
  group: 'video',
  fields: { api_key: 'VIDEO_API_KEY' },
  async probe(upstream) {
    await readCredentials(upstream, 'video')
    const dataApi = await connectionBy(upstream).dataApi()
    if (dataApi) await fetchListing(dataApi, ANY_VIDEO)
    return {}
  },
}
