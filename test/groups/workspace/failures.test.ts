import { describe, expect, it } from 'vitest'
import { NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { QUERY, refused, SCHEMA, setStage, told } from './stage.ts'

const simple = { filters: [{ key: 'Billable', value: true }] }
const body = (code: string, message: string) => JSON.stringify({ object: 'error', code, message })

describe('what the product refuses (facts 7)', () => {
  it('has its status and our words', async () => {
    for (const [status, code, message, expected, error] of [
      [400, 'validation_error', 'body failed validation.', 400, 'body failed validation.'],
      [401, 'unauthorized', 'API token is invalid.', 401, /^X-Workspace-Token was rejected .* reconnect/],
      // Some of its messages about a missing capability mention the token.
      [403, 'restricted_resource', 'The bearer token lacks a capability.', 403, 'The bearer token lacks a capability.'],
      [404, 'object_not_found', 'Could not find it.', 404, 'Could not find it.'],
      [409, 'conflict_error', 'Conflict occurred.', 409, 'Conflict occurred.'],
      // By its code, which also came with another status.
      [500, 'conflict_error', 'Conflict occurred.', 409, 'Conflict occurred.'],
      [409, 'row_limit_exceeded', 'The table is full.', 409, 'The table is full.'],
      [413, 'validation_error', 'The body is too large.', 400, 'The body is too large.'],
      [500, 'internal_server_error', 'Unexpected error.', 502, 'Unexpected error.'],
      [504, 'gateway_timeout', 'Took too long.', 502, 'Took too long.'],
    ] as const) {
      const { query, product } = setStage()
      product.fail({ kind: 'status', status, body: body(code, message) })
      const text = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await query()), String(status)).toEqual(refused(expected, text))
    }
  })

  it.each([
    ['429', 429, '7', 3],
    ['529', 529, '7', 1],
    ['429 beyond the deadline', 429, '61', 1],
  ])('%s is 429 with its Retry-After', async (_, status, seconds, calls) => {
    const { query, product, called } = setStage()
    product.fail({ kind: 'status', status, headers: { 'Retry-After': seconds } })
    const answer = await query()
    expect(told(answer)).toEqual(refused(429, expect.any(String)))
    expect(answer.headers.get('Retry-After')).toBe(seconds)
    expect(called()).toHaveLength(calls)
  })

  it.each([
    [{ retry_guidance: ['Narrow the filter', 'Retry later'] }, 'Narrow the filter; Retry later'],
    [{ retry_guidance: 'Wait', rate_limit_reason: 'of_this_plan' }, 'Wait; of_this_plan'],
    [{ rate_limit_reason: 'public_api_space_request_rate_limit' }, 'public_api_space_request_rate_limit'],
    [{ retry_guidance: [NOTION_TOKENS.full] }, '***'],
  ])('its advice for another attempt is in the message: %j', async (additional_data, advice) => {
    const { query, product } = setStage()
    const failure = { object: 'error', code: 'rate_limited', message: 'Slow down.', additional_data }
    product.fail({ kind: 'status', status: 429, body: JSON.stringify(failure) })
    expect(told(await query())).toEqual(refused(429, `Slow down. (${advice})`))
  })

  it.each([{}, 'text', null, { retry_guidance: null }, { retry_guidance: [] }, { rate_limit_reason: 7 }])(
    'without such advice the message is as it was: %j',
    async (additional_data) => {
      const { query, product } = setStage()
      const failure = { object: 'error', code: 'rate_limited', message: 'Slow down.', additional_data }
      product.fail({ kind: 'status', status: 429, body: JSON.stringify(failure) })
      expect(told(await query())).toEqual(refused(429, 'Slow down.'))
    },
  )

  it('413 with a page of the edge: the request is too large', async () => {
    const { query, product } = setStage()
    const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
    product.fail({ kind: 'status', status: 413, body: page, headers: { 'Content-Type': 'text/html' } })
    expect(told(await query())).toEqual(refused(400, 'the request is too large for the workspace service'))
  })

  it('a query is a read: it is repeated after a passing failure', async () => {
    const { query, product, called } = setStage()
    product.fail({ kind: 'status', status: 503 }, { times: 2 })
    expect((await query()).status).toBe(200)
    expect(called()).toEqual([QUERY, QUERY, QUERY])
  })

  it('a failure of the schema is a failure of the query', async () => {
    const { query, product, called } = setStage()
    product.fail({ kind: 'status', status: 403 }, { on: ({ method }) => method === 'GET' })
    expect((await query(simple)).status).toBe(403)
    expect(called()).toEqual([SCHEMA])
  })

  it('without the capability to read: 403', async () => {
    const answer = await setStage().query({}, { headers: { 'X-Workspace-Token': NOTION_TOKENS.insertOnly } })
    expect(told(answer)).toEqual(refused(403, 'Insufficient permissions for this endpoint.'))
  })

  it.each(['{}', '[]', '"x"', '{"results":{}}'])('%s is no page of rows: 502', async (text) => {
    const { query, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: text })
    expect((await query()).status).toBe(502)
  })
})

describe('X-Workspace-Token', () => {
  const ask = async (token: string | null) => {
    const { query, called } = setStage()
    return { answer: told(await query({}, { headers: { 'X-Workspace-Token': token } })), calls: called() }
  }

  it('is required', async () => {
    expect(await ask(null)).toEqual({ answer: refused(400, 'X-Workspace-Token: is required'), calls: [] })
  })

  it('is sent unchanged, without Bearer', async () => {
    const error = 'X-Workspace-Token: send only the token, without "Bearer"'
    const { answer, calls } = await ask('Bearer ntn_abc')
    expect({ answer, calls }).toEqual({ answer: refused(400, expect.stringContaining(error)), calls: [] })
  })

  it.each(['', 'ntn_a b', 'ntn_a;b', 'ntn_a,b', 'ntn_é', `ntn_${'a'.repeat(4093)}`])(
    '%s is malformed',
    async (token) => {
      const error = expect.stringMatching(/^X-Workspace-Token: must be 1 to 4096 visible/)
      expect(await ask(token)).toEqual({ answer: refused(400, error), calls: [] })
    },
  )

  it.each(['v02%3Auser_token', 'NTN_abc', 'test-session-owner'])('%s is no integration token', async (token) => {
    const error = expect.stringMatching(/^X-Workspace-Token: must be an integration token/)
    expect(await ask(token)).toEqual({ answer: refused(400, error), calls: [] })
  })

  it.each([`ntn_${'a'.repeat(4092)}`, 'secret_abc', 'ntn_!"#$%&()*+-./:<=>?@[]^_`{|}~'])(
    '%s is tried',
    async (token) => {
      const { answer, calls } = await ask(token)
      expect([answer.status, calls]).toEqual([401, [QUERY]])
    },
  )

  it('is in no response and no log, even when the product repeats it', async () => {
    const { query, product, world } = setStage()
    const message = `No such thing as ${NOTION_TOKENS.full}.`
    product.fail({ kind: 'status', status: 400, body: body('validation_error', message) })
    const answer = await query()
    expect(told(answer)).toEqual(refused(400, 'No such thing as ***.'))
    product.heal()
    await query(simple)
    expect([...world.log, answer.text].join('\n')).not.toContain(NOTION_TOKENS.full)
    expect(world.log).toHaveLength(2)
  })

  it('is required after the key and the licence', async () => {
    const { query } = setStage({ LICENCE: 'payment' })
    expect((await query({}, { headers: { 'X-Workspace-Token': null } })).json.error).toMatch(/PRO user$/)
  })
})
