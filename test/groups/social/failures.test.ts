import { describe, expect, it } from 'vitest'
import { SOCIAL_TOKEN } from '../../simulators/social/index.ts'
import { asked, connected, errorBody, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const own = { on: (call: Parameters<typeof isUpkeep>[0]) => !isUpkeep(call) }

/** Every refusal of the product has this header. */
const CHALLENGE = { 'www-authenticate': 'OAuth "Facebook Platform" "invalid_request" "Words of the product"' }

const answered = async (status: number, body: string, headers = {}) => {
  const deployment = connected()
  deployment.threads.fail({ kind: 'status', status, body, headers: { ...CHALLENGE, ...headers } }, own)
  return { deployment, answer: await deployment.get('/me') }
}

describe('the code of the product comes before the status (social facts, section 6)', () => {
  it('a code has its meaning, whatever the HTTP status', async () => {
    for (const [code, expected] of [
      [190, 401],
      [10, 403],
      [200, 403],
      [4, 429],
      [17, 429],
      [32, 429],
      [613, 429],
      [100, 400],
      [24, 404],
    ] as const) {
      for (const status of [200, 400, 401, 403, 500]) {
        const { answer } = await answered(status, errorBody(code))
        expect.soft(answer.status, String(code)).toBe(expected)
      }
    }
  })

  it.each([
    [33, 404],
    [10, 403],
  ])('code 100 with subcode %i is %i', async (error_subcode, expected) => {
    const deployment = connected()
    const body = errorBody(100, { error_subcode })
    deployment.threads.fail({ kind: 'status', status: 400, body, headers: CHALLENGE }, own)
    expect((await deployment.get('/posts/17910000000000371')).status).toBe(expected)
  })

  it('a passing failure is 502', async () => {
    expect((await answered(400, errorBody(2, { is_transient: true }))).answer.status).toBe(502)
  })

  it.each([
    [200, 502],
    [400, 400],
    [404, 404],
    [500, 502],
  ])('an unknown code in an HTTP %i is %i in the words of the product', async (status, expected) => {
    const { answer } = await answered(status, errorBody(1357))
    expect([answer.status, answer.json.error]).toEqual([expected, 'Words of the product'])
  })

  it.each(['null', '[]', '"text"', '{}', '{"data":[]}', ''])('a 200 of %s is 502', async (body) => {
    expect((await answered(200, body)).answer.status).toBe(502)
  })

  it.each([4, 17, 32, 613] as const)('a limit of calls, code %i, is 429', async (code) => {
    const deployment = connected()
    deployment.threads.switches.rateLimitCode = code
    expect((await deployment.get('/posts')).status).toBe(429)
  })

  it('a parameter that the product refuses with HTTP 500 is 400', async () => {
    const deployment = connected()
    deployment.threads.switches.badParameterStatus = 500
    expect((await deployment.get('/posts?after=nowhere')).status).toBe(400)
    expect(asked(deployment)).toHaveLength(1)
  })
})

describe('a dead token is 401, whatever the product calls it (social facts, section 6)', () => {
  const RECONNECT = 'the social account was rejected by its service: reconnect it at https://latchkey.test/#social'
  const DEAD =
    'OAuth "Facebook Platform" "invalid_token" "Error validating access token: Session has expired on Friday"'

  it('a dead token, and it says so in WWW-Authenticate', async () => {
    for (const [status, body, challenge] of [
      [500, errorBody(1, { message: 'An unknown error occurred' }), DEAD],
      [403, errorBody(10), DEAD],
      [400, errorBody(100), DEAD],
      [400, '', DEAD],
      [401, '{}', DEAD],
      [403, '<!DOCTYPE html><html></html>', DEAD],
      [500, '', 'Bearer error="invalid_token"'],
      [
        500,
        errorBody(1),
        'OAuth "Facebook Platform" "invalid_request" "Error validating access token: Session has expired"',
      ],
    ] as [number, string, string][]) {
      const { answer } = await answered(status, body, { 'www-authenticate': challenge })
      expect.soft([answer.status, answer.json.error], String(status)).toEqual([401, RECONNECT])
      expect.soft(answer.headers.get('X-Error-Code'), String(status)).toBe('account_rejected')
    }
  })

  it('in these words, on every path', async () => {
    for (const error of [
      { code: 102, message: 'Session key invalid or no longer valid' },
      { code: 1, error_subcode: 463 },
      { code: 1, error_subcode: 460, message: 'An unknown error occurred' },
      { code: 1, message: 'Error validating access token: The session has been invalidated.' },
      { code: 100, message: 'Invalid OAuth access token - Cannot parse access token' },
      { code: 2, message: 'The access token could not be decrypted', is_transient: true },
      { code: 2500, message: 'An active access token must be used to query information about the current user.' },
      { message: 'The user has not authorized application 17.' },
      { code: 'OAuthException', message: 'Your token has expired', error_user_msg: 'Please log in again' },
      { code: 1, message: 'An unknown error occurred', error_user_msg: 'The user changed their password.' },
    ] as object[]) {
      for (const status of [400, 401, 403, 500]) {
        const deployment = connected()
        deployment.threads.fail({ kind: 'status', status, body: JSON.stringify({ error }), headers: CHALLENGE }, own)
        for (const path of ['/me', '/posts', '/posts/17910000000000371', '/insights', '/mentions', '/search?q=books']) {
          const answer = await deployment.get(path)
          expect
            .soft([path, status, answer.status, answer.json.error], JSON.stringify(error))
            .toEqual([path, status, 401, RECONNECT])
        }
      }
    }
  })

  it.each<object>([
    { code: 100, message: 'The requested resource does not exist' },
    { code: 24, message: 'The requested resource does not exist' },
    { code: 100, error_subcode: 33, message: "Object with ID 'me' does not exist" },
    { code: 803, message: '(#803) Some of the aliases you requested do not exist: me' },
    { code: 1, error_user_msg: 'The requested resource does not exist' },
  ])('%j about the account itself, which cannot be missing', async (error) => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 400, body: JSON.stringify({ error }), headers: CHALLENGE }, own)
    for (const path of ['/me', '/posts', '/insights', '/mentions', '/limits']) {
      const answer = await deployment.get(path)
      expect([path, answer.status, answer.json.error]).toEqual([path, 401, RECONNECT])
    }
    expect((await deployment.get('/posts/17910000000000371')).status).toBe(404)
  })

  it.each(['code', 'challenge', 'resource'] as const)(
    'by %s: nothing is published, and the account is rejected',
    async (how) => {
      const deployment = connected({ settings: { CREDENTIALS_KEY: '' } })
      deployment.threads.switches.deadToken = how
      deployment.threads.token.revoked = true
      expect((await deployment.get('/me')).json.error).toBe(RECONNECT)
      expect((await deployment.post({ text: '안녕' })).json.error).toBe(RECONNECT)
      expect((await deployment.post({ text: '안녕' })).status).toBe(401)
      expect(deployment.threads.state.usage.posts).toEqual([])
    },
  )

  it.each<[object, number]>([
    [{ code: 10, message: 'This token does not have the permission' }, 403],
    [{ code: 100, message: 'Param reply_to_id is not a valid threads_media ID' }, 400],
    [{ code: 100, message: 'Tried accessing nonexisting field (poll_attachment)' }, 400],
    [{ code: 4, message: 'Application request limit reached' }, 429],
  ])('but not %j', async (error, status) => {
    expect((await answered(400, JSON.stringify({ error }))).answer.status).toBe(status)
  })
})

describe('a limit is 429, whatever the product calls it (social facts, section 6)', () => {
  it('in these words', async () => {
    for (const error of [
      { code: 9 },
      { code: 9, error_subcode: 2207042 },
      { code: 4, error_subcode: 2207042 },
      { code: 100, error_subcode: 2207042 },
      { code: 341 },
      { code: 80_002, message: 'There have been too many calls to this account.' },
      { code: 1, error_user_msg: 'You have reached the maximum number of posts that may be published.' },
      { code: 100, message: 'The daily limit of 250 posts has been reached' },
      { code: 'THREADS_API__RATE_LIMIT_EXCEEDED' },
      { message: 'User request limit reached' },
    ] as object[]) {
      for (const status of [400, 403, 500]) {
        const { answer } = await answered(status, JSON.stringify({ error }), { 'Retry-After': '90' })
        expect.soft([answer.status, answer.headers.get('Retry-After')], JSON.stringify(error)).toEqual([429, '90'])
        expect.soft(answer.json.error, JSON.stringify(error)).toContain('has reached a limit of its service')
      }
    }
  })

  it.each<object>([
    { code: 'THREADS_API__LINK_LIMIT_EXCEEDED', error_user_title: 'Link limit exceeded' },
    { code: 100, message: 'Param text must be at most 500 characters long.' },
    { code: 100, error_user_msg: 'You have exceeded the limit of 5 links.' },
    { code: 1, error_user_msg: 'The video has exceeded the maximum duration.' },
  ])('but %j is about the post', async (error) => {
    const { answer } = await answered(400, JSON.stringify({ error }))
    expect(answer.status).toBe(400)
  })

  it.each(['code 613', 'code 9', 'subcode', 'words'] as const)(
    'of posts a day, by %s: nothing is published',
    async (how) => {
      const deployment = connected()
      const { state, switches } = deployment.threads
      switches.dailyLimit = how
      const now = deployment.world.clock.now()
      for (let post = 0; post < 250; post++) state.usage.posts.push(now)
      expect((await deployment.post({ text: '안녕' })).status).toBe(429)
      state.usage.posts.splice(0)
      const { status, json } = await deployment.post({ text: '안녕' })
      expect([status, json.already_published, state.usage.posts.length]).toEqual([201, undefined, 1])
    },
  )
})

it.each<[object, number]>([
  [{ code: 25, error_subcode: 2207050 }, 403],
  [{ code: 9007, error_subcode: 2207027 }, 409],
  [{ code: 250 }, 403],
])('%j, of the same family of APIs, is %i', async (error, status) => {
  expect((await answered(400, JSON.stringify({ error }))).answer.status).toBe(status)
})

it('a message that repeats the token is masked', async () => {
  const { answer } = await answered(400, errorBody(100, { message: `Token ${SOCIAL_TOKEN} may not do this` }))
  expect(answer.json.error).toBe('Token *** may not do this')
})

it.each([
  [400, 100],
  [400, 9004],
  [500, 1],
])('HTTP %i with code %i is reported with the message for the person, and nothing else', async (status, code) => {
  const more = { error_user_title: 'Titel', error_user_msg: 'Bitte nicht', fbtrace_id: 'Atrace' }
  const { answer } = await answered(status, errorBody(code, more))
  expect(answer.json).toEqual({ success: false, error: 'Bitte nicht' })
})

it('an error without a code is still an error', async () => {
  const { answer } = await answered(200, '{"error":{"message":"Something is wrong"}}')
  expect([answer.status, answer.json.error]).toEqual([502, 'Something is wrong'])
})

it.each([
  ['action', 'We restrict certain activity.'],
  ['restricted', 'You cannot post for now.'],
  ['policy', 'You are blocked from doing this for now.'],
] as const)('a block (%s) is 403, not a limit to try again', async (block, words) => {
  const deployment = connected()
  deployment.threads.switches.blocked = block
  const { status, json, headers } = await deployment.post({ text: '안녕' })
  expect([status, json.error]).toEqual([403, `the social service has blocked this for the account (${words})`])
  expect(headers.get('Retry-After')).toBeNull()
})

it.each(['image_url', 'video_url'])('media that the product cannot fetch are 400 naming %s', async (field) => {
  const url = 'https://media.example/UNREACHABLE.jpg'
  const { status, json } = await connected().post({ text: '', [field]: url })
  expect([status, json.error]).toEqual([400, `${field}: The media could not be fetched from this URI: ${url}`])
})

it('media that could not be fetched are reported at every step, with our own message if there is none', async () => {
  const { answer } = await answered(500, errorBody(9004, { error_subcode: 2207052 }))
  const words = 'image_url or video_url: the social service could not fetch it: it must be public'
  expect([answer.status, answer.json.error]).toEqual([400, words])
})

it('Retry-After reaches the caller', async () => {
  const { answer } = await answered(400, errorBody(4), { 'Retry-After': '90' })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '90'])
})

it('a permission that was not granted is 403 and says so', async () => {
  const deployment = connected()
  deployment.threads.state.tokens.issue('long', { value: 'test-reader-token', scopes: ['threads_basic'] })
  const reader = deployment.another({ SOCIAL_TOKEN: 'test-reader-token' })
  for (const answer of [
    await reader.get('/insights'),
    await reader.post({ text: '안녕' }),
    await reader.get('/limits'),
  ]) {
    expect([answer.status, answer.json.error]).toEqual([403, expect.stringContaining('has not granted the permission')])
  }
  expect((await reader.get('/me')).status).toBe(200)
})
