import { describe, expect, it } from 'vitest'
import { SOCIAL_TOKEN } from '../../upstreams/social/index.ts'
import { asked, connected, errorBody, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const own = { on: (call: Parameters<typeof isUpkeep>[0]) => !isUpkeep(call) }

const answered = async (status: number, body: string, headers = {}) => {
  const deployment = connected()
  deployment.threads.fail({ kind: 'status', status, body, headers }, own)
  return { deployment, answer: await deployment.get('/me') }
}

describe('the code of the product comes before the status (social facts, section 6)', () => {
  it.each([
    [190, 401],
    [10, 403],
    [200, 403],
    [4, 429],
    [17, 429],
    [32, 429],
    [613, 429],
    [100, 400],
    [24, 404],
  ])('code %i is %i, whatever the HTTP status', async (code, expected) => {
    for (const status of [200, 400, 401, 403, 500]) {
      const { answer } = await answered(status, errorBody(code))
      expect(answer.status).toBe(expected)
    }
  })

  it.each([
    [33, 404],
    [10, 403],
  ])('code 100 with subcode %i is %i', async (error_subcode, expected) => {
    expect((await answered(400, errorBody(100, { error_subcode }))).answer.status).toBe(expected)
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
