import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** Export and erasure of an account's data, right after it was stored (docs/spec/admin.md, "Data of an account"). */

const { simulators, settings } = simulatedProducts(runningClock)
const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
const TIMES = 20
let runtime: LiveRuntime

beforeAll(async () => {
  const { RECORDER_TOKEN: _, ...others } = settings
  runtime = await startGateways([{ name: 'one', settings: { ...others, ADMIN_KEY }, productAt }])
}, 60_000)
afterAll(() => runtime.stop())

async function ask(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const { status, json } = await runtime.ask('one', `/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status, json }
}
const asAdmin = (method: string, path: string, body?: unknown) =>
  ask(method, `/admin${path}`, { Authorization: `Bearer ${ADMIN_KEY}` }, body)
const asCaller = (method: string, path: string, body?: unknown) => ask(method, path, { 'X-API-KEY': LIVE_KEY }, body)

const search = (query: string) => asCaller('GET', `/recorder/search?query=${query}`)
const readHistory = async () => (await asCaller('GET', '/recorder/search/history')).json.history
const exported = async (account: string) => (await asAdmin('GET', `/data?account=${account}`)).json
const erase = async (account: string) => (await asAdmin('DELETE', '/data', { account })).json.accounts[0]
const connect = async (force = false) => {
  const token = settings.RECORDER_TOKEN
  expect((await asAdmin('PUT', '/accounts/recorder', { token, force })).status).toBe(200)
}

describe.each([
  ['tested', false],
  ['connected without a test', true],
])('an account that was %s and used at once', (_, force) => {
  it('is exported and erased as a whole, twenty times without a pause', async () => {
    for (let time = 0; time < TIMES; time++) {
      await connect(force)
      const queries = ['one', 'two', 'three'].map((word) => `${word}-${time}`)
      const answers = await Promise.all(queries.map(search))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { searches } = await exported('recorder')
      expect(searches.map(({ query }: { query: string }) => query).toSorted()).toEqual(queries.toSorted())
      expect(await erase('recorder')).toMatchObject({ searches: 3 })
      await connect(force)
      expect(await readHistory()).toEqual([])
      expect(await exported('recorder')).toMatchObject({ searches: [] })
      await erase('recorder')
    }
  }, 120_000)
})

it('keeps nothing of the searches that run while it is erased', async () => {
  for (let time = 0; time < TIMES; time++) {
    await connect()
    const running = ['a', 'b', 'c', 'd'].map((word) => search(`${word}-${time}`))
    const erased = erase('recorder')
    const late = ['e', 'f'].map((word) => search(`${word}-${time}`))
    await Promise.all([...running, erased, ...late])
    await connect()
    expect([time, await readHistory()]).toEqual([time, []])
  }
}, 120_000)
