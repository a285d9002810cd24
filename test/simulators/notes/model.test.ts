import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, at } from '../ask.ts'
import { Clock } from '../clock.ts'
import { command, follows, walk } from '../model.ts'
import { createTiro, TIRO_HOST, TIRO_KEYS, TIRO_PLATFORM_HOST, type TiroSimulator, WORKSPACES } from './index.ts'

const API = `https://${TIRO_HOST}/v1/external`
const PLATFORM = `https://${TIRO_PLATFORM_HOST}/v1/platform`
const NOTES = `/workspaces/${WORKSPACES.main}/notes`

const call = (real: TiroSimulator, line: string, body?: unknown, key: string = TIRO_KEYS.full) => {
  const [method, path = ''] = line.split(' ')
  const url = path.startsWith('/api-keys') || path.startsWith('/webhook') ? PLATFORM : API
  return ask(real, `${method} ${url}${path}`, { headers: { authorization: `Bearer ${key}` }, body })
}

/** All items of a list, in pages of this size. */
const readAll = (real: TiroSimulator, path: string, size: number) =>
  walk<unknown>(async (cursor) => {
    const query = new URLSearchParams({ size: String(size), ...(cursor && { cursor }) })
    const { body } = await call(real, `GET ${path}?${query}`)
    const items = [body.content].flat()
    expect(items.length).toBeLessThanOrEqual(size)
    return { items, next: body.nextCursor }
  })

/** What the account must show: its notes, newest first, the keys and webhooks that were made. */
interface Account {
  clock: Clock
  notes: string[]
  keys: { id: string; key: string; isDeleted: boolean }[]
  webhooks: { id: string; shown: object }[]
}
type Step = fc.AsyncCommand<Account, TiroSimulator>

const webhook = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }
const nth = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

const writes = fc.nat(1).map(
  (kind): Step =>
    command(kind === 0 ? 'somebody writes a note' : 'somebody removes one', async (account, real) => {
      account.clock.advance(1000)
      if (kind === 0) account.notes.unshift(real.write({ title: '새 노트' }).guid)
      else real.remove(account.notes.splice(0, 1)[0] ?? '')
    }),
)

const lists = fc.integer({ min: 3, max: 30 }).map(
  (size): Step =>
    command(`reads the notes, ${size} a page`, async ({ notes }, real) => {
      expect((await readAll(real, NOTES, size)).map((note) => at(note, 'guid'))).toEqual(notes)
    }),
)

const keys = fc.record({ what: fc.constantFrom('make', 'delete', 'use'), n: fc.nat(5) }).map(
  ({ what, n }): Step =>
    command(`${what} key ${n}`, async (account, real) => {
      const known = nth(account.keys, n)
      if (what === 'make') {
        const { status, body } = await call(real, 'POST /api-keys', { name: ' CI ' })
        expect([status, body.name]).toEqual([201, 'CI'])
        account.keys.push({ id: String(body.id), key: String(body.key), isDeleted: false })
      } else if (known && what === 'delete') {
        const { status } = await call(real, `DELETE /api-keys/${known.id}`)
        expect(status).toBe(known.isDeleted ? 404 : 204)
        known.isDeleted = true
      } else if (known) {
        const { status, body } = await call(real, 'GET /notes?size=1', undefined, known.key)
        expect([status, at(body, 'error.code')]).toEqual(known.isDeleted ? [401, 401006] : [200, undefined])
      }
      const shown = await call(real, 'GET /api-keys')
      const alive = account.keys.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
      expect(
        [shown.body.content]
          .flat()
          .slice(5)
          .map((key) => at(key, 'id')),
      ).toEqual(alive)
      expect(real.state.keys.filter(({ secret }) => shown.text.includes(secret))).toEqual([])
    }),
)

const hooks = fc.record({ what: fc.constantFrom('make', 'stop', 'delete'), n: fc.nat(5) }).map(
  ({ what, n }): Step =>
    command(`${what} webhook ${n}`, async (account, real) => {
      const known = nth(account.webhooks, n)
      if (what === 'make') {
        const { body } = await call(real, 'POST /webhooks', webhook)
        const { secret, ...shown } = body
        expect(shown).toMatchObject({ ...webhook, isActive: true })
        expect(secret).toEqual(expect.any(String))
        account.webhooks.push({ id: String(shown.id), shown })
      } else if (known && what === 'stop') {
        account.clock.advance(60_000)
        const updatedAt = new Date(account.clock.now()).toISOString()
        known.shown = { ...known.shown, isActive: false, updatedAt }
        expect((await call(real, `PATCH /webhooks/${known.id}`, { isActive: false })).body).toEqual(known.shown)
      } else if (known) {
        expect((await call(real, `DELETE /webhooks/${known.id}`)).status).toBe(204)
        expect((await call(real, `GET /webhooks/${known.id}`)).status).toBe(404)
        account.webhooks.splice(account.webhooks.indexOf(known), 1)
      }
      expect((await readAll(real, '/webhooks', 2)).slice(2)).toEqual(account.webhooks.map(({ shown }) => shown))
    }),
)

test('notes, keys and webhooks are those that were made and not removed', () =>
  follows(() => {
    const clock = new Clock()
    const real = createTiro({ clock })
    real.switches.rateLimit.requests = Number.POSITIVE_INFINITY
    const { notes } = real.state
    const mine = notes.filter(({ workspaceGuid }) => workspaceGuid === WORKSPACES.main)
    mine.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.guid < b.guid ? 1 : -1))
    const model = { clock, notes: mine.map(({ guid }) => guid), keys: [], webhooks: [] }
    return { model, real }
  }, [writes, lists, keys, hooks]))

test.each([
  ['no whole key', TIRO_KEYS.idAlone, 401002],
  ['an id that was never made', TIRO_KEYS.unknown, 401003],
  ['a wrong secret', 'key-full.wrong', 401003],
  ['an inactive key', TIRO_KEYS.inactive, 401004],
  ['an expired key', TIRO_KEYS.expired, 401005],
  ['a deleted key', TIRO_KEYS.deleted, 401006],
  ['a legacy key after 2026-06-30', TIRO_KEYS.legacy, 401007],
])('facts 1: %s is refused on both hosts', async (_, key, code) => {
  for (const path of ['/notes', '/webhooks']) {
    const { status, body } = await call(createTiro({ clock: new Clock() }), `GET ${path}`, undefined, key)
    expect([status, at(body, 'error.code'), at(body, 'error.errorType')]).toEqual([401, code, 'unauthorized'])
  }
})

test.each([
  ['GET /notes/note-0002/summaries', TIRO_KEYS.notesOnly, 403013],
  ['GET /webhooks', TIRO_KEYS.notesOnly, 403013],
  ['GET /notes/note-7001', TIRO_KEYS.featureOff, 403000],
  ['GET /notes/note-5001', TIRO_KEYS.full, 404000],
  ['GET /folders/folder-leads', TIRO_KEYS.full, 404000],
  ['GET /webhooks/webhook-0003', TIRO_KEYS.full, 404000],
  [`GET ${NOTES}?size=201`, TIRO_KEYS.full, 400000],
  ['GET /notes?size=1001', TIRO_KEYS.full, 400000],
  ['GET /notes?cursor=abc', TIRO_KEYS.full, 400000],
  ['GET /notes?createdAtFrom=yesterday', TIRO_KEYS.full, 400000],
  ['GET /notes/note-0009/paragraphs?size=1000', TIRO_KEYS.full, undefined],
])('facts 2 and 3: %s with %s is %s', async (line, key, code) => {
  expect(at((await call(createTiro({ clock: new Clock() }), line, undefined, key)).body, 'error.code')).toBe(code)
})

test('facts 3: a keyword finds titles and words in any form, and has no next page', async () => {
  const find = async (keyword: string) => {
    const { body } = await call(createTiro(), `GET ${NOTES}?size=3&keyword=${encodeURIComponent(keyword)}`)
    return [[body.content].flat().map((note) => at(note, 'title')), body.nextCursor]
  }
  const weekly = ['3주', '2주', '1주'].map((week) => `제품 주간 회의 11월 ${week}`)
  expect(await find('주간'.normalize('NFD'))).toEqual([weekly, null])
  expect(await find('INTERVIEW nothing like it')).toEqual([[], null])
})

test('facts 3: a note that is recorded grows, its newest paragraph without a summary, until it ends', async () => {
  const clock = new Clock()
  const live = createTiro({ clock })
  const summaries = async () =>
    [(await call(live, 'GET /notes/note-live/paragraphs')).body.content].flat().map((one) => at(one, 'summary.content'))
  expect(await summaries()).toEqual([expect.any(String), null])
  clock.advance(3_600_000)
  expect((await summaries()).every(Boolean)).toBe(true)
  expect((await call(live, 'GET /notes/note-live')).body).toMatchObject({ recordingDurationSeconds: 1800 })
})

test('facts 2: 600 requests in 60 s for a key on both hosts, then 429 with the seconds to wait', async () => {
  const clock = new Clock()
  const tiro = createTiro({ clock })
  for (let sent = 0; sent < 600; sent += 1) await call(tiro, sent % 2 ? 'GET /workspaces/me' : 'GET /webhooks')
  clock.advance(20_500)
  const { status, headers } = await call(tiro, 'GET /workspaces/me')
  const reset = String(Date.parse('2026-11-21T09:01:00Z') / 1000)
  expect([status, headers.get('retry-after'), headers.get('x-ratelimit-reset')]).toEqual([429, '40', reset])
  expect((await call(tiro, 'GET /notes', undefined, TIRO_KEYS.readOnly)).status).toBe(200)
  clock.advance(39_500)
  expect((await call(tiro, 'GET /workspaces/me')).headers.get('x-ratelimit-remaining')).toBe('599')
})
