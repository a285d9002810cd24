import { expect, it } from 'vitest'
import {
  type Connected,
  calls,
  connected,
  downloads,
  leaveNothingBehind,
} from '../../../../groups/recorder/connected.ts'
import { note, type PlaudSimulator, type Recording, readyRecording } from '../../../../simulators/recorder/index.ts'
import type { Call } from '../../../../simulators/simulator.ts'
import { holdDeadlines } from '../../../../support/world.ts'

leaveNothingBehind()

const START = Date.parse('2026-10-01T00:00:00Z')

/** Recordings whose content must all be fetched; three at a time started at the same moment. */
const library = (count: number): Recording[] =>
  Array.from({ length: count }, (_, number) =>
    readyRecording({
      filename: `talk ${number}`,
      id: number.toString(16).padStart(32, '0'),
      start_time: START + Math.floor(number / 3) * 60_000,
      version_ms: START + ((number * 7) % 5),
      notes: [note('# Talk', { placement: number % 4 ? 'linked' : 'inline' })],
    }),
  )

/** Follows next_skip to the end. Returns each page's ids and upstream calls. */
async function follow(deployment: Connected, query: string) {
  const ids: string[] = []
  const spent: number[] = []
  let skip: number | null = 0
  for (let pages = 0; skip !== null && pages < 100; pages++) {
    const before = upstream(deployment)
    const { status, json } = await deployment.get(`/sync?${query}&skip=${skip}`)
    expect(status).toBe(200)
    spent.push(upstream(deployment) - before)
    for (const { file, errors } of json.files) {
      ids.push(file.file_id)
      expect(errors).toEqual([])
    }
    if (json.next_skip !== null) expect(json.next_skip).toBeGreaterThan(skip ?? 0)
    skip = json.next_skip
  }
  expect(skip).toBeNull()
  return { ids, spent }
}

const upstream = (deployment: Connected) => calls(deployment).length + downloads(deployment).length

const getIds = ({ state }: PlaudSimulator) => [...state.recordings.keys()].sort()

it.each([4, 5, 7, 10, 13, 50])(
  'GET /recorder/sync: with SUBREQUESTS %i no page takes more, none is lost, none is repeated',
  async (budget) => {
    const deployment = connected({ recordings: library(23), settings: { SUBREQUESTS: String(budget) } })
    const { ids, spent } = await follow(deployment, 'limit=20')
    expect([...ids].sort()).toEqual(getIds(deployment.plaud))
    expect(Math.max(...spent)).toBeLessThanOrEqual(budget)
  },
)

it.each(['share', 'audio_url', 'transcript,summary,share,audio_url'])(
  'GET /recorder/sync: include=%s stays within SUBREQUESTS as well',
  async (include) => {
    const deployment = connected({ recordings: library(11), settings: { SUBREQUESTS: '9' } })
    const { ids, spent } = await follow(deployment, `limit=20&include=${include}&concurrency=8`)
    expect([...ids].sort()).toEqual(getIds(deployment.plaud))
    expect(Math.max(...spent)).toBeLessThanOrEqual(9)
  },
)

it('GET /recorder/sync: expired links cost more calls, and still none is lost and none is repeated', async () => {
  const deployment = connected({ recordings: library(9), settings: { SUBREQUESTS: '8' } })
  let fetches = 0
  const everyThird = ({ url }: Call) => url.hostname.endsWith('.amazonaws.com') && fetches++ % 3 === 0
  deployment.plaud.fail({ kind: 'status', status: 403 }, { on: everyThird })
  const { ids, spent } = await follow(deployment, 'limit=20&concurrency=1')
  expect([...ids].sort()).toEqual(getIds(deployment.plaud))
  expect(Math.max(...spent)).toBeLessThanOrEqual(8)
})

it('GET /recorder/sync: a recording that the budget cuts short ends the page, even if a later one is complete', async () => {
  const recordings = library(4).slice(1)
  const deployment = connected({ recordings, settings: { SUBREQUESTS: '10' } })
  const [newest, second] = ['3', '1'].map((id) => id.padStart(32, '0'))
  const ofSecond = ({ url }: Call) => url.hostname.endsWith('.amazonaws.com') && url.pathname.includes(second ?? '')
  deployment.plaud.fail({ kind: 'status', status: 403 }, { on: ofSecond })
  const { json } = await deployment.get('/sync?concurrency=3')
  expect(json.files.map(({ file }: { file: { file_id: string } }) => file.file_id)).toEqual([newest])
  expect(json.next_skip).toBe(1)
  expect(upstream(deployment)).toBe(10)
})

it('GET /recorder/sync: retries are counted', async () => {
  const deployment = connected({ recordings: library(6), settings: { SUBREQUESTS: '10' } })
  let fetches = 0
  deployment.plaud.fail({ kind: 'status', status: 503 }, { on: () => fetches++ % 5 === 4 })
  const { ids, spent } = await follow(deployment, 'limit=20&concurrency=1')
  expect([...ids].sort()).toEqual(getIds(deployment.plaud))
  expect(Math.max(...spent)).toBeLessThanOrEqual(10)
})

it('GET /recorder/sync: inline content makes room for more recordings', async () => {
  const inline = library(20).map((each) => ({ ...each, notes: [note('# Talk')] }))
  const deployment = connected({ recordings: inline })
  const { json } = await deployment.get('/sync?limit=20&include=summary')
  expect([json.files.length, json.next_skip]).toEqual([20, null])
  expect(upstream(deployment)).toBe(21)
})

it('GET /recorder/sync: 502 naming SUBREQUESTS when not one recording fits, instead of a page that leads nowhere', async () => {
  const { get } = connected({ recordings: library(2), settings: { SUBREQUESTS: '2' } })
  const { status, json } = await get('/sync')
  expect(status).toBe(502)
  expect(json.error).toContain('SUBREQUESTS')
})

/** The most concurrent requests for details. */
async function inFlight(query: string): Promise<number> {
  const deployment = connected({ recordings: library(20), settings: { SUBREQUESTS: '500' } })
  holdDeadlines()
  const { plaud } = deployment
  const fetch = plaud.fetch
  let now = 0
  let most = 0
  plaud.fetch = async (request) => {
    if (!request.url.includes('/file/detail/')) return fetch(request)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 2))
    now -= 1
    return fetch(request)
  }
  expect((await deployment.get(`/sync?limit=20${query}`)).json.files).toHaveLength(20)
  return most
}

it('GET /recorder/sync: concurrency defaults to 4', async () => {
  expect(await inFlight('')).toBe(4)
})

it.each([
  ['0', 1],
  ['-2', 1],
  ['1', 1],
  ['8', 8],
  ['9', 8],
  ['100', 8],
])('GET /recorder/sync: concurrency=%s is moved into 1..8', async (concurrency, expected) => {
  expect(await inFlight(`&concurrency=${concurrency}`)).toBe(expected)
})
