import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ACCOUNT_SECRETS, type Account, productOf } from '../../../src/base/groups.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { storeSecrets } from '../../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { openBrowser } from '../../groups/admin/browser.ts'
import { Clock } from '../../simulators/clock.ts'
import { freshStorage } from '../../support/fresh.ts'
import { BINDINGS, createGateway, json } from '../../support/gateway.ts'
import { createWorldAt, holdDeadlines } from '../../support/world.ts'
import { type KeyOptions, nameKey } from './keys/named-keys.ts'

/** Which account a call means (docs/spec/gateway.md, "Which account a request uses"). */

const ACCOUNTS: readonly Account[] = ['notes:two', 'notes:six', 'social:shop', 'workspace:two', 'payment:two']
const NOTES = '/api/v1/notes/notes?size=1'
const POSTS = '/api/v1/social/posts?limit=1'
const ME = '/api/v2/workspace/users/me'
const BILLS = '/api/v1/payment/bills'

beforeEach(freshStorage)
afterEach(() => vi.restoreAllMocks())

async function deploy() {
  const clock = new Clock()
  const { simulators, settings } = simulatedProducts(clock)
  createWorldAt(clock, ...simulators)
  holdDeadlines()
  const gateway = createGateway({ ...settings, ADMIN_KEY, ALLOWED_ORIGINS: 'https://app.example.test' })
  const secrets: Readonly<Record<string, string>> = settings
  for (const account of ACCOUNTS)
    await storeSecrets(
      getSettings(BINDINGS),
      account,
      Object.fromEntries(ACCOUNT_SECRETS[productOf(account)].map((name) => [name, secrets[name] ?? ''])),
      // The simulated products have one credential.
      [account],
    )
  const calls = () => simulators.flatMap((each) => each.calls).length
  const ask = async (path: string, account?: string, key?: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as object), ...(account !== undefined && { 'X-Account': account }) }
    return gateway.call(path, { ...init, headers, ...(key !== undefined && { key }) })
  }
  const used = async (...request: Parameters<typeof ask>) => {
    const { status, headers, text } = await ask(...request)
    return [status, headers.get('X-Account') ?? text]
  }
  const error = async (...request: Parameters<typeof ask>) => {
    const before = calls()
    const { status, headers, json } = await ask(...request)
    expect(calls()).toBe(before)
    return [status, headers.get('X-Error-Code'), json.error]
  }
  return { gateway, ask, used, error, calls }
}

const nameNotes = (...accounts: Account[]) => nameKey({ accounts })

describe('a request', () => {
  it('uses the first account, and the one that it names; the answer says which', async () => {
    const { used } = await deploy()
    expect(await used(NOTES)).toEqual([200, 'notes'])
    expect(await used(NOTES, 'notes')).toEqual([200, 'notes'])
    expect(await used(NOTES, 'notes:two')).toEqual([200, 'notes:two'])
    expect(await used(NOTES, ' social:shop , notes:six ')).toEqual([200, 'notes:six'])
    expect(await used(POSTS, 'notes:two')).toEqual([200, 'social'])
    expect(await used(NOTES, '')).toEqual([200, 'notes'])
  })

  it('says nothing of an account when it uses none', async () => {
    const { ask } = await deploy()
    const { status, headers } = await ask('/api/v1/events/types', 'notes:two')
    expect([status, headers.get('X-Account')]).toEqual([200, null])
  })

  it.each(['busines!', 'notes:', 'Notes', 'notes:two:three', 'shop', 'notes;two'])(
    '400 for %s, which is no id',
    async (id) => {
      const { error } = await deploy()
      expect(await error(NOTES, id)).toEqual([
        400,
        'invalid_input',
        `X-Account: "${id}" is not the id of an account, such as workspace or workspace:business`,
      ])
    },
  )

  it('400 for two accounts of a product, whatever else it names', async () => {
    const { error, used } = await deploy()
    const message = 'X-Account: names two accounts of notes'
    expect(await error(NOTES, 'notes:two,social,notes')).toEqual([400, 'invalid_input', message])
    expect(await used(NOTES, 'notes:two,notes:two')).toEqual([200, 'notes:two'])
  })

  it('401 with the id for an account that is not connected, also where the first one is', async () => {
    const { error } = await deploy()
    const message = 'the account notes:nine is not connected: connect it at https://latchkey.test/#notes:nine'
    expect(await error(NOTES, 'notes:nine')).toEqual([401, 'account_not_connected', message])
  })

  it.each<[string, string, object?]>([
    ['workspace:nine', ME],
    ['video:nine', '/api/v1/video/metadata', { video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
  ])('401 with the id %s as well, although the operation works without an account', async (id, path, body) => {
    const { error } = await deploy()
    const init = body ? json('POST', body) : {}
    const notConnected = [
      401,
      'account_not_connected',
      `the account ${id} is not connected: connect it at https://latchkey.test/#${id}`,
    ]
    expect(await error(path, id, undefined, init)).toEqual(notConnected)
    const key = await nameKey({ accounts: [id as Account] })
    expect(await error(path, undefined, key, init)).toEqual(notConnected)
  })
})

describe('a named key', () => {
  const closed = (id: string) => [403, 'insufficient_scope', `this API key does not open the account ${id}`]

  it('opens the first account of each product, and no other', async () => {
    const { used, error } = await deploy()
    const key = await nameKey()
    expect(await used(NOTES, undefined, key)).toEqual([200, 'notes'])
    for (const id of ['notes:two', 'notes:nine', 'social:shop']) expect(await error(NOTES, id, key)).toEqual(closed(id))
  })

  it('with one account of a product needs no header, and does not open the first one', async () => {
    const { used, error } = await deploy()
    const key = await nameNotes('notes:two')
    expect(await used(NOTES, undefined, key)).toEqual([200, 'notes:two'])
    expect(await used(NOTES, 'notes:two', key)).toEqual([200, 'notes:two'])
    expect(await used(POSTS, undefined, key)).toEqual([200, 'social'])
    for (const id of ['notes', 'notes:six', 'notes:nine']) expect(await error(NOTES, id, key)).toEqual(closed(id))
  })

  it('with the first one and others uses the first one', async () => {
    const { used } = await deploy()
    const key = await nameNotes('notes:two', 'notes')
    expect(await used(NOTES, undefined, key)).toEqual([200, 'notes'])
    expect(await used(NOTES, 'notes:two', key)).toEqual([200, 'notes:two'])
  })

  it('with several without the first one has to say which, where one is needed', async () => {
    const { used, error, ask } = await deploy()
    const key = await nameNotes('notes:two', 'notes:six')
    const message = 'X-Account: is required, because this key opens several accounts: send notes:two or notes:six'
    expect(await error(NOTES, undefined, key)).toEqual([409, 'account_ambiguous', message])
    expect(await used(NOTES, 'notes:six', key)).toEqual([200, 'notes:six'])
    expect(await used(POSTS, undefined, key)).toEqual([200, 'social'])
    expect((await ask('/api/v1/events/types', undefined, key)).status).toBe(200)
  })

  it('opens no account of a group that it does not open', async () => {
    const { error } = await deploy()
    const key = await nameKey({ groups: ['notes'], accounts: ['social:shop'] })
    expect(await error(NOTES, 'social:shop', key)).toEqual(closed('social:shop'))
  })

  it('uses its accounts over MCP, and those of the header of its client', async () => {
    const { gateway, calls } = await deploy()
    const call = (key: string, header: Record<string, string> = {}) => {
      const params = { name: 'notes_list_notes', arguments: {} }
      const init = json('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const accept = 'application/json, text/event-stream'
      return gateway.call('/mcp', {
        ...init,
        headers: { 'Content-Type': 'application/json', Accept: accept, ...header },
        key,
      })
    }
    const reads = vi.spyOn(BINDINGS.STORE, 'get')
    const names = () => reads.mock.calls.flatMap(([name]) => /credentials\/(.*)/.exec(String(name))?.[1] ?? [])
    expect((await call(await nameNotes('notes:two'))).json.result.isError ?? false).toBe(false)
    expect(names()).toEqual(['notes:two'])
    await call(await nameNotes('notes:two', 'notes:six'), { 'X-Account': 'notes:six' })
    expect(names()).toEqual(['notes:two', 'notes:six'])
    const before = calls()
    expect((await call(await nameNotes('notes:two'), { 'X-Account': 'notes' })).status).toBe(403)
    expect(calls()).toBe(before)
  })
})

describe('payments', () => {
  it('use the connected account without X-Payment-Mode, when the request or its key names one', async () => {
    const { used, ask } = await deploy()
    const read = (account?: string, key?: string, headers = {}) =>
      ask('/api/v1/payment/read', account, key, {
        ...json('POST', { bill_id: '1' }),
        headers: { 'Content-Type': 'application/json', ...headers },
      })
    expect((await read()).json.error).toMatch(/^connection: /)
    expect((await read('notes:two')).json.error).toMatch(/^connection: /)
    const named = [read('payment'), read('payment:two'), read(undefined, await nameKey({ accounts: ['payment:two'] }))]
    const answers = await Promise.all(named)
    expect(answers.map(({ headers }) => headers.get('X-Account'))).toEqual(['payment', 'payment:two', 'payment:two'])
    expect(await used(BILLS, 'payment:two')).toEqual([200, 'payment:two'])
    // An account that the request brings comes first.
    const brought = await read('payment:two', undefined, { 'X-Payment-Host': 'another' })
    expect([brought.headers.get('X-Account'), brought.json.error]).toEqual([
      null,
      expect.stringMatching(/^connection: /),
    ])
  })
})

it('the token that a request brings comes before the account that it names', async () => {
  const { ask } = await deploy()
  const { status, headers } = await ask(ME, 'workspace:two', undefined, {
    headers: { 'X-Workspace-Token': 'ntn_test-full' },
  })
  expect([status, headers.get('X-Account')]).toEqual([200, null])
})

it('a browser may send the header, and read it', async () => {
  const { gateway } = await deploy()
  const origin = { Origin: 'https://app.example.test' }
  const preflight = await gateway.call(NOTES, {
    method: 'OPTIONS',
    headers: { ...origin, 'Access-Control-Request-Method': 'GET' },
  })
  expect(preflight.headers.get('Access-Control-Allow-Headers')?.split(',')).toContain('X-Account')
  const answer = await gateway.call(NOTES, { headers: origin })
  expect(answer.headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('X-Account')
})

it('the search looks into the accounts that it names, and into those of its key', async () => {
  const { ask } = await deploy()
  const reads = vi.spyOn(BINDINGS.STORE, 'get')
  const search = async (account?: string, key?: string) => {
    reads.mockClear()
    expect((await ask('/api/v1/search?query=a&groups=notes,social', account, key)).status).toBe(200)
    return reads.mock.calls.flatMap(([name]) => /credentials\/(.*)/.exec(String(name))?.[1] ?? []).sort()
  }
  expect(await search('notes:two,social:shop')).toEqual(['notes:two', 'social:shop'])
  expect(await search(undefined, await nameNotes('notes:six'))).toEqual(['notes:six', 'social'])
})

describe('an agreement of the owner', () => {
  const POST = { text: 'Our new shelf' }
  const setUp = async (options: KeyOptions) => {
    const { gateway, ask } = await deploy()
    const owner = openBrowser({}, gateway)
    await owner.signIn()
    const key = await nameKey({ confirm: true, ...options })
    const post = async (account?: string) => {
      const answer = await ask('/api/v1/social/posts', account, key, json('POST', POST))
      const [, id] = /confirm#([\w-]{43})$/.exec(answer.json.error ?? '') ?? []
      return { status: answer.status, id, account: answer.headers.get('X-Account') }
    }
    const path = (id = '') => `/api/v1/admin/confirmations/${id}`
    return {
      post,
      agree: (id?: string) => owner.send('POST', path(id), { agree: true }),
      look: (id?: string) => owner.get(path(id)),
    }
  }

  it('is for the account that the call names', async () => {
    const { post, agree, look } = await setUp({ accounts: ['social', 'social:shop'] })
    const { id } = await post()
    await agree(id)
    const other = await post('social:shop')
    expect([other.status, other.id === id]).toEqual([403, false])
    expect((await look(other.id)).json.fields[0]).toEqual({ name: 'account', value: 'social:shop' })
    expect(await post('social')).toMatchObject({ status: 201, account: 'social' })
    await agree(other.id)
    expect(await post('social:shop')).toMatchObject({ status: 201, account: 'social:shop' })
  })

  it('is not asked for while the call has to say which account it means', async () => {
    const { post } = await setUp({ accounts: ['social:shop', 'social:two'] })
    expect(await post()).toEqual({ status: 409, id: undefined, account: null })
  })
})

describe('the accounts of a key', () => {
  const setUp = async () => {
    const { gateway, used } = await deploy()
    const owner = openBrowser({}, gateway)
    await owner.signIn()
    const make = async (more: object) =>
      (await owner.send('POST', '/api/v1/admin/keys', { name: 'make', ...more })).json
    const change = async (id: string, accounts: unknown) => {
      const { status, json } = await owner.send('PATCH', `/api/v1/admin/keys/${id}`, { accounts })
      return status === 200 ? json.record.accounts : [status, json.error]
    }
    return { owner, used, make, change }
  }

  it('are chosen when it is made, changed, taken away and listed', async () => {
    const { owner, used, make, change } = await setUp()
    const { key, record } = await make({ accounts: ['notes:two', 'notes:two'] })
    expect(record.accounts).toEqual(['notes:two'])
    expect(await used(NOTES, undefined, key)).toEqual([200, 'notes:two'])
    expect(await change(record.id, ['notes:six', 'notes'])).toEqual(['notes:six', 'notes'])
    expect(await used(NOTES, undefined, key)).toEqual([200, 'notes'])
    const { keys } = (await owner.get('/api/v1/admin/keys')).json
    expect(keys.map(({ accounts }: { accounts: unknown }) => accounts)).toEqual([['notes:six', 'notes']])
    expect(await change(record.id, null)).toBeNull()
    expect((await make({})).record.accounts).toBeNull()
  })

  it.each([
    [[], 'accounts: must name at least one account'],
    [['notes:Two'], 'accounts[0]: a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'],
    [Array(29).fill('notes'), 'accounts: must name at most 28 accounts, not 29'],
  ])('400 for %j', async (accounts, message) => {
    const { make } = await setUp()
    expect((await make({ accounts })).error).toBe(message)
  })

  it('that are taken away are gone for the key that it replaced as well', async () => {
    const { owner, make, change } = await setUp()
    const { record } = await make({ accounts: ['notes:two', 'notes:six', 'social:shop'] })
    const rolled = await owner.send('POST', `/api/v1/admin/keys/${record.id}/roll`, { overlap_hours: 24 })
    expect(rolled.json.record.accounts).toEqual(record.accounts)
    await change(rolled.json.record.id, ['notes:six', 'notes'])
    const { keys } = (await owner.get('/api/v1/admin/keys')).json
    const previous = keys.find(({ id }: { id: string }) => id === record.id)
    expect(previous.accounts).toEqual(['notes:six', 'social'])
  })
})
