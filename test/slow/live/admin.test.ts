import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { secretFinder } from '../../../scripts/support/secrets.ts'
import { ACCOUNT_CONNECTORS } from '../../../src/registry.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { LIVE_KEY, type LiveAnswer, type LiveRuntime, startGateways } from './gateways.ts'

/** The management app on the real runtime, where a request that used an object of another request would fail. */

const { simulators, settings } = simulatedProducts(runningClock)
const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
const answers: LiveAnswer[] = []
let runtime: LiveRuntime

beforeAll(async () => {
  const gateway = { settings: { ...settings, ADMIN_KEY }, productAt }
  runtime = await startGateways([
    { name: 'one', ...gateway },
    { name: 'guessed', ...gateway },
  ])
}, 60_000)
afterAll(() => runtime.stop())

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await runtime.ask('one', `/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  answers.push(answer)
  return answer
}
const asAdmin = (method: string, path: string, body?: unknown) =>
  ask(method, `/admin${path}`, body, { Authorization: `Bearer ${ADMIN_KEY}` })

/** A request of each account's own group. */
const REQUESTS: Readonly<Record<string, readonly [method: string, path: string, body?: unknown]>> = {
  recorder: ['GET', '/recorder/devices'],
  notes: ['GET', '/notes/notes'],
  social: ['GET', '/social/me'],
  'shop-seller': ['POST', '/shop/category', {}],
  'shop-consumer': ['POST', '/shop/orders', {}],
  payment: ['POST', '/payment/read', { bill_id: '0000000000NOSUCHBIL' }],
  video: ['POST', '/video/metadata', { video_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' }],
}
const use = (account: string) => {
  const [method, path, body] = REQUESTS[account] ?? ['GET', '/']
  return ask(method, path, body, { 'X-API-KEY': LIVE_KEY, 'X-Payment-Mode': 'true' })
}

const WRONG: Readonly<Record<string, object>> = {
  recorder: { token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IlVUIn0.eyJzdWIiOiJub2JvZHkifQ.nobody' },
  notes: { token: 'test-wrong.secret-of-nobody' },
  social: { token: 'nobodys-social-token' },
  'shop-seller': { secret_key: 'nobodys-secret-key' },
  'shop-consumer': { session: 'sid=nobodys-session-of-a-shop' },
  payment: { api_key: 'nobodys-payment-key' },
  video: { api_key: 'nobodys-video-key' },
}
const parseFields = (account: string) =>
  Object.fromEntries(
    Object.entries(ACCOUNT_CONNECTORS.find((each) => each.account === account)?.fields ?? {}).map(
      ([field, setting]) => [field, { ...settings }[setting as keyof typeof settings]],
    ),
  )

describe.each(Object.keys(REQUESTS))('%s', (account) => {
  it('continues with the connected account, twice, after its product refused another credential', async () => {
    const before = (await use(account)).status
    expect(before).not.toBe(401)
    const refused = await asAdmin('PUT', `/accounts/${account}`, { ...parseFields(account), ...WRONG[account] })
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringMatching(`^${account}: `)])
    for (let time = 0; time < 2; time++) expect((await use(account)).status).toBe(before)
  }, 30_000)

  it('is disconnected, connected again, and works at once', async () => {
    expect((await asAdmin('DELETE', `/accounts/${account}`)).json.account.state).toBe('not_connected')
    const answer = await asAdmin('PUT', `/accounts/${account}`, parseFields(account))
    expect([answer.status, answer.json.account]).toEqual([
      200,
      expect.objectContaining({ state: 'ok', source: 'kept' }),
    ])
    expect((await use(account)).status).not.toBe(401)
    expect((await asAdmin('POST', `/accounts/${account}/test`)).json.account.state).toBe('ok')
  }, 30_000)
})

it('the doctor finds all well, several times and at once', async () => {
  const look = () => ask('GET', '/doctor', undefined, { 'X-API-KEY': LIVE_KEY })
  const all = [await look(), ...(await Promise.all([look(), look(), look()]))]
  expect(all.map(({ status, json }) => [status, json.ok])).toEqual(all.map(() => [200, true]))
  expect(all[0]?.json.accounts).toHaveLength(8)
}, 30_000)

it('a link is opened and used, by its cookie', async () => {
  const { json } = await asAdmin('POST', '/accounts/notes/link')
  const { origin, hash } = new URL(json.url)
  const opened = await ask('POST', '/connect/session', { account: 'notes', token: hash.slice(1) }, { Origin: origin })
  expect(opened.status).toBe(200)
  const [cookie = ''] = opened.headers.getSetCookie()
  const headers = { Cookie: cookie.split(';')[0] ?? '', Origin: origin }
  expect(await ask('PUT', '/connect/notes', parseFields('notes'), headers)).toMatchObject({
    status: 200,
    json: { account: 'notes', state: 'ok' },
  })
  expect((await ask('PUT', '/connect/notes', parseFields('notes'), headers)).status).toBe(410)
}, 30_000)

it('guessing is limited by the runtime: then the right key is 429 as well', async () => {
  const guess = (key: string) =>
    runtime.ask('guessed', '/api/v1/admin/session', {
      headers: { Authorization: `Bearer ${key}`, 'CF-Connecting-IP': '192.0.2.7' },
    })
  const statuses: number[] = []
  // The runtime counts 20 tries in each minute of the clock, and these may be in two of them.
  while (statuses.length < 45 && statuses.at(-1) !== 429) statuses.push((await guess('a-wrong-admin-key-of-20')).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  expect((await guess(ADMIN_KEY)).status).toBe(429)
}, 30_000)

it('no credential is in a response or in the log', () => {
  expect(answers.length).toBeGreaterThan(40)
  const wrong = Object.values(WRONG).flatMap(Object.values) as string[]
  // The vendor id says whose account it is.
  const used = Object.entries({ ...settings, ADMIN_KEY, LIVE_KEY }).filter(
    ([name]) => !/_(HOST|URL|VENDOR_ID)$/.test(name),
  )
  const find = secretFinder(new Map([...used, ...wrong.map((value) => [value, value] as const)]))
  const texts = answers.flatMap(({ text, headers }) => [text, JSON.stringify([...headers])])
  for (const text of [...texts, ...runtime.log]) expect(find(text), text.slice(0, 300)).toBeUndefined()
  expect(runtime.log.length).toBeGreaterThan(40)
})
