import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { ADDRESSES } from '../../simulators/receivers/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * docs/spec/events.md, "Accounts", by the wall clock: from the first refused call to the message in the chat. Nothing here
 * polls, and nothing tests an account.
 */

const { simulators, receivers, settings } = simulatedProducts(runningClock)
const productOf = (name: string) => simulators.find((each) => each.name === name) ?? expect.unreachable()
const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
const NOTES = '/api/v1/notes/notes?size=3'
const PAGES = '/api/v2/workspace/users/me'
let storage: string
let runtime: LiveRuntime

const start = async () => {
  const { NOTES_TOKEN, NOTES_PLATFORM_URL, WORKSPACE_TOKEN } = settings
  const own = { NOTES_TOKEN, NOTES_PLATFORM_URL, WORKSPACE_TOKEN, ADMIN_KEY }
  runtime = await startGateways([{ name: 'one', settings: own, productAt }], storage)
}

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-told-'))
  await start()
}, 60_000)
afterAll(async () => {
  await runtime.stop()
  await rm(storage, { recursive: true })
})

const call = async (path: string) => (await runtime.ask('one', path, { headers: { 'X-API-KEY': LIVE_KEY } })).status

async function subscribe(address: keyof typeof ADDRESSES) {
  const answer = await runtime.ask('one', '/api/v1/events/subscriptions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: ADDRESSES[address], language: 'ko', types: ['account.*'] }),
  })
  expect(answer.status).toBe(201)
}

/** The next message, and the seconds until it arrived. */
async function hear(since: number) {
  await vi.waitFor(() => expect(receivers.messages).not.toEqual([]), { timeout: 60_000, interval: 50 })
  const seconds = (Date.now() - since) / 1000
  return { seconds, messages: receivers.messages.splice(0) }
}

it('a refused call is told within a minute, for two accounts in one message, and so is the next call that works', async () => {
  expect([await call(NOTES), await call(PAGES)]).toEqual([200, 200])
  await subscribe('slack')
  for (const name of ['notes', 'workspace']) productOf(name).fail({ kind: 'status', status: 401 })
  const diedAt = Date.now()
  expect([await call(NOTES), await call(PAGES)]).toEqual([401, 401])
  const broken = await hear(diedAt)
  expect(broken.messages).toMatchObject([
    {
      text: expect.stringMatching(/Tiro 계정 연결이 [\s\S]+끊겼습니다[\s\S]+노션 계정 연결이 [\s\S]+끊겼습니다/),
      links: [expect.stringMatching(/#notes$/), expect.stringMatching(/#workspace$/)],
    },
  ])
  for (const name of ['notes', 'workspace']) productOf(name).heal()
  const healedAt = Date.now()
  expect([await call(NOTES), await call(PAGES)]).toEqual([200, 200])
  const well = await hear(healedAt)
  expect(well.messages).toMatchObject([
    { text: expect.stringMatching(/Tiro[\s\S]+다시 정상[\s\S]+노션[\s\S]+다시 정상/) },
  ])
  console.log(`told after ${broken.seconds} s, and that it works again after ${well.seconds} s`)
}, 180_000)

it('a kill between the refusal and the message does not lose it', async () => {
  productOf('notes').fail({ kind: 'status', status: 401 })
  const diedAt = Date.now()
  expect(await call(NOTES)).toBe(401)
  // The report follows the response.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await runtime.stop()
  expect(receivers.messages).toEqual([])
  await start()
  const { seconds, messages } = await hear(diedAt)
  expect(messages).toMatchObject([{ text: expect.stringMatching(/Tiro 계정 연결이 .+부터 끊겼습니다/) }])
  console.log(`told ${seconds} s after the refusal, with a kill in between`)
}, 180_000)

it('who adds a chat then is told at once', async () => {
  const addedAt = Date.now()
  await subscribe('discord')
  const { seconds, messages } = await hear(addedAt)
  expect(messages).toMatchObject([{ receiver: 'discord', text: expect.stringContaining('끊겼습니다') }])
  expect(seconds).toBeLessThan(20)
}, 120_000)
