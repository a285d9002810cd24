import { describe, expect, it } from 'vitest'
import {
  CLIENTS,
  METADATA_CLIENTS,
  type PlayerClient,
  playerCall,
  TRANSCRIPT_CLIENTS,
  userAgent,
} from '../../../src/groups/video/clients.ts'
import { createYouTube, VIDEO_IDS } from '../../simulators/video/index.ts'

const ALL: PlayerClient[] = Object.values(CLIENTS)

const ask = (client: PlayerClient, visitorData?: string) => {
  const { path, headers, body } = playerCall(client, VIDEO_IDS.manual, visitorData)
  return createYouTube().fetch(new Request(`https://www.youtube.com${path}`, { method: 'POST', headers, body }))
}

describe('the table of clients (video facts, section 1)', () => {
  it.each(ALL.map((client) => [client.name, client] as const))('%s is answered', async (name, client) => {
    expect(Object.keys(CLIENTS)).toContain(name)
    expect((await ask(client)).status).toBe(200)
  })

  it.each(ALL.map((client) => [client.name, client] as const))('%s sends its own headers', (_, client) => {
    const { headers, body } = playerCall(client, VIDEO_IDS.manual)
    expect(headers).toMatchObject({
      'X-YouTube-Client-Name': String(client.id),
      'X-YouTube-Client-Version': client.version,
      'User-Agent': userAgent(client),
    })
    expect(headers['User-Agent']).toMatch(client.name in { ANDROID: 1, IOS: 1 } ? client.version : /Safari/)
    // Reasons are read in English.
    expect(JSON.parse(body).context.client).toMatchObject({ hl: 'en' })
    expect(JSON.parse(body)).toMatchObject({ contentCheckOk: true, racyCheckOk: true, videoId: VIDEO_IDS.manual })
  })

  it('a visitor is sent in the context and in a header, a stranger in neither', async () => {
    const { headers, body } = playerCall(CLIENTS.IOS, VIDEO_IDS.manual, 'CgtWaXNpdG9y')
    expect(headers['X-Goog-Visitor-Id']).toBe('CgtWaXNpdG9y')
    expect(JSON.parse(body).context.client.visitorData).toBe('CgtWaXNpdG9y')
    expect((await ask(CLIENTS.IOS, 'CgtWaXNpdG9y')).status).toBe(200)
    const first = playerCall(CLIENTS.IOS, VIDEO_IDS.manual)
    expect(first.headers).not.toHaveProperty('X-Goog-Visitor-Id')
    expect(first.body).not.toContain('visitorData')
  })

  it('has an order for each purpose', () => {
    expect(TRANSCRIPT_CLIENTS).toEqual(['VISIONOS', 'ANDROID', 'IOS'])
    expect(METADATA_CLIENTS).toEqual(['WEB', 'VISIONOS'])
  })
})
