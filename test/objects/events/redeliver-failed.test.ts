import { expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { events, fileReady, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Subscriptions": the owner delivers everything again that failed, with one call. */
const stage = useStage()
const HOST = 'hooks.example.com'

const subjects = () => stage().received.map(({ body }) => JSON.parse(body).data.file_id)
const failures = async (id: string) =>
  unwrap(await events().deliveries(null, id, { limit: 100, isFailed: true })).map(({ ok, status }) => [ok, status])

it('what is pending and what was given up is delivered now, and what had succeeded is not', async () => {
  const { id } = await subscribe()
  await events().keep([fileReady('well')])
  await settle(stage())
  stage().answers.set(HOST, ({ body }) => new Response('', { status: body.includes('bad') ? 500 : 200 }))
  // It alone fails, so it is quarantined, and given up after ten attempts.
  await events().keep([fileReady('bad'), fileReady('next'), fileReady('after')])
  await settle(stage(), 10 * 24 * 3_600_000)
  expect(unwrap(await events().subscription(null, id)).pending_count).toBe(0)
  stage().answers.set(HOST, () => new Response('', { status: 503 }))
  await events().keep([fileReady('waits')])
  await ring(stage())
  expect(unwrap(await events().subscription(null, id)).pending_count).toBe(1)

  stage().answers.clear()
  stage().received.length = 0
  expect(unwrap(await events().redeliverFailed(null, id))).toEqual({ deliveries: 2 })
  await ring(stage())
  expect(subjects().sort()).toEqual(['bad', 'waits'])
  expect(unwrap(await events().subscription(null, id))).toMatchObject({ pending_count: 0, failing_since: null })
  // Nothing that failed is left.
  expect(unwrap(await events().redeliverFailed(null, id))).toEqual({ deliveries: 0 })
})

it('lists the failed attempts only, in pages', async () => {
  const { id } = await subscribe()
  await events().keep([fileReady('f1')])
  await settle(stage())
  stage().answers.set(HOST, () => new Response('', { status: 500 }))
  await events().keep([fileReady('f2')])
  for (let rung = 0; rung < 3; rung++) await ring(stage())
  const all = unwrap(await events().deliveries(null, id, { limit: 100 }))
  expect(all).toHaveLength(4)
  expect(await failures(id)).toEqual(Array(3).fill([false, 500]))
  const [, second] = all
  const older = unwrap(await events().deliveries(null, id, { limit: 100, isFailed: true, before: second?.id }))
  expect(older.map(({ attempt }) => attempt)).toEqual([1])
})

it('is refused for a subscription that is disabled, and for one that does not exist', async () => {
  const { id } = await subscribe()
  unwrap(await events().change(null, id, { enabled: false }))
  expect(await events().redeliverFailed(null, id)).toMatchObject({ ok: false, status: 409 })
  expect(await events().redeliverFailed(null, 'sub_none')).toMatchObject({ ok: false, status: 404 })
})
