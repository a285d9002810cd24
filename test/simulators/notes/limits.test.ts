import { expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask } from './ask.ts'
import { createTiro, TIRO_KEYS } from './index.ts'

it('facts 2: 600 requests in 60 s per key over both hosts, then 429 with Retry-After', async () => {
  const clock = new Clock()
  const tiro = createTiro({ clock })
  for (let sent = 0; sent < 599; sent += 1) await ask(tiro, '/workspaces/me')
  clock.advance(20_500)
  const last = await ask(tiro, 'platform:/webhook-event-types')
  expect(last.status).toBe(200)
  expect(last.headers.get('x-ratelimit-limit')).toBe('600')
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')

  const refused = await ask(tiro, '/workspaces/me')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(refused.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-11-21T09:01:00Z') / 1000))
  expect(refused.body).toMatchObject({ error: { code: 429001, errorType: 'too_many_requests' } })

  expect((await ask(tiro, '/workspaces/me', { key: TIRO_KEYS.readOnly })).status).toBe(200)
  clock.advance(39_500)
  expect((await ask(tiro, '/workspaces/me')).headers.get('x-ratelimit-remaining')).toBe('599')
})

it('facts 2: the limit of older documents can be set', async () => {
  const clock = new Clock()
  const tiro = createTiro({ clock })
  tiro.switches.rateLimit = { requests: 1, windowMs: 3_600_000 }
  await ask(tiro, '/workspaces/me')
  expect((await ask(tiro, '/workspaces/me')).headers.get('retry-after')).toBe('3600')
})

it('counts no request that carries no working key', async () => {
  const tiro = createTiro({ clock: new Clock() })
  const answer = await ask(tiro, '/notes', { key: TIRO_KEYS.unknown })
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  expect((await ask(tiro, '/notes')).headers.get('x-ratelimit-remaining')).toBe('599')
})

it.each([429, 500])(
  'facts 2: a fault of status %i has the body of its kind, and 429 a time to wait',
  async (status) => {
    const tiro = createTiro()
    tiro.fail({ kind: 'status', status })
    const answer = await ask(tiro, '/notes')
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([status, status === 429])
    expect(answer.body).toMatchObject({ error: { errorType: expect.any(String) } })
  },
)

it('records what the product does not know as unexpected', async () => {
  const tiro = createTiro()
  expect((await ask(tiro, '/webhooks')).status).toBe(404)
  expect((await ask(tiro, '/notes/note-0002', { method: 'DELETE' })).status).toBe(404)
  expect((await ask(tiro, '/platform/webhooks')).status).toBe(404)
  expect(tiro.unexpected).toEqual([
    'notes: GET https://api.tiro.ooo/v1/external/webhooks',
    'notes: DELETE https://api.tiro.ooo/v1/external/notes/note-0002',
    'notes: GET https://api.tiro.ooo/v1/external/platform/webhooks',
  ])
  expect([tiro.answersFor('api.tiro.ooo'), tiro.answersFor('platform.tiro.example')]).toEqual([true, true])
  expect(tiro.answersFor('tiro.ooo.example')).toBe(false)
})
