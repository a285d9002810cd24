import { expect, it } from 'vitest'
import { readyRecording } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const START = Date.parse('2026-10-01T00:00:00Z')

const talks = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    readyRecording({ filename: `talk ${number}`, start_time: START + number * 60_000 }),
  )

const isDetail = ({ url }: { url: URL }) => url.pathname.startsWith('/file/detail/')

it.each([
  ['fails', { kind: 'status', status: 500 }],
  ['sends a page', { kind: 'html' }],
  ['sends no recording', { kind: 'status', status: 200, body: '{"status":0,"data":null}' }],
] as const)(
  'GET /recorder/sync: a product that %s for every recording is 502, and none is skipped',
  async (_, fault) => {
    const { get, plaud } = connected({ recordings: talks(5), settings: { SUBREQUESTS: '200' } })
    plaud.fail(fault, { on: isDetail })
    const { status, json } = await get('/sync?limit=3')
    expect(status).toBe(502)
    expect(json).not.toHaveProperty('next_skip')
    plaud.heal()
    expect((await get('/sync?limit=3')).json.next_skip).toBe(3)
  },
)

it('GET /recorder/sync: a product that fails until SUBREQUESTS are spent is 502 as well', async () => {
  const { get, plaud } = connected({ recordings: talks(20) })
  plaud.fail({ kind: 'status', status: 503 }, { on: isDetail })
  expect((await get('/sync?limit=20')).status).toBe(502)
})

it('GET /recorder/sync: one recording that can be read makes a page', async () => {
  const recordings = talks(3)
  const { get, plaud } = connected({ recordings })
  plaud.fail(
    { kind: 'status', status: 500 },
    { on: ({ url }) => isDetail({ url }) && !url.pathname.endsWith(recordings[1]?.id ?? '') },
  )
  const { status, json } = await get('/sync')
  expect(status).toBe(200)
  expect(json.files.map(({ errors }: { errors: unknown[] }) => errors.length)).toEqual([1, 0, 1])
})

it('GET /recorder/sync: deleted recordings are reported, however many', async () => {
  const { get, plaud } = connected({ recordings: talks(3) })
  plaud.fail({ kind: 'status', status: 404 }, { on: isDetail })
  const { status, json } = await get('/sync')
  expect(status).toBe(200)
  expect(json.files).toMatchObject(Array(3).fill({ errors: [{ attachment: 'file', status: 404 }] }))
})
