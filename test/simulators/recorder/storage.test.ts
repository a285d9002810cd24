import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import { createPlaud, EU_WORKSPACE_TOKEN, note, REGIONS, type Recording, readyRecording } from './index.ts'
import type { Switches } from './switches.ts'

interface Detail {
  data: {
    content_list: { data_type: string; data_link: string }[]
    download_path_mapping: Record<string, string>
  }
}

async function setUp({ one = readyRecording(), ...switches }: Partial<Switches> & { one?: Recording } = {}) {
  const clock = new Clock()
  const plaud = createPlaud({ clock, recordings: [one], switches })
  const { data } = await askJson<Detail>(plaud, `/file/detail/${one.id}`)
  const audio = await askJson<{ temp_url?: string | null; temp_url_opus?: string | null }>(
    plaud,
    `/file/temp-url/${one.id}?is_opus=1`,
  )
  return { clock, plaud, one, data, link: data.content_list[0]?.data_link ?? '', audio }
}

const GZIP = [0x1f, 0x8b]
const start = async (response: Response) => [...new Uint8Array(await response.arrayBuffer()).slice(0, 2)]

describe('content storage (facts 7; 11, row 8)', () => {
  it('signs links to the bucket of the requested region, for 300 s', async () => {
    const { link, plaud, one } = await setUp()
    expect(link).toMatch(
      /^https:\/\/usw2-prod-plaud-content-storage\.s3\.amazonaws\.com\/permanent\/.*X-Amz-Expires=300/,
    )
    const eu = { host: REGIONS.euc1.api, token: EU_WORKSPACE_TOKEN }
    const { data } = await askJson<Detail>(plaud, `/file/detail/${one.id}`, eu)
    expect(new URL(data.content_list[0]?.data_link ?? '').host).toBe(REGIONS.euc1.content)
  })

  it('expires a link after 300 s by the given clock, then returns 403 XML', async () => {
    const { clock, plaud, link } = await setUp()
    clock.advance(299_999)
    expect((await ask(plaud, link)).status).toBe(200)
    clock.advance(1)
    const late = await ask(plaud, link)
    expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml'])
    expect(await late.text()).toContain('<Message>Request has expired</Message>')
  })

  it('returns 400 XML for an Authorization header and 403 for HEAD', async () => {
    const { plaud, link } = await setUp()
    const both = await ask(plaud, link, { headers: { authorization: 'Bearer test-token' } })
    expect([both.status, await both.text()]).toEqual([400, expect.stringContaining('<Code>InvalidArgument</Code>')])
    expect((await ask(plaud, link, { method: 'HEAD' })).status).toBe(403)
  })

  it('refuses a link without its signature or with another path', async () => {
    const { plaud, link } = await setUp()
    expect((await ask(plaud, link.split('?')[0] ?? '')).status).toBe(403)
    expect(await (await ask(plaud, link.replace('permanent', 'other'))).text()).toContain('SignatureDoesNotMatch')
  })

  it('gives gzip with its header as fetch would hand it on, raw gzip, or plain', async () => {
    const { plaud, link } = await setUp()
    const announced = await ask(plaud, link)
    expect(announced.headers.get('content-encoding')).toBe('gzip')
    expect(await announced.json()).toHaveLength(3)
    plaud.switches.encoding = 'raw'
    const raw = await ask(plaud, link)
    expect(raw.headers.get('content-encoding')).toBeNull()
    expect(await start(raw.clone())).toEqual(GZIP)
    expect(await new Response(raw.body?.pipeThrough(new DecompressionStream('gzip'))).json()).toHaveLength(3)
    plaud.switches.encoding = 'plain'
    expect(await start(await ask(plaud, link))).toEqual([...'[{'].map((digit) => digit.charCodeAt(0)))
  })

  it('serves pictures through the mapping, whatever their path', async () => {
    const path = 'permanent/user/mark/매출 표.png'
    const { plaud, data } = await setUp({ one: readyRecording({ notes: [note(`![](${path})`)], images: [path] }) })
    const response = await ask(plaud, data.download_path_mapping[path] ?? '')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await start(response)).toEqual([0x89, 0x50])
  })
})

describe('audio (facts 6.7)', () => {
  it('lives 3600 s and can be read in ranges', async () => {
    const { clock, plaud, audio, one } = await setUp()
    const link = audio.temp_url ?? ''
    expect(link).toContain(`plaud-bucket.s3.amazonaws.com/audiofiles/${one.id}.mp3?`)
    expect(audio.temp_url_opus).toContain(`${one.id}.opus?`)
    const part = await ask(plaud, link, { headers: { range: 'bytes=0-3' } })
    expect([part.status, part.headers.get('content-range'), await start(part)]).toEqual([
      206,
      'bytes 0-3/4096',
      [0x4f, 0x67],
    ])
    clock.advance(3_599_999)
    expect((await ask(plaud, link)).headers.get('content-type')).toBe('binary/octet-stream')
    clock.advance(1)
    expect((await ask(plaud, link)).status).toBe(403)
  })

  it('is missing as 404, as null, or without a word', async () => {
    const one = readyRecording({ audio: false })
    const plaud = createPlaud({ recordings: [one] })
    expect((await ask(plaud, `/file/temp-url/${one.id}`)).status).toBe(404)
    plaud.switches.noAudio = 'null'
    expect(await askJson(plaud, `/file/temp-url/${one.id}`)).toMatchObject({ status: 0, temp_url: null })
    plaud.switches.noAudio = 'absent'
    expect(await askJson(plaud, `/file/temp-url/${one.id}`)).not.toHaveProperty('temp_url')
  })
})
