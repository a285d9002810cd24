import { expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { alarmAt, events, fileReady, getSource, HOUR, MINUTE, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "The promise": what is in the store, and how often it is written. */
const stage = useStage()

const count = (table: string) =>
  stage().sql((sql) => sql.exec<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).one().count)

it('nothing of a subscription is left once it is deleted', async () => {
  const { id } = await subscribe()
  stage().answers.set('hooks.example.com', () => new Response('', { status: 500 }))
  await events().keep([fileReady('f1'), fileReady('f2')])
  await settle(stage())
  expect([await count('event_outbox'), await count('event_attempts')]).toEqual([2, 2])
  unwrap(await events().unsubscribe(null, id))
  expect([await count('event_outbox'), await count('event_attempts')]).toEqual([0, 0])
  expect(await count('event_subscriptions')).toBe(0)
})

it('an event is not delivered again to all when the requested subscription does not exist', async () => {
  await subscribe()
  await events().keep([fileReady('f1')])
  await settle(stage())
  const [event] = unwrap(await events().feed(null, { limit: 1 })).events
  const redelivered = await events().redeliver(null, event?.id ?? '', `sub_${'0'.repeat(26)}`)
  expect(redelivered).toMatchObject({ ok: false, status: 404 })
  await settle(stage())
  expect(stage().received).toHaveLength(1)
})

it('the readers of the feed are written once an hour, and again after a clock that went back', async () => {
  const until = () =>
    stage().sql((sql) => sql.exec<{ until: number }>('SELECT until FROM event_readers').one().until - 24 * HOUR)
  const read = async () => unwrap(await events().feed(null, { limit: 1, types: ['recorder.file.ready'] }))
  const start = stage().clock.now()
  await read()
  expect(await until()).toBe(start)
  stage().clock.advance(HOUR - 1)
  await read()
  expect(await until()).toBe(start)
  stage().clock.advance(1)
  await read()
  expect(await until()).toBe(start + HOUR)
  stage().clock.advance(-1)
  await read()
  expect(await until()).toBe(start + HOUR - 1)
})

it('expired data is deleted once in six hours, however often the object starts', async () => {
  const source = getSource({ keepMarksMs: MINUTE, atLeastMs: HOUR })
  stage().sources.push(source)
  await subscribe()
  await settle(stage())
  const marks = () => count('event_marks')
  const forget = (seen: string) =>
    stage().sql((sql) => {
      sql.exec('INSERT INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)', source.name, seen, '1', 0)
    })
  await forget('m1')
  for (let rung = 0; rung < 5; rung++) {
    await stage().restart()
    await ring(stage())
  }
  expect(await marks()).toBe(1)
  await stage().restart()
  await ring(stage())
  expect(await marks()).toBe(0)
})

it('a clock that went back by days: a call of the object sets the alarm again', async () => {
  const source = getSource()
  stage().sources.push(source)
  await subscribe()
  await settle(stage())
  const before = (await alarmAt()) ?? 0
  stage().clock.advance(-3 * 24 * HOUR)
  expect(await alarmAt()).toBe(before)
  await events().pollNow()
  expect(await alarmAt()).toBe(stage().clock.now())
  await ring(stage())
  expect(source.asks).toHaveLength(2)
})
