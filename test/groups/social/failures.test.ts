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
    const { answer } = await answered(status, errorBody(368))
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

it('a localized message, a trace and a title stay behind', async () => {
  const more = { error_user_title: 'Titel', error_user_msg: 'Bitte nicht', fbtrace_id: 'Atrace' }
  const { answer } = await answered(400, errorBody(100, more))
  expect(answer.json).toEqual({ success: false, error: 'Words of the product' })
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
