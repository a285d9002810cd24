import { expect, it } from 'vitest'
import { conflict, GatewayError, unwrap } from '../../../src/base/errors.ts'
import { events, fileReady, getSource, HOUR, MINUTE, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Deliveries": what a delivery contains in addition to its event. */
const stage = useStage()

const data = () => stage().received.map(({ body }) => JSON.parse(body).data)

/** A product with this transcript and summary: a text, or the error that it fails with. */
async function deliver(attached: Record<string, string | Error>) {
  const asked: string[] = []
  const attach = async (_: unknown, __: unknown, [name = '']: readonly string[]) => {
    asked.push(name)
    const found = attached[name]
    if (found instanceof Error) throw found
    return { [name]: found }
  }
  stage().sources.push(getSource({ attach }))
  // Of its own, if a test calls this twice.
  const url = `https://hooks.example.com/${stage().sources.length}`
  const { id } = await subscribe({ url, include: ['transcript', 'summary'] })
  await settle(stage())
  await events().keep([fileReady('f1')])
  return { id, asked }
}

it('fetches the attachments', async () => {
  await deliver({ transcript: 'Hello', summary: 'Greeting' })
  await settle(stage())
  expect(data()).toEqual([{ file_id: 'f1', transcript: 'Hello', summary: 'Greeting' }])
})

it('leaves out and names missing attachments', async () => {
  await deliver({ transcript: 'Hello', summary: conflict('the summary is not ready') })
  await settle(stage())
  const omitted = [{ name: 'summary', reason: 'the summary is not ready' }]
  expect(data()).toEqual([{ file_id: 'f1', transcript: 'Hello', omitted }])
})

it('leaves out and names attachments that would exceed 1 MiB', async () => {
  await deliver({ transcript: '말'.repeat(400_000), summary: 'Greeting' })
  await settle(stage())
  const omitted = [{ name: 'transcript', reason: 'larger than a delivery may be' }]
  expect(data()).toEqual([{ file_id: 'f1', summary: 'Greeting', omitted }])
  await deliver({ transcript: '말'.repeat(340_000) })
  expect(Math.max(...stage().received.map(({ body }) => new TextEncoder().encode(body).byteLength))).toBeLessThan(
    2 ** 20,
  )
})

it('waits for a product that is down, about half an hour, and blocks nothing else', async () => {
  const { id, asked } = await deliver({ transcript: new GatewayError(502, 'down'), summary: 'Greeting' })
  await settle(stage())
  expect(asked).toEqual(['transcript'])
  const start = stage().clock.now()
  unwrap(await events().change(null, id, { types: ['recorder.file.ready', 'shop.order.created'] }))
  await events().keep([fileReady('o1', { type: 'shop.order.created', account: 'shop-consumer' })])
  await settle(stage())
  expect(data()).toEqual([{ file_id: 'o1' }])
  await settle(stage(), HOUR)
  expect(data()[1]).toEqual({ file_id: 'f1', summary: 'Greeting', omitted: [{ name: 'transcript', reason: 'down' }] })
  expect((stage().received[1]?.at ?? 0) - start).toBe(35 * MINUTE)
  expect(unwrap(await events().subscription(null, id))).toMatchObject({ failing_since: null, last_error: null })
})

it('test events and types without attachments have none', async () => {
  const { id, asked } = await deliver({})
  await events().deliverTest(null, id)
  expect(asked).toEqual([])
  expect(JSON.parse(stage().received[0]?.body ?? '')).toMatchObject({ type: 'latchkey.test', data: {} })
})
