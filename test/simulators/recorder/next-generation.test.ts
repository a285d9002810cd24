import { expect, it } from 'vitest'
import { at, ask as send } from '../ask.ts'
import { Clock } from '../clock.ts'
import * as plaud from './index.ts'

/** What no recording and no model has of Plaud 4.0 (facts 15). */

const ORIGIN = `https://${plaud.REGIONS.us.api}`
const HEADERS = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', authorization: `Bearer ${plaud.USER_TOKEN}` }

const moved = (options: plaud.PlaudOptions = {}) =>
  plaud.createPlaud({ clock: new Clock(), ...options, switches: { generation: 4, ...options.switches } })

const ask = async (real: plaud.PlaudSimulator, line: string, body?: unknown) => {
  const [method, path] = line.split(' ')
  return (await send(real, `${method} ${ORIGIN}${path}`, { headers: HEADERS, body })).body
}

const library = () => [
  plaud.readyRecording({ filename: 'One', start_time: 1_790_000_000_000 }),
  plaud.readyRecording({ filename: 'Two', start_time: 1_790_000_100_000 }),
  plaud.readyRecording({ filename: 'Three', start_time: 1_790_000_200_000 }),
]

it('lists with a cursor that stays right when the row before it is deleted', async () => {
  const real = moved({ recordings: library() })
  const list = '/file-app/v4/recordings/all?sort_by=start_at&page_size=2'
  const first = await ask(real, `GET ${list}`)
  const names = (body: unknown) => (at(body, 'data.items') as { name: string }[]).map(({ name }) => name)
  expect(names(first)).toEqual(['Three', 'Two'])
  real.state.recordings.delete(library()[1]?.id ?? '')
  const next = await ask(real, `GET ${list}&cursor=${encodeURIComponent(String(at(first, 'data.next_cursor')))}`)
  expect(names(next)).toEqual(['One'])
  expect(at(next, 'data.next_cursor')).toBeNull()
})

it('refuses a rename of a version that has changed, and then takes the new one', async () => {
  const [one] = library()
  const real = moved({ recordings: library() })
  const node = async () => at(await ask(real, `GET /file-app/v4/files/detail/of_${one?.id}`), 'data.node')
  const before = await node()
  const rename = (version: unknown, name: string) =>
    ask(real, `PATCH /file-app/v4/nodes/rename/${at(before, 'node_id')}`, { name, origin_version: version })
  expect(at(await rename(at(before, 'version_ms'), 'First'), 'status')).toBe(0)
  expect(at(await rename(at(before, 'version_ms'), 'Second'), 'status')).toBe(-1_800_313)
  expect(at(await node(), 'name')).toBe('First')
})

it('serves a text by its id and by its link, without a token there', async () => {
  const [one] = library()
  const real = moved({ recordings: library() })
  const detail = await ask(real, `GET /file-app/v4/files/detail/of_${one?.id}`)
  const summary = (at(detail, 'data.objects') as Record<string, string>[]).find(
    (each) => each.object_type === 'SUMMARY',
  )
  const byId = await real.fetch(
    new Request(`${ORIGIN}/file-app/v4/files/contents/${summary?.content_id}`, { headers: HEADERS }),
  )
  const byLink = await real.fetch(new Request(String(summary?.content_url)))
  expect(await byId.text()).toContain('# One')
  expect(await byLink.text()).toContain('# One')
})

it('answers 3.0 of a moved account -1800907, and refuses 4.0 to another', async () => {
  expect(at(await ask(moved(), 'GET /file/simple/web'), 'status')).toBe(-1_800_907)
  const old = plaud.createPlaud({ clock: new Clock() })
  expect(at(await ask(old, 'GET /file-app/v4/recordings/all'), 'status')).toBe(-3900)
  expect(at(await ask(moved(), 'GET /file-app/v4/files/detail/of_unknown'), 'status')).toBe(-1_800_311)
})
