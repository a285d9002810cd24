import { describe, expect, it } from 'vitest'
import { METADATA_CLIENT, playerCall, TRANSCRIPT_CLIENTS } from '../../../src/groups/video/clients.ts'
import { createYouTube, VIDEO_IDS } from '../../upstreams/video/index.ts'

describe('the table of clients (video facts, section 1)', () => {
  it.each([...TRANSCRIPT_CLIENTS, METADATA_CLIENT].map((client) => [client.name, client] as const))(
    '%s is answered',
    async (_, client) => {
      const { path, headers, body } = playerCall(client, VIDEO_IDS.manual)
      const request = new Request(`https://www.youtube.com${path}`, { method: 'POST', headers, body })
      expect((await createYouTube().fetch(request)).status).toBe(200)
    },
  )

  it('tries ANDROID, IOS, VISIONOS with the headers of each', () => {
    expect(TRANSCRIPT_CLIENTS.map(({ name }) => name)).toEqual(['ANDROID', 'IOS', 'VISIONOS'])
    for (const client of TRANSCRIPT_CLIENTS) {
      const { headers, body } = playerCall(client, VIDEO_IDS.manual)
      expect(headers).toMatchObject({
        'X-YouTube-Client-Name': String(client.id),
        'X-YouTube-Client-Version': client.version,
        'User-Agent': expect.stringMatching(client.name === 'VISIONOS' ? /Safari/ : client.version),
      })
      expect(JSON.parse(body)).toMatchObject({ contentCheckOk: true, racyCheckOk: true, videoId: VIDEO_IDS.manual })
    }
  })
})
