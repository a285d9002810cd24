import { describe, expect, it } from 'vitest'
import { CLIENTS, type PlayerClient, playerCall } from '../../../../src/groups/video/clients.ts'
import { fromOembed, fromPlayer } from '../../../../src/groups/video/metadata.ts'
import { createYouTube, VIDEO_IDS } from '../../../simulators/video/index.ts'
import { getChanges } from '../../../slow/workerd/tolerance/changes.ts'
import { wrongPlaces } from '../../../slow/workerd/tolerance/silent.ts'

const ID = VIDEO_IDS.manual

const product = createYouTube()
const json = async (request: Request): Promise<unknown> => (await product.fetch(request)).json()

async function player(client: PlayerClient): Promise<unknown> {
  const { path, headers, body } = playerCall(client, ID)
  return json(new Request(`https://www.youtube.com${path}`, { method: 'POST', headers, body }))
}

const oembed = () => json(new Request(`https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fyoutu.be%2F${ID}`))

/** What each source cannot do without; another id is another video. */
const SOURCES = [
  ['a web client', () => player(CLIENTS.WEB), fromPlayer, ['', 'videoDetails.videoId']],
  ['another client', () => player(CLIENTS.VISIONOS), fromPlayer, ['', 'videoDetails']],
  ['oEmbed', oembed, fromOembed, ['', 'title']],
] as const

describe.each(SOURCES)('one odd thing in the answer of %s', (_, fetchAnswer, read, needed) => {
  it('costs that field at most, and changes no other', async () => {
    const answer = await fetchAnswer()
    const before = read(ID, answer)
    expect(before).toBeDefined()
    const changes = getChanges(answer)
    expect(changes.length).toBeGreaterThan(50)
    const faults = changes.flatMap((change) => {
      const after = read(ID, change.apply(answer))
      const at = `${change.place} ${change.kind}`
      if (after === undefined) return needed.some((place) => place === change.place) ? [] : `${at}: nothing`
      // Without details, the page's own image replaces theirs.
      const isImage = (place: string) => change.place === 'videoDetails' && place.startsWith('thumbnails')
      return wrongPlaces(before, after, change).flatMap((place) => (isImage(place) ? [] : `${at}: ${place}`))
    })
    expect(faults).toEqual([])
  })
})
