import { describe, expect, it } from 'vitest'
import { TIRO_KEYS, type TiroSimulator } from '../../simulators/notes/index.ts'
import type { PaySsamSimulator } from '../../simulators/payment/index.ts'
import { EU_USER_TOKEN } from '../../simulators/recorder/index.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { type Deployment, deploy, getFields, startAnew } from './deployment.ts'

/** What becomes of one of two accounts leaves the other as it is (docs/accounts.md, "Several accounts of one product"). */

startAnew()

const ACCOUNTS = '/api/v1/admin/accounts'
const DATA = '/api/v1/admin/data'
const NOTES = '/api/v1/notes/notes?size=1'

/** A deployment with two accounts of the notes, which the product knows as two workspaces. */
async function deployTwo() {
  const deployment = await deploy()
  const connect = async (id: string, fields: object) =>
    (await deployment.send('PUT', `${ACCOUNTS}/${id}`, fields)).status
  expect(await connect('notes:two', { token: TIRO_KEYS.otherWorkspace })).toBe(200)
  const use = async (account: string, path = NOTES) => {
    const { status, headers, json } = await deployment.gateway.call(path, { headers: { 'X-Account': account } })
    return status === 200 ? [status, headers.get('X-Account')] : [status, json.error]
  }
  const states = async () => {
    const { accounts } = (await deployment.get(ACCOUNTS)).json
    return accounts.flatMap(({ account, state }: Record<string, string>) =>
      account?.startsWith('notes') ? [`${account} ${state}`] : [],
    )
  }
  return { ...deployment, connect, use, states }
}

const tiroOf = ({ getProduct }: Pick<Deployment, 'getProduct'>) => getProduct('notes') as TiroSimulator

describe('a product that refuses one of two accounts', () => {
  it.each([
    ['notes', 'notes:two', TIRO_KEYS.full],
    ['notes:two', 'notes', TIRO_KEYS.otherWorkspace],
  ] as const)('refuses %s, and %s goes on, also when the first is connected again', async (refused, other, key) => {
    const deployment = await deployTwo()
    const { connect, use, states } = deployment
    for (const account of [refused, other]) expect(await use(account)).toEqual([200, account])
    const known = tiroOf(deployment).state.keys.find(({ id }) => key.startsWith(`${id}.`))
    if (!known) throw new Error('the product knows the key')
    known.isActive = false
    const [status, error] = await use(refused)
    expect([status, error]).toEqual([401, expect.stringContaining(`https://latchkey.test/#${refused}`)])
    for (let time = 0; time < 2; time++) expect(await use(other)).toEqual([200, other])
    expect(await states()).toEqual(expect.arrayContaining([`${refused} rejected`, `${other} ok`]))

    known.isActive = true
    expect(await connect(refused, { token: key, force: true })).toBe(200)
    for (const account of [refused, other, refused]) expect(await use(account)).toEqual([200, account])
    await deployment.send('POST', `${ACCOUNTS}/${refused}/test`)
    expect(await states()).toEqual(expect.arrayContaining([`${refused} ok`, `${other} ok`]))
  })
})

describe('an account that was added', () => {
  it('is used at once by another isolate, which lists it within 10 s', async () => {
    const deployment = await deploy()
    const { NOTES_TOKEN, NOTES_PLATFORM_URL } = deployment.gateway.env
    const elsewhere = createGateway({ NOTES_TOKEN, NOTES_PLATFORM_URL } as Record<string, string>)
    const use = async (account: string) => (await elsewhere.call(NOTES, { headers: { 'X-Account': account } })).status
    const list = async () =>
      (await elsewhere.call('/api/v1/accounts')).json.accounts
        .map(({ account }: { account: string }) => account)
        .filter((account: string) => account.includes(':'))
    expect([await use('notes'), await list()]).toEqual([200, []])
    await deployment.send('PUT', `${ACCOUNTS}/notes:two`, { token: TIRO_KEYS.otherWorkspace })
    expect([await use('notes:two'), await use('notes'), await list()]).toEqual([200, 200, []])
    deployment.world.clock.advance(10_000)
    expect(await list()).toEqual(['notes:two'])
    // Within 10 s it is gone from there again.
    await deployment.send('DELETE', DATA, { account: 'notes:two' })
    deployment.world.clock.advance(10_000)
    expect(await list()).toEqual([])
  })
})

describe('erasing the first account', () => {
  const TWO = { apiKey: 'two-payment-key', member: 'two-member', merchant: 'two-merchant' }
  const BILL = { product_nm: 'Workbook', member_nm: 'Hong', phone: '01012345678', price: 1000, expire_dt: '2026-12-31' }

  /** Two accounts of the recorder and of payments, each with data of every kind. */
  async function used() {
    const deployment = await deploy()
    const { send, get, gateway, connected } = deployment
    gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof gateway.env.EVENTS
    const { state } = deployment.getProduct('payment') as PaySsamSimulator
    const { partner } = state
    /** What the product does for a partner. */
    const as = async <Result>(account: string, work: () => Promise<Result>): Promise<Result> => {
      state.partner = account.endsWith(':two') ? { ...partner, ...TWO } : partner
      return work().finally(() => Object.assign(state, { partner }))
    }
    const call = (account: string, path: string, body?: object) => {
      const init = body === undefined ? {} : json('POST', body)
      const headers = { ...(init.headers as object), 'X-Account': account }
      return as(account, () => gateway.call(`/api/v1/${path}`, { ...init, headers }))
    }
    expect((await send('PUT', `${ACCOUNTS}/recorder:two`, { token: EU_USER_TOKEN })).status).toBe(200)
    const secrets = { api_key: TWO.apiKey, member_id: TWO.member, merchant_id: TWO.merchant }
    const fields = { ...getFields('payment', connected), ...secrets }
    const put = await as('payment:two', () => send('PUT', `${ACCOUNTS}/payment:two`, fields))
    expect([put.status, put.json.error]).toEqual([200, undefined])

    const all = ['recorder', 'recorder:two', 'payment', 'payment:two'] as const
    for (const account of all) {
      const isRecorder = account.startsWith('recorder')
      const answer = isRecorder
        ? await call(account, `recorder/search?query=search-of-${account}`)
        : await call(account, 'payment/request', { ...BILL, product_nm: `Workbook of ${account}` })
      expect([answer.status, answer.headers.get('X-Account')]).toEqual([200, account])
      expect((await send('POST', `${ACCOUNTS}/${account}/link`, {})).status).toBe(201)
    }
    const at = deployment.world.clock.now()
    const type = 'account.rejected' as const
    await OBJECTS.EVENTS.getByName('events').keep(
      all.map((account) => ({ type, account, subject: account, at, data: { account } })),
    )
    const stored = async (account: string) => (await get(`${DATA}?account=${account}`)).json
    return { ...deployment, call, stored }
  }

  it('leaves every row of the second, which works as before', async () => {
    const { call, stored, send, get } = await used()
    const second = ['recorder:two', 'payment:two']
    const before = await Promise.all(second.map(stored))
    expect(before).toMatchObject([
      { credential: 'kept', tokens: 1, links: 1, searches: [{ query: 'search-of-recorder:two' }], events: [{}] },
      { credential: 'kept', links: 1, bills: [{ product_nm: 'Workbook of payment:two' }], events: [{}] },
    ])
    for (const account of ['recorder', 'payment']) {
      expect((await send('DELETE', DATA, { account })).status).toBe(200)
      expect(await stored(account)).toMatchObject({ tokens: 0, links: 0, searches: [], bills: [], events: [] })
    }
    expect(await Promise.all(second.map(stored))).toEqual(before)
    const links = (await get('/api/v1/admin/links')).json.links
    expect(links.map(({ account }: { account: string }) => account).sort()).toEqual([...second].sort())

    const statuses = async (path: (product: string) => string) =>
      Promise.all(
        ['recorder', 'recorder:two', 'payment', 'payment:two'].map(async (account) => {
          const { status, json: body } = await call(account, path(account.replace(':two', '')))
          return [status, body.history?.length ?? body.bills?.length]
        }),
      )
    const history = (product: string) => (product === 'recorder' ? 'recorder/search/history' : 'payment/bills')
    const gone = [401, undefined]
    expect(await statuses(history)).toEqual([gone, [200, 1], gone, [200, 1]])
    expect((await call('recorder:two', 'recorder/files?limit=1')).status).toBe(200)
    const billId = before[1].bills[0].bill_id
    expect((await call('payment:two', 'payment/read', { bill_id: billId })).json).toMatchObject({ success: true })
  })
})
