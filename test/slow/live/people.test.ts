import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { ADDRESSES } from '../../simulators/receivers/index.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'

/** docs/spec/events.md, "Channels for people": an account dies, the owner reads it in a chat, and works again. */

const { simulators, receivers, settings } = simulatedProducts(runningClock)
const tiro = simulators.find(({ name }) => name === 'notes') ?? expect.unreachable()
const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
let runtime: LiveRuntime

beforeAll(async () => {
  const { NOTES_TOKEN, NOTES_PLATFORM_URL } = settings
  const own = { NOTES_TOKEN, NOTES_PLATFORM_URL, ADMIN_KEY, NOTIFY_FROM: 'gateway@example.com' }
  runtime = await startGateways([{ name: 'one', settings: own, productAt }])
}, 60_000)
afterAll(() => runtime.stop())

async function ask(method: string, path: string, body?: unknown) {
  const { json, text, status } = await runtime.ask('one', `/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { json, text, status }
}

/** The next message after a test of the account. */
async function heardAfterTest(count: number) {
  await ask('POST', '/admin/accounts/notes/test')
  await vi.waitFor(() => expect(receivers.messages).toHaveLength(count), { timeout: 60_000, interval: 200 })
  return receivers.messages.at(-1)?.text
}

it('reads the time zone and the name that the owner set in the app', async () => {
  const set = await ask('PATCH', '/admin/settings', { time_zone: 'America/New_York', service_name: 'Haneul' })
  expect(set.status).toBe(200)
  const { id } = (await ask('POST', '/events/subscriptions', { url: ADDRESSES.discord, language: 'ko' })).json
  await ask('POST', `/events/subscriptions/${id}/test`, { type: 'account.rejected' })
  await ask('POST', `/events/subscriptions/${id}/test`)
  expect(receivers.messages.splice(0).map(({ text }) => text)).toEqual([
    expect.stringContaining('11월 19일 오후 7:00부터'),
    expect.stringContaining('Haneul 알림이'),
  ])
  expect((await ask('DELETE', `/events/subscriptions/${id}`)).status).toBe(204)
  // The channel that is removed hears it as the last.
  await vi.waitFor(() => expect(receivers.messages).toHaveLength(1), { timeout: 20_000, interval: 200 })
  expect(receivers.messages.splice(0)).toMatchObject([{ text: expect.stringContaining('알림을 삭제했습니다') }])
})

it('is told in a chat and by e-mail, and no output has the addresses', async () => {
  const subscribed = [ADDRESSES.slack, 'minji.private@example.com'].map((url) =>
    ask('POST', '/events/subscriptions', { url, language: 'ko', types: ['account.*'] }),
  )
  const [chat, mail] = (await Promise.all(subscribed)).map(({ json }) => json.id)
  // The first test of the account has ended.
  await vi.waitFor(
    async () => {
      const { json } = await ask('GET', '/admin/events')
      expect(json.sources.find(({ name }: { name: string }) => name === 'account-tests').polled_at).not.toBeNull()
    },
    { timeout: 20_000, interval: 200 },
  )
  tiro.fail({ kind: 'status', status: 401 })
  expect(await heardAfterTest(1)).toMatch(
    /Tiro 계정 연결이 .+부터 끊겼습니다\. 다시 연결할 때까지 새 회의 노트를 가져오지 못합니다\./,
  )
  tiro.heal()
  expect(await heardAfterTest(2)).toMatch(/Tiro 계정이 .+부터 다시 정상입니다\./)
  const attempts = async () => (await ask('GET', `/events/subscriptions/${mail}/deliveries`)).json.deliveries
  await vi.waitFor(async () => expect(await attempts()).toMatchObject([{ ok: true }, { ok: true }]), {
    timeout: 20_000,
  })
  const paths = [
    ...['/admin/events', '/admin/audit', '/admin/requests', '/admin/data?account=notes', '/events/subscriptions'],
    ...[`/events/subscriptions/${chat}`, `/events/subscriptions/${chat}/deliveries`],
    ...[`/events/subscriptions/${mail}`, `/events/subscriptions/${mail}/deliveries`],
  ]
  const answers = await Promise.all(paths.map((path) => ask('GET', path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const shown = [...answers.map(({ text }) => text), ...runtime.log].join('\n')
  expect(
    ['slack0secret', 'B0SIMULATED', 'T0SIMULATED', 'minji.private'].filter((secret) => shown.includes(secret)),
  ).toEqual([])
}, 180_000)
