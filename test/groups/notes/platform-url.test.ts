import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'
import { getOperation } from '../../../src/gateway/operation-type.ts'
import { TIRO_HOST, TIRO_KEYS } from '../../simulators/notes/index.ts'
import { json } from '../../support/gateway.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

const hook = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }
const ROUTES: [string, RequestInit][] = [
  ['api-keys', {}],
  ['api-keys', json('POST', { name: 'CI' })],
  ['api-keys/key-read', { method: 'DELETE' }],
  ['webhooks', {}],
  ['webhooks', json('POST', hook)],
  ['webhooks/webhook-0001', json('PATCH', { name: 'Bot' })],
  ['webhooks/webhook-0001', { method: 'DELETE' }],
  ['webhook-event-types', {}],
]
const named = ROUTES.map(([path, init]) => [`${init.method ?? 'GET'} ${path}`, path, init] as const)

describe('keys and webhooks have no public API', () => {
  it.each(named)('%s is 502 with NOTES_PLATFORM_URL while that is not set', async (_, path, init) => {
    const { notes, tiro, world } = connect({ NOTES_PLATFORM_URL: '' })
    const answer = await notes(path, init)
    expect(answer.status).toBe(502)
    expect(answer.json).toEqual({
      success: false,
      error:
        'the notes service offers no public API for API keys and webhooks: NOTES_PLATFORM_URL must name one that does',
    })
    expect([...tiro.calls, ...world.strays]).toEqual([])
  })

  it.each(named)('%s says so in its description', async (_, path, init) => {
    const fixed = path.replace(/\/(key|webhook)-.*$/, '/:id')
    const { handler } =
      (await createApp(platform).allRoutes()).find(
        ({ path: route, method }) => route === `/api/v1/notes/${fixed}` && method === (init.method ?? 'GET'),
      ) ?? {}
    const operation = handler && getOperation(handler)
    expect(operation?.texts.description).toMatch(/no API for API keys and webhooks.*NOTES_PLATFORM_URL/)
  })

  it.each(named)('%s goes to the host of the setting and to no other', async (_, path, init) => {
    const { notes, tiro } = connect()
    expect((await notes(path, init)).status).toBeLessThan(300)
    expect(tiro.calls.map(({ url }) => url.hostname)).not.toContain(TIRO_HOST)
    expect(tiro.calls[0]?.headers.get('authorization')).toBe(`Bearer ${TIRO_KEYS.full}`)
  })

  it.each(named.filter(([, path]) => !path.includes('/')))(
    '%s is 502, not 404 or empty, when the setting leads elsewhere',
    async (_, path, init) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 404 })
      const answer = await notes(path, init)
      expect(answer.status).toBe(502)
      expect(answer.json.error).toContain('NOTES_PLATFORM_URL')
    },
  )

  it("is 500 with the setting's name when that is no safe URL", async () => {
    const answer = await connect({ NOTES_PLATFORM_URL: 'http://platform.example.test' }).notes('webhooks')
    expect(answer.status).toBe(500)
    expect(answer.json.error).toContain('NOTES_PLATFORM_URL')
  })

  it('does not affect the published routes', async () => {
    expect((await connect({ NOTES_PLATFORM_URL: '' }).notes('folders')).status).toBe(200)
  })
})
