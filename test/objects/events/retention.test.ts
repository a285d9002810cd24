import { describe, expect, it, vi } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { misconfigured, unwrap } from '../../../src/base/errors.ts'
import { Settings } from '../../../src/base/settings.ts'
import { alarmAt, DAY, events, fileReady, getSource, HOUR, MINUTE, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "The promise": how long data is stored, across versions and clock changes. */
const stage = useStage()

const subjects = () => stage().received.map(({ body }) => JSON.parse(body).data.file_id)
const feed = async () => unwrap(await events().feed(null, { limit: 100 })).events.map(({ data }) => data.file_id)
const refuse = () => stage().answers.set('hooks.example.com', () => new Response('', { status: 500 }))

describe('retention', () => {
  it('deletes events and attempts after 30 days, undelivered ones as well', async () => {
    const { id } = await subscribe()
    const pending = async () => unwrap(await events().subscription(null, id)).pending_count
    await events().keep([fileReady('old')])
    await settle(stage())
    await events().keep([fileReady('undelivered')])
    unwrap(await events().change(null, id, { enabled: false }))
    expect(await pending()).toBe(1)
    stage().clock.advance(DAY)
    await events().keep([fileReady('young')])
    stage().clock.advance(29 * DAY)
    expect(await feed()).toEqual(['young'])
    expect(unwrap(await events().deliveries(null, id, { limit: 10 }))).toEqual([])
    expect(await pending()).toBe(0)
  })

  it('stores 20,000 events', async () => {
    await subscribe()
    await stage().sql((sql) => {
      const columns = 'seq, id, type, at, kept_at, data'
      const values = `'recorder.file.ready', 1, ${stage().clock.now()}, '{}'`
      sql.exec(`INSERT INTO kept_events (${columns}) VALUES (1, 'evt_1', ${values}), (2, 'evt_2', ${values})`)
      sql.exec(`INSERT INTO kept_events (${columns}) VALUES (20000, 'evt_20000', ${values})`)
    })
    const first = () => stage().sql((sql) => sql.exec('SELECT min(seq) AS first FROM kept_events').one().first)
    await events().keep([])
    expect(await first()).toBe(1)
    await events().keep([fileReady('f1')])
    expect(await first()).toBe(2)
  })

  describe('the log of deliveries', () => {
    /** Adds attempts, the oldest first, and then one more by a delivery. */
    async function log(...counts: [subscription: string, count: number][]) {
      const { id } = await subscribe()
      await stage().sql((sql) => {
        const values = ['subscription', 'at', 'record'].join()
        for (const [subscription, count] of counts)
          for (let at = 0; at < count; at++)
            sql.exec(`INSERT INTO event_attempts (${values}) VALUES (?, ?, '{}')`, subscription, stage().clock.now())
      })
      await events().keep([fileReady('f1')])
      await settle(stage())
      expect(unwrap(await events().deliveries(null, id, { limit: 10 }))).toHaveLength(1)
      return stage().sql((sql) =>
        Object.fromEntries(
          sql
            .exec('SELECT subscription, count(*) AS count FROM event_attempts GROUP BY subscription')
            .toArray()
            .flatMap(({ subscription, count }) => (subscription === id ? [] : [[subscription, count]])),
        ),
      )
    }

    it('makes room for 500 before there are 5,000: the oldest go, but for the newest 100 of each', async () => {
      expect(await log(['quiet', 100], ['middle', 101], ['busy', 4798])).toEqual({
        quiet: 100,
        middle: 100,
        busy: 4299,
      })
    })

    it('is not changed while there is room', async () => {
      expect(await log(['quiet', 100], ['busy', 4399])).toEqual({ quiet: 100, busy: 4399 })
    })

    it('is not changed when it is exactly full, although missing ids make it look longer', async () => {
      const { id } = await subscribe()
      await stage().sql((sql) => {
        const values = `'busy', ${stage().clock.now()}, '{}'`
        for (let at = 0; at < 4999; at++)
          sql.exec(`INSERT INTO event_attempts (subscription, at, record) VALUES (${values})`)
        sql.exec('DELETE FROM event_attempts WHERE id BETWEEN 100 AND 599')
      })
      await events().keep([fileReady('f1')])
      await settle(stage())
      expect(unwrap(await events().deliveries(null, id, { limit: 10 }))).toHaveLength(1)
      const [row] = await stage().sql((sql) => sql.exec('SELECT count(*) AS count FROM event_attempts').toArray())
      expect(row?.count).toBe(4500)
    })

    it('is counted when ids are not sufficient', async () => {
      const { id } = await subscribe()
      await stage().sql((sql) => {
        sql.exec(
          `INSERT INTO event_attempts (id, subscription, at, record) VALUES (1, 'x', ${stage().clock.now()}, '{}')`,
        )
        sql.exec(`INSERT INTO event_attempts (id, subscription, at, record) VALUES (9999, 'x', 1, '{}')`)
      })
      await events().keep([fileReady('f1')])
      await settle(stage())
      const rows = await stage().sql((sql) => sql.exec('SELECT id FROM event_attempts ORDER BY id').toArray())
      expect(rows.map((row) => row.id)).toEqual([1, 9999, 10_000])
      expect(unwrap(await events().deliveries(null, id, { limit: 10 }))).toHaveLength(1)
    })
  })
})

describe('a clock', () => {
  it('that goes back delays nothing by more than its wait', async () => {
    const source = getSource()
    stage().sources.push(source)
    await subscribe()
    await settle(stage())
    refuse()
    await events().keep([fileReady('f1')])
    await settle(stage(), MINUTE)
    stage().answers.clear()
    stage().clock.advance(-3 * DAY)
    await events().keep([])
    await settle(stage())
    expect(subjects().length).toBeGreaterThan(2)
    expect(source.asks).toHaveLength(2)
    expect((await alarmAt()) ?? 0).toBeLessThanOrEqual(stage().clock.now() + 2 * MINUTE)
  })

  it('that jumps ahead loses nothing, polls once, and disables no endpoint', async () => {
    const source = getSource()
    stage().sources.push(source)
    const { id } = await subscribe()
    await settle(stage())
    refuse()
    await events().keep([fileReady('f1')])
    await ring(stage())
    stage().clock.advance(6 * DAY)
    await settle(stage())
    expect(source.asks).toHaveLength(2)
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ enabled: true, pending_count: 1 })
    stage().answers.clear()
    await settle(stage(), HOUR)
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ pending_count: 0, failing_since: null })
  })

  it('of the alarm that runs ahead of the object’s makes no alarm after alarm', async () => {
    stage().sources.push(getSource())
    await subscribe()
    await settle(stage())
    const waits: number[] = []
    for (let rung = 0; rung < 4; rung++) {
      await stage().ringNow()
      waits.push(((await alarmAt()) ?? 0) - stage().clock.now())
    }
    expect(waits).toEqual([121, 122, 124, 128].map((seconds) => seconds * 1000))
  })
})

it('a caller that reads the feed twice a second does not put off what is due', async () => {
  await subscribe()
  stage().answers.set('hooks.example.com', () => new Promise<never>(() => {}))
  await events().keep([fileReady('f1')])
  const killed = stage()
    .ringNow()
    .catch(() => 'killed')
  await stage().until(() => stage().received.length === 1)
  stage().answers.clear()
  // Killed while the endpoint has the delivery: its row is leased for 30 s, and the alarm finds nothing to do.
  await stage().restart()
  await killed
  await ring(stage())
  for (let pass = 0; pass < 80 && stage().received.length === 1; pass++) {
    await events().feed(null, { types: ['recorder.file.ready'], limit: 10 })
    const at = (await alarmAt()) ?? expect.fail()
    stage().clock.advance(500)
    if (at <= stage().clock.now()) await ring(stage())
  }
  expect(stage().received).toHaveLength(2)
})

it('a wrong setting stops no alarm, and pending work continues once it is fixed', async () => {
  await subscribe()
  await events().keep([fileReady('f1')])
  const wrong = vi.spyOn(Settings.prototype, 'subrequests', 'get').mockImplementation(() => {
    throw misconfigured('SUBREQUESTS must be a positive integer')
  })
  for (let rung = 0; rung < 3; rung++) await ring(stage())
  wrong.mockRestore()
  await settle(stage(), MINUTE)
  expect(subjects()).toEqual(['f1'])
})

it.each(['29', '0', 'often'])('EVENTS_POLL_SECONDS is 30 at least: %s', (value) => {
  expect(() => new Settings({ EVENTS_POLL_SECONDS: value } as Env).eventsPollMs).toThrow(/EVENTS_POLL_SECONDS must be/)
  expect(new Settings({} as Env).eventsPollMs).toBe(120_000)
})
