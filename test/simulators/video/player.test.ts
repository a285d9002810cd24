import { describe, expect, it } from 'vitest'
import { ANDROID, callPlayer, IOS, play, readTracks, VISIONOS, WEB } from './ask.ts'
import { createYouTube, VIDEO_IDS } from './index.ts'

describe('player, section 1: which clients get a response', () => {
  it.each([
    ['ANDROID', ANDROID],
    ['IOS', IOS],
    ['VISIONOS', VISIONOS],
    ['WEB', WEB],
  ])('responds %s on both hosts', async (_, client) => {
    const product = createYouTube()
    for (const host of ['www.youtube.com', 'youtubei.googleapis.com']) {
      const response = await callPlayer(product, VIDEO_IDS.manual, client, {}, host)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ playabilityStatus: { status: 'OK' } })
    }
    expect(product.unexpected).toEqual([])
  })

  it.each([
    ['an unknown client', { clientName: 'TOASTER', clientVersion: '1.0' }, 'INVALID_ARGUMENT'],
    ['no version', { clientName: 'ANDROID' }, 'INVALID_ARGUMENT'],
    ['a version that is none', { ...ANDROID, clientVersion: 'newest' }, 'INVALID_ARGUMENT'],
    ['an outdated version', { ...ANDROID, clientVersion: '19.44.38' }, 'FAILED_PRECONDITION'],
    ['ANDROID without its SDK version', { ...ANDROID, androidSdkVersion: undefined }, 'FAILED_PRECONDITION'],
    ['IOS without its model', { ...IOS, deviceModel: undefined }, 'FAILED_PRECONDITION'],
  ])('refuses %s with 400', async (_, client, status) => {
    const response = await callPlayer(createYouTube(), VIDEO_IDS.manual, client)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 400, status } })
  })

  it.each([
    ['another type', { headers: { 'content-type': 'text/plain' } }],
    ['another client number', { headers: { 'content-type': 'application/json', 'x-youtube-client-name': '5' } }],
    ['another version', { headers: { 'content-type': 'application/json', 'x-youtube-client-version': '1.0' } }],
    ['no video id', { body: { videoId: undefined } }],
    ['no context', { body: { context: undefined } }],
  ])('refuses a call with %s with 400', async (_, change) => {
    expect((await callPlayer(createYouTube(), VIDEO_IDS.manual, ANDROID, change)).status).toBe(400)
  })

  it('refuses every version of a retired client', async () => {
    const product = createYouTube()
    product.switches.retiredClients = ['ANDROID']
    expect((await callPlayer(product, VIDEO_IDS.manual)).status).toBe(400)
    expect((await callPlayer(product, VIDEO_IDS.manual, IOS)).status).toBe(200)
  })

  it('hands a swapped client another video', async () => {
    const product = createYouTube()
    product.switches.swappedClients = ['ANDROID']
    expect((await play(product, VIDEO_IDS.manual)).videoDetails?.videoId).not.toBe(VIDEO_IDS.manual)
  })

  it('records a call that the product does not know', async () => {
    const product = createYouTube()
    const response = await product.fetch(new Request('https://www.youtube.com/youtubei/v1/player'))
    expect(response.status).toBe(404)
    expect(product.unexpected).toEqual(['youtube: GET https://www.youtube.com/youtubei/v1/player'])
  })
})

describe('player, section 3: caption tracks', () => {
  it('names tracks in runs and requests srv3 for mobile clients, in simpleText for web ones', async () => {
    const product = createYouTube()
    const [mobile] = await readTracks(product, VIDEO_IDS.manual, IOS)
    expect(mobile).toMatchObject({ name: { runs: [{ text: 'English' }] }, languageCode: 'en', vssId: '.en' })
    expect(mobile).not.toHaveProperty('kind')
    expect(new URL(mobile?.baseUrl ?? '').searchParams.get('fmt')).toBe('srv3')
    const [web] = await readTracks(product, VIDEO_IDS.manual, WEB)
    expect(web?.name).toEqual({ simpleText: 'English' })
    expect(new URL(web?.baseUrl ?? '').searchParams.has('fmt')).toBe(false)
  })

  it('marks links of web clients with exp=xpe and leaves the others clean', async () => {
    const product = createYouTube()
    const mark = async (client: object) => {
      const [track] = await readTracks(product, VIDEO_IDS.manual, client)
      return new URL(track?.baseUrl ?? '').searchParams.get('exp')
    }
    expect(await Promise.all([WEB, ANDROID, IOS, VISIONOS].map(mark))).toEqual(['xpe', null, null, null])
  })

  it('marks automatic tracks and the default track of the audio', async () => {
    const product = createYouTube()
    expect(await readTracks(product, VIDEO_IDS.automaticOnly)).toMatchObject([{ kind: 'asr', vssId: 'a.en' }])
    const { captions } = await play(product, VIDEO_IDS.manyLanguages)
    const { captionTracks, audioTracks } = captions?.playerCaptionsTracklistRenderer ?? {}
    const place = audioTracks?.[0]?.defaultCaptionTrackIndex ?? -1
    expect(captionTracks?.[place]?.languageCode).toBe('ko')
  })

  it('gives microformat to web clients only (section 7)', async () => {
    const product = createYouTube()
    expect((await play(product, VIDEO_IDS.manual, ANDROID)).microformat).toBeUndefined()
    expect((await play(product, VIDEO_IDS.manual, WEB)).microformat?.playerMicroformatRenderer).toMatchObject({
      category: 'Travel & Events',
      publishDate: '2026-11-08T01:30:00-08:00',
    })
  })
})

describe('player, section 5: states', () => {
  it.each([
    [VIDEO_IDS.deleted, 'ERROR', 'This video is unavailable'],
    [VIDEO_IDS.neverExisted, 'ERROR', 'This video is unavailable'],
    [VIDEO_IDS.private, 'LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.'],
    [VIDEO_IDS.membersOnly, 'UNPLAYABLE', expect.stringContaining('members')],
    [VIDEO_IDS.regionBlocked, 'UNPLAYABLE', 'Video unavailable'],
    [VIDEO_IDS.removedByPolicy, 'UNPLAYABLE', 'Video unavailable'],
    [VIDEO_IDS.upcomingLive, 'LIVE_STREAM_OFFLINE', expect.stringContaining('begin in')],
    [VIDEO_IDS.premiere, 'LIVE_STREAM_OFFLINE', expect.stringContaining('Premieres')],
    [VIDEO_IDS.ageVerification, 'AGE_VERIFICATION_REQUIRED', expect.any(String)],
  ])('%s is %s and has no captions', async (id, status, reason) => {
    const answer = await play(createYouTube(), id)
    expect(answer.playabilityStatus).toMatchObject({ status, reason })
    expect(answer.captions).toBeUndefined()
  })

  it('leaves out the details of a private video and keeps those of an age-gated one', async () => {
    const product = createYouTube()
    expect((await play(product, VIDEO_IDS.private)).videoDetails).toBeUndefined()
    const gated = await play(product, VIDEO_IDS.ageRestricted)
    expect(gated.playabilityStatus).toMatchObject({ status: 'LOGIN_REQUIRED', desktopLegacyAgeGateReason: 1 })
    expect(gated.videoDetails?.videoId).toBe(VIDEO_IDS.ageRestricted)
  })

  it('says more on the error screen', async () => {
    const { playabilityStatus } = await play(createYouTube(), VIDEO_IDS.regionBlocked)
    expect(playabilityStatus.errorScreen?.playerErrorMessageRenderer.subreason?.simpleText).toContain('your country')
  })

  it('distinguishes broadcasts', async () => {
    const product = createYouTube()
    const live = await play(product, VIDEO_IDS.liveNow)
    expect(live.playabilityStatus).toMatchObject({ status: 'OK', liveStreamability: expect.anything() })
    expect(live.videoDetails?.isLive).toBe(true)
    const over = await play(product, VIDEO_IDS.postLive)
    expect(over).toMatchObject({ playabilityStatus: { status: 'OK' }, videoDetails: { isPostLiveDvr: true } })
    expect((await play(product, VIDEO_IDS.upcomingLive)).videoDetails?.isUpcoming).toBe(true)
    for (const answer of [live, over]) expect(answer.captions).toBeUndefined()
  })

  it('shows a sensitive video only to a caller that confirmed', async () => {
    const product = createYouTube()
    const unconfirmed = await callPlayer(product, VIDEO_IDS.sensitive, ANDROID, { body: { racyCheckOk: false } })
    expect(await unconfirmed.json()).toMatchObject({ playabilityStatus: { status: 'CONTENT_CHECK_REQUIRED' } })
    expect((await play(product, VIDEO_IDS.sensitive)).playabilityStatus.status).toBe('OK')
  })

  it('differs by client', async () => {
    const product = createYouTube()
    const status = async (id: string, client: object) => (await play(product, id, client)).playabilityStatus.status
    expect(await status(VIDEO_IDS.notOnAndroid, ANDROID)).toBe('ERROR')
    expect(await status(VIDEO_IDS.notOnAndroid, IOS)).toBe('OK')
    expect(await status(VIDEO_IDS.kids, VISIONOS)).toBe('ERROR')
    expect(await status(VIDEO_IDS.kids, ANDROID)).toBe('OK')
    expect(await status(VIDEO_IDS.manual, { clientName: 'MWEB', clientVersion: '2.20260708.05.00' })).toBe('UNPLAYABLE')
    expect(await status(VIDEO_IDS.manual, { clientName: 'TVHTML5', clientVersion: '7.20260707.07.00' })).toBe('ERROR')
  })
})

describe('player, section 2: blocks', () => {
  it('asks everyone, or the named clients, to prove that they are no bot', async () => {
    const product = createYouTube()
    product.switches.botCheck = true
    const blocked = await play(product, VIDEO_IDS.manual)
    expect(blocked.playabilityStatus).toMatchObject({
      status: 'LOGIN_REQUIRED',
      reason: 'Sign in to confirm you’re not a bot',
    })
    expect(blocked.videoDetails).toBeUndefined()
    product.switches.botCheck = ['ANDROID']
    expect((await play(product, VIDEO_IDS.manual, IOS)).playabilityStatus.status).toBe('OK')
  })

  it('returns 429 with a page', async () => {
    const product = createYouTube()
    product.switches.tooManyRequests = true
    const response = await callPlayer(product, VIDEO_IDS.manual)
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it.each([
    ['consent', 'https://consent.youtube.com/save'],
    ['recaptcha', 'class="g-recaptcha"'],
  ] as const)('shows the %s page', async (page, mark) => {
    const product = createYouTube()
    product.switches.page = page
    const response = await callPlayer(product, VIDEO_IDS.manual)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain(mark)
  })
})
