import { describe, expect, test } from 'vitest'
import { failureOfError, parseProductError, stillPreparing } from '../../../src/groups/social/errors.ts'
import { asking } from '../../simulators/social/asking.ts'

const publicMessage = (message: unknown) => (typeof message === 'string' ? message.replace('test-secret', '***') : '')

const toFailure = (error: object, retryAfter?: number) => {
  const read = parseProductError({ error })
  if (!read) throw new Error('the body tells of no error')
  return failureOfError(read, { publicMessage, retryAfter })
}

describe('the code of the product decides (social facts, section 6)', () => {
  test('each has its status', () => {
    for (const [code, status] of [
      [190, 401],
      [10, 403],
      [200, 403],
      [4, 429],
      [17, 429],
      [32, 429],
      [613, 429],
      [100, 400],
      [24, 404],
    ] as const)
      expect.soft(toFailure({ code, message: 'words of the product' })?.status, String(code)).toBe(status)
  })

  test('a subcode of 100 means a missing object or permission', () => {
    expect(toFailure({ code: 100, error_subcode: 33 })?.status).toBe(404)
    expect(toFailure({ code: 100, error_subcode: 10 })?.status).toBe(403)
  })

  test('a temporary failure is 502, unless its code is more specific', () => {
    expect(toFailure({ code: 2, is_transient: true })?.status).toBe(502)
    expect(toFailure({ code: 4, is_transient: true })?.status).toBe(429)
    expect(toFailure({ code: 190, is_transient: true })?.status).toBe(401)
  })

  test('an unknown or missing code leaves it to the status', () => {
    for (const error of [{ code: 1 }, { code: 9004, is_transient: false }, { code: null }, { message: 'no code' }, {}])
      expect(toFailure(error)).toBeUndefined()
  })

  test('a code may be written as digits, and an unreadable one counts as absent', () => {
    expect(toFailure({ code: '190' })?.status).toBe(401)
    expect(toFailure({ code: 4, error_subcode: '2207051' })?.status).toBe(403)
    expect(toFailure({ code: 100, error_subcode: {}, is_transient: 'maybe', message: 7 })?.status).toBe(400)
  })
})

describe("the caller's message", () => {
  test('is the message of a bad parameter, masked', () => {
    const message = 'Param text must be at most 500 characters long. test-secret'
    expect(toFailure({ code: 100, message })?.message).toBe('Param text must be at most 500 characters long. ***')
    expect(toFailure({ code: 100 })?.message).toBe('the social service refused a parameter')
  })

  test("is the product's message for the person, not the one for developers", () => {
    const error = {
      code: 100,
      message: 'Invalid parameter',
      error_user_title: 'Title',
      error_user_msg: 'Use fewer tags',
    }
    expect(toFailure(error)?.message).toBe('Use fewer tags')
    expect(toFailure({ ...error, error_user_msg: '' })?.message).toBe('Title')
    expect(toFailure({ code: 4, error_user_msg: 'test-secret' })?.message).toMatch(/: try again later \(\*\*\*\)$/)
    expect(toFailure({ code: 10, error_user_msg: 'Ask the owner' })?.message).toMatch(/permission \(Ask the owner\)$/)
  })

  test('is neutral for everything else', () => {
    for (const code of [190, 10, 200, 4, 17, 32, 613, 24]) {
      expect(toFailure({ code, message: 'Threads test-secret' })?.message).toMatch(/^(the social (account|service)) /)
      expect(toFailure({ code, message: 'Threads test-secret' })?.message).not.toMatch(/threads|secret/i)
    }
  })

  test('says to reconnect when the token is refused', () => {
    expect(toFailure({ code: 190 })?.message).toContain('reconnect')
  })

  test('tells how long to wait when the product does', () => {
    expect(toFailure({ code: 4 }, 30)?.headers).toEqual({ 'Retry-After': '30' })
    expect(toFailure({ code: 4 })?.headers).toEqual({})
  })
})

test('media that are still prepared are 409', () => {
  expect(stillPreparing().status).toBe(409)
})

test('another body contains no error', () => {
  for (const body of [null, 'oops', {}, { error: 'text' }, { error: null }, { error: [] }, { data: [] }])
    expect.soft(parseProductError(body), JSON.stringify(body)).toBeUndefined()
})

test('refusals of the product are classified correctly', async () => {
  const { threads, ask } = asking()
  const readStatus = async (path: string, parameters?: Record<string, string>, method = 'GET') => {
    const error = parseProductError((await ask(method, `/v1.0/${path}`, parameters)).body)
    return error && failureOfError(error, { publicMessage })?.status
  }
  threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic'] })
  expect(await readStatus('me', { access_token: 'wrong' })).toBe(401)
  expect(await readStatus('me/threads_insights', { metric: 'views', access_token: 'reader' })).toBe(403)
  expect(await readStatus('1791000000')).toBe(404)
  expect(await readStatus('me/threads', { media_type: 'TEXT' }, 'POST')).toBe(400)
  expect(await readStatus('me/threads_publish', { creation_id: '1' }, 'POST')).toBe(404)
  threads.switches.rateLimitCode = 17
  expect(await readStatus('me')).toBe(429)
})
