import type { Connectable } from '../../accounts/connectable.ts'
import { readCredentials } from '../../upstream/credentials.ts'
import { connectionBy } from './connection.ts'
import { fetchListing } from './metadata/data-api.ts'

/** A video that has been public since 2005; whether it still is does not matter. */
const ANY_VIDEO = 'jNQXAC9IVRw'

export const videoAccount: Connectable = {
  account: 'video',
  group: 'video',
  fields: { api_key: 'VIDEO_API_KEY' },
  async probe(outgoing) {
    await readCredentials(outgoing, 'video')
    const dataApi = await connectionBy(outgoing).dataApi()
    if (dataApi) await fetchListing(dataApi, ANY_VIDEO)
    return {}
  },
}
