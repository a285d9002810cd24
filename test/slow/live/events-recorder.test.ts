import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { runningClock } from '../../simulators/clock.ts'
import { createPlaud, EU_USER_TOKEN, KR_USER_TOKEN } from '../../simulators/recorder/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * The recorder's own source on the real runtime, from the product to a signed delivery (docs/spec/events.md, "The
 * promise").
 */

const ADMIN_KEY = 'live-admin-key-of-this-test-alone'

/** Work that was running when the runtime was killed is repeated after 30 s. */
const LEASE_MS = 31_000

it('each recording that becomes ready is delivered, over a kill and a change of the account', async () => {
  const storage = await mkdtemp(join(tmpdir(), 'latchkey-recorder-'))
  const plaud = createPlaud({ clock: runningClock })
  const received: { id: string; text: string; headers: Record<string, string> }[] = []
  let isDown = false
  const endpoint: Simulator = {
    ...plaud,
    fetch: async (request) => {
      const text = await request.text()
      if (isDown) return new Promise<never>(() => {})
      received.push({ id: JSON.parse(text).data.id, text, headers: Object.fromEntries(request.headers) })
      return new Response(null, { status: 204 })
    },
  }
  const productAt = (host: string) =>
    plaud.answersFor(host) ? plaud : host === 'hooks.example.com' ? endpoint : undefined
  const start = (RECORDER_TOKEN: string, ahead = 0) =>
    startGateways([{ name: 'one', settings: { RECORDER_TOKEN, ADMIN_KEY, LICENCE: 'pro' }, productAt }], storage, ahead)
  let gateways: LiveRuntime | undefined
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-KEY': LIVE_KEY, Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await gateways?.ask('one', `/api/v1${path}`, init)
    expect(answer?.status, answer?.text).toBeLessThan(300)
    return JSON.parse(answer?.text ?? '')
  }
  const recorder = async () => {
    const { sources } = await send('GET', '/admin/events')
    return sources.find(({ name }: { name: string }) => name === 'recorder.files')
  }
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 })
  const happened: string[] = []
  /** Recordings become ready, and all of them are reported. */
  const tell = async (count: number) => {
    for (let made = 0; made < count; made++) happened.push(plaud.finish(plaud.record().id).id)
    await send('POST', '/admin/events/poll')
    await until(() => expect(received.map(({ id }) => id)).toEqual(expect.arrayContaining(happened)))
  }
  try {
    gateways = await start(KR_USER_TOKEN)
    const { secret } = await send('POST', '/events/subscriptions', {
      url: 'https://hooks.example.com/in',
      types: ['recorder.file.ready'],
      include: ['transcript', 'summary'],
    })
    await until(async () => expect((await recorder()).polled_at).not.toBeNull())
    await tell(4)

    // Killed before an endpoint responded: the running delivery is repeated.
    isDown = true
    happened.push(plaud.finish(plaud.record().id).id)
    await send('POST', '/admin/events/poll')
    await until(async () => {
      const [subscription] = (await send('GET', '/events/subscriptions')).subscriptions
      expect(subscription.pending_count).toBe(1)
    })
    await gateways.stop()
    isDown = false
    gateways = await start(KR_USER_TOKEN, LEASE_MS)
    await tell(2)

    // Another account: its existing recordings are not new.
    await gateways.stop()
    const old = plaud.finish(plaud.record().id).id
    gateways = await start(EU_USER_TOKEN, LEASE_MS)
    const { polled_at: before } = await recorder()
    await send('POST', '/admin/events/poll')
    await until(async () => expect((await recorder()).polled_at).not.toBe(before))
    await tell(3)

    expect(happened).toHaveLength(10)
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set(happened))
    expect(happened).not.toContain(old)
    const webhook = new Webhook(secret)
    for (const { text, headers } of received) {
      const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = headers
      // The clock of the gateways is different, so the library would consider each delivery too old.
      expect(signature).toBe(webhook.sign(id, new Date(Number(at) * 1000), text))
      expect(JSON.parse(text)).toMatchObject({
        type: 'recorder.file.ready',
        data: { transcript: { text: expect.stringMatching(/./) }, summary: expect.anything() },
      })
    }
    const idsByEvent = happened.map(
      (id) => new Set(received.filter((one) => one.id === id).map(({ headers }) => headers['webhook-id'])),
    )
    expect(idsByEvent.map(({ size }) => size)).toEqual(happened.map(() => 1))
  } finally {
    await gateways?.stop()
    await rm(storage, { recursive: true })
  }
})
