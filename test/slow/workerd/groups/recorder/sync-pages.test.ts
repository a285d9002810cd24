import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Connected, connected, leaveNothingBehind } from '../../../../groups/recorder/connected.ts'
import { type Recording, readyRecording, transcript } from '../../../../simulators/recorder/index.ts'
import type { Call } from '../../../../simulators/simulator.ts'
import { holdDeadlines } from '../../../../support/world.ts'

leaveNothingBehind()

/**
 * Paging with `before`, which stays valid when the library changes, and pages that end early (docs/spec/recorder.md,
 * "Pages that lose nothing").
 */

const START = Date.parse('2026-10-01T00:00:00Z')

const talk = (number: number, more: Partial<Recording> = {}) =>
  readyRecording({
    filename: `talk ${number}`,
    id: number.toString(16).padStart(32, '0'),
    start_time: START + number * 60_000,
    ...more,
  })
const talks = (count: number) => Array.from({ length: count }, (_, number) => talk(number))

interface Page {
  files: { file: { file_id: string }; errors: object[] }[]
  next_skip: number | null
  next_before: number | null
}

const getIds = ({ files }: Page) => files.map(({ file }) => file.file_id)

/** Follows next_before and next_skip to the end. `between` changes the library after each page. */
async function follow({ get }: Connected, query: string, between: (page: Page) => void = () => {}) {
  const ids: string[] = []
  let next = ''
  for (let pages = 0; pages < 60; pages++) {
    const { status, json } = await get(`/sync?include=summary&${query}${next}`)
    expect(status).toBe(200)
    const page: Page = json
    ids.push(...getIds(page))
    if (page.next_skip === null) return ids
    next = `&skip=${page.next_skip}`
    if (page.next_before !== null) next += `&before=${page.next_before}`
    between(page)
  }
  throw new Error('the pages do not end')
}

const remove = ({ plaud }: Connected, id: string | undefined) => {
  const recording = plaud.state.recordings.get(id ?? '')
  if (recording) recording.is_trash = true
}

describe('before', () => {
  it.each([1, 5, 10, 20])('loses nothing when earlier recordings are removed between pages of %i', async (limit) => {
    const deployment = connected({ recordings: talks(60) })
    const seen = await follow(deployment, `limit=${limit}`, ({ files }) => {
      for (const { file } of files) remove(deployment, file.file_id)
    })
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })

  it('neither loses nor repeats anything when newer recordings come between pages', async () => {
    const deployment = connected({ recordings: talks(30) })
    let number = 100
    const seen = await follow(deployment, 'limit=7', () => {
      const newer = talk(number++)
      deployment.plaud.state.recordings.set(newer.id, newer)
    })
    expect([...seen].sort()).toEqual(
      talks(30)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('finds its position in a library that changed by hundreds', async () => {
    const deployment = connected({ recordings: talks(700) })
    const first: Page = (await deployment.get('/sync?include=summary&limit=20&skip=400')).json
    for (const { id } of talks(700).slice(-390)) remove(deployment, id)
    const query = `/sync?include=summary&limit=20&skip=${first.next_skip}&before=${first.next_before}`
    const second: Page = (await deployment.get(query)).json
    expect(getIds(second)).toEqual(
      talks(700)
        .slice(260, 280)
        .reverse()
        .map(({ id }) => id),
    )
  })

  it('goes on when the rows around the old position end with the page', async () => {
    const { get, plaud } = connected({ recordings: talks(30) })
    const first: Page = (await get('/sync?include=summary&limit=2')).json
    for (const newer of talks(201).slice(100)) plaud.state.recordings.set(newer.id, newer)
    const { json } = await get(`/sync?include=summary&limit=2&skip=${first.next_skip}&before=${first.next_before}`)
    expect(getIds(json)).toEqual([27, 26].map((number) => talk(number).id))
    expect(json.next_before).toBe(talk(26).start_time)
  })

  it('may be an ISO time, and need not be exact', async () => {
    const { get } = connected({ recordings: talks(4) })
    const { json } = await get('/sync?include=summary&before=2026-10-01T09:02:30%2B09:00')
    expect(getIds(json)).toEqual([2, 1, 0].map((number) => talk(number).id))
  })

  it('with since returns the recordings between the two', async () => {
    const { get } = connected({ recordings: talks(9) })
    const { json } = await get(`/sync?include=summary&before=${START + 6 * 60_000}&since=${START + 2 * 60_000}&limit=3`)
    expect(getIds(json)).toEqual([5, 4, 3].map((number) => talk(number).id))
    expect(json.next_before).toBe(START + 3 * 60_000)
  })

  it('is 400 for seconds, and names the right number', async () => {
    const { status, json } = await connected().get('/sync?before=1795138920')
    expect([status, json.error]).toEqual([
      400,
      'before: must be epoch milliseconds, and this looks like seconds: send 1795138920000',
    ])
  })

  it('whatever is removed, and whatever started at the same time: nothing is lost, and the pages end', async () => {
    const scenario = fc.record({
      starts: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 25 }),
      limit: fc.integer({ min: 1, max: 8 }),
      removed: fc.array(fc.nat(24), { maxLength: 10 }),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ starts, limit, removed }) => {
        const recordings = starts.map((minute, number) => talk(number, { start_time: START + minute * 60_000 }))
        const deployment = connected({ recordings })
        holdDeadlines()
        const waiting = [...removed]
        const gone = new Set<string>()
        const seen = await follow(deployment, `limit=${limit}`, () => {
          const victim = recordings[waiting.pop() ?? -1]?.id
          if (victim) gone.add(victim)
          remove(deployment, victim)
        })
        const missing = recordings.filter(({ id }) => !gone.has(id) && !seen.includes(id))
        // A page that started in one millisecond continues with next_skip, which removals shift.
        const crowded = starts.some((minute) => starts.filter((other) => other === minute).length > limit)
        if (!crowded) expect(missing).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

const getDetail = (number: number) => (call: Call) => call.url.pathname === `/file/detail/${talk(number).id}`

describe('a page ends early', () => {
  it('before a recording that gets 429, and the next page starts with it', async () => {
    const { get, plaud } = connected({ recordings: talks(8) })
    holdDeadlines()
    plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '60' } }, { on: getDetail(5) })
    const { status, json } = await get('/sync?include=summary&concurrency=1')
    expect([status, getIds(json), json.next_skip]).toEqual([200, [7, 6].map((number) => talk(number).id), 2])
    expect(json.next_before).toBe(talk(6).start_time)
    plaud.heal()
    expect(getIds((await get(`/sync?include=summary&skip=2&before=${json.next_before}`)).json)[0]).toBe(talk(5).id)
  })

  it('and makes no further calls after a 429', async () => {
    const { get, plaud } = connected({ recordings: talks(8) })
    plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '60' } }, { on: getDetail(5) })
    await get('/sync?include=summary&concurrency=1')
    expect(plaud.calls.filter(({ url }) => url.pathname.startsWith('/file/detail/'))).toHaveLength(3)
  })

  it('before one whose attachment meets it', async () => {
    const { get, plaud } = connected({ recordings: talks(4) })
    const share = ({ url, body }: Call) => url.pathname === '/share/public/get' && body.includes(talk(2).id)
    plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '60' } }, { on: share })
    const { json } = await get('/sync?include=share&concurrency=1')
    expect([getIds(json), json.next_skip]).toEqual([[talk(3).id], 1])
  })

  it('with the 429 itself, and its Retry-After, when the very first recording meets it', async () => {
    const { get, plaud } = connected({ recordings: talks(3) })
    plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '60' } }, { on: getDetail(2) })
    const { status, headers } = await get('/sync?include=summary')
    expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
  })

  it('before a recording whose response does not come in time', async () => {
    const { get, plaud } = connected({ recordings: talks(5) })
    plaud.fail({ kind: 'timeout' }, { on: getDetail(3) })
    const { status, json } = await get('/sync?include=summary&concurrency=1')
    expect([status, getIds(json), json.next_skip]).toEqual([200, [talk(4).id], 1])
  })

  it('when the response would exceed 16 MiB, and nothing is lost', async () => {
    const long = Array.from({ length: 40 }, (_, at) => ({
      start_time: at * 1000,
      end_time: at * 1000 + 900,
      content: '회의에서 나온 이야기를 하나도 빠짐없이 그대로 적어 둔 긴 문장입니다. '.repeat(500),
      speaker: '김민아',
      original_speaker: 'Speaker 1',
    }))
    const recordings = talks(5).map((each) => ({ ...each, transcript: transcript(long) }))
    const deployment = connected({ recordings })
    holdDeadlines()
    const ids: string[] = []
    let next = ''
    for (let pages = 0; pages < 10; pages++) {
      const { status, text, json } = await deployment.get(`/sync?include=transcript&transcript_format=json${next}`)
      expect(status).toBe(200)
      expect(new TextEncoder().encode(text).length).toBeLessThan(16.1 * 1024 * 1024)
      ids.push(...getIds(json))
      if (json.next_skip === null) break
      next = `&skip=${json.next_skip}&before=${json.next_before}`
    }
    expect(ids).toEqual([...recordings].reverse().map(({ id }) => id))
  })
})
