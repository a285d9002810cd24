import { describe, expect, it, vi } from 'vitest'
import { PRODUCTS, type Product } from '../../../src/base/groups.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { readCredentialSource } from '../../../src/upstream/credentials.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { TIRO_KEYS } from '../../simulators/notes/index.ts'
import { KR_ACCOUNT, KR_USER_TOKEN, recorderToken } from '../../simulators/recorder/index.ts'
import type { createThreads } from '../../simulators/social/index.ts'
import { NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { storedNames } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { type Deployment, deploy, getFields, startAnew, withoutAccount } from './deployment.ts'

/** Further accounts are connected, listed, disconnected, exported and erased by their id (docs/spec/admin.md, "Accounts"). */

startAnew()

const ACCOUNTS = '/api/v1/admin/accounts'
const DATA = '/api/v1/admin/data'

const connect = async (deployment: Deployment, id: string, fields: object) => {
  const { status, json } = await deployment.send('PUT', `${ACCOUNTS}/${id}`, fields)
  return status === 200 ? [json.account.account, json.account.state] : [status, json.error]
}
const list = async ({ get }: Pick<Deployment, 'get'>): Promise<string[]> =>
  (await get(ACCOUNTS)).json.accounts.map(({ account, state }: Record<string, string>) => `${account} ${state}`)
const named = async (deployment: Pick<Deployment, 'get'>) =>
  (await list(deployment)).filter((each) => each.includes(':'))
const credentials = async () =>
  (await storedNames()).flatMap((name) => /credentials\/(.*)/.exec(name)?.[1] ?? []).sort()
const token = (key: string) => ({ token: key })
const forced = (text: string) => ({ token: text, force: true })

/** Without the accounts of the deployment's settings. */
const deployEmpty = () => deploy(Object.assign({}, ...PRODUCTS.map(withoutAccount)))

describe('PUT /admin/accounts/{account}', () => {
  it.each(PRODUCTS)('adds an account of %s, which stands behind the first one', async (product: Product) => {
    const deployment = await deployEmpty()
    const id = `${product}:business`
    expect(await connect(deployment, id, getFields(product, deployment.connected))).toEqual([id, 'ok'])
    const all = (await list(deployment)).map((each) => each.split(' ')[0])
    expect(all[all.indexOf(product) + 1]).toBe(id)
    expect(all).toHaveLength(PRODUCTS.length + 1)
    expect(await credentials()).toEqual([id])
    expect((await deployment.get(`${ACCOUNTS}/${id}/newest`)).status).toBe(200)
    expect((await deployment.send('POST', `${ACCOUNTS}/${id}/test`)).json.account).toMatchObject({
      account: id,
      state: 'ok',
    })
    // The first one is as it was.
    expect(await list(deployment)).toContain(`${product} not_connected`)
  })

  it('beside an account of the deployment leaves that one, and replaces only its own', async () => {
    const deployment = await deploy()
    expect(await connect(deployment, 'notes:two', forced('ab.another-secret'))).toEqual(['notes:two', 'untested'])
    expect(await connect(deployment, 'notes:two', forced('ab.one-more-secret'))).toEqual(['notes:two', 'untested'])
    expect(await named(deployment)).toEqual(['notes:two untested'])
    const read = (account: string) =>
      deployment.gateway.call('/api/v1/notes/notes?size=1', { headers: { 'X-Account': account } })
    expect((await read('notes')).status).toBe(200)
    expect((await read('notes:two')).status).toBe(401)
  })

  it.each([
    ['notes:Two', 'account: a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'],
    [`notes:${'a'.repeat(33)}`, 'account: a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'],
    ['notes:-a', 'account: a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'],
    ['shop:two', expect.stringMatching(/^account: must be one of recorder, /)],
  ])('400 for %s', async (id, message) => {
    const deployment = await deploy()
    expect(await connect(deployment, encodeURIComponent(id), forced('ab.secret-of-two'))).toEqual([400, message])
    expect(await named(deployment)).toEqual([])
  })

  it('adds to settings that were stored before there were further accounts', async () => {
    const deployment = await deploy()
    const settings = { service_name: 'Haneul Books' }
    expect((await deployment.send('PATCH', '/api/v1/admin/settings', settings)).status).toBe(200)
    const access = deployment.gateway.env.ACCESS.getByName('access')
    expect(await access.ownerSettings()).not.toHaveProperty('accounts')
    expect(await named(deployment)).toEqual([])
    expect(await connect(deployment, 'notes:two', forced('ab.secret-of-two'))).toEqual(['notes:two', 'untested'])
    expect(await access.ownerSettings()).toMatchObject({ ...settings, accounts: ['notes:two'] })
  })

  it('adds nothing when the product refuses the credential, and nothing without CREDENTIALS_KEY', async () => {
    const deployment = await deploy()
    const [status] = await connect(deployment, 'notes:two', token('ab.wrong-secret'))
    expect(status).toBe(400)
    const closed = await deploy({ CREDENTIALS_KEY: '' })
    expect(await connect(closed, 'notes:two', forced('ab.secret-of-two'))).toEqual([
      500,
      expect.stringContaining('CREDENTIALS_KEY'),
    ])
    expect([await named(deployment), await credentials()]).toEqual([[], []])
  })

  it('adds twenty accounts; the next one is 409, and may be added once another one is erased', async () => {
    const deployment = await deploy()
    const ids = Array.from({ length: 20 }, (_, at) => `notes:n${at}`)
    for (const id of ids) expect(await connect(deployment, id, forced(`ab.secret-${id}`))).toEqual([id, 'untested'])
    const full = [409, 'there are 20 further accounts: erase one of them first']
    expect(await connect(deployment, 'social:b', forced('THAAsecret'))).toEqual(full)
    expect(await connect(deployment, 'notes:n3', forced('ab.a-newer-secret'))).toEqual(['notes:n3', 'untested'])
    await deployment.send('DELETE', `${ACCOUNTS}/notes:n3`)
    expect(await connect(deployment, 'social:b', forced('THAAsecret'))).toEqual(full)
    await deployment.send('DELETE', DATA, { account: 'notes:n3' })
    expect(await connect(deployment, 'social:b', forced('THAAsecret'))).toEqual(['social:b', 'untested'])
    expect(await named(deployment)).toHaveLength(20)
  })

  it('at once adds each account once, and twenty at most', async () => {
    const deployment = await deploy()
    const ids = Array.from({ length: 24 }, (_, at) => `notes:n${at}`)
    const answers = await Promise.all(ids.map((id) => connect(deployment, id, forced(`ab.secret-${id}`))))
    expect(answers.filter(([status]) => status === 409)).toHaveLength(4)
    const kept = (await named(deployment)).map((each) => each.split(' ')[0])
    expect(kept).toHaveLength(20)
    expect(await credentials()).toEqual([...kept].sort())
  })

  it('of one id that are added at once are one account, with the credential of one of them', async () => {
    const deployment = await deploy()
    const keys = Array.from({ length: 6 }, (_, at) => `ab.secret-number-${at}`)
    const answers = await Promise.all(keys.map((key) => connect(deployment, 'notes:two', forced(key))))
    expect(new Set(answers.map(String))).toEqual(new Set(['notes:two,untested']))
    expect([await named(deployment), await credentials()]).toEqual([['notes:two untested'], ['notes:two']])
    const { secrets } = await readCredentialSource(getSettings(BINDINGS), 'notes:two')
    expect(keys).toContain(secrets.NOTES_TOKEN)
    // Only the credential that is stored is taken.
    const others = keys.filter((key) => key !== secrets.NOTES_TOKEN)
    expect(await connect(deployment, 'notes:six', forced(String(secrets.NOTES_TOKEN)))).toEqual([
      ...[409, 'notes:six: this account is already connected as notes:two'],
    ])
    for (const key of others)
      expect(await connect(deployment, 'notes:six', forced(key))).toEqual(['notes:six', 'untested'])
  })

  it('writes the list before the credential, and takes it back when that is not stored', async () => {
    const deployment = await deploy()
    const before: unknown[] = []
    vi.spyOn(BINDINGS.STORE, 'put').mockImplementation(async (name) => {
      if (String(name).includes('credentials/'))
        before.push((await deployment.gateway.env.ACCESS.getByName('access').ownerSettings()).accounts)
      throw new Error('KV PUT failed')
    })
    const [status] = await connect(deployment, 'notes:two', forced('ab.secret-of-two'))
    expect([status, before]).toEqual([503, [['notes:two']]])
    vi.mocked(BINDINGS.STORE.put).mockRestore()
    expect(await named(deployment)).toEqual([])
  })
})

describe('the same account at a second id', () => {
  const same = (id: string, other: string) => [409, `${id}: this account is already connected as ${other}`]

  it.each(PRODUCTS)(
    '409 for the same credential of %s, also with force, and the product is not asked',
    async (product) => {
      const deployment = await deploy()
      const fields = getFields(product, deployment.connected)
      const { calls } = deployment.getProduct(product)
      for (const body of [fields, { ...fields, force: true }])
        expect(await connect(deployment, `${product}:two`, body)).toEqual(same(`${product}:two`, product))
      expect(calls).toHaveLength(0)
      expect(await named(deployment)).toEqual([])
    },
  )

  it('409 in both directions, and of several at once one is connected', async () => {
    const deployment = await deployEmpty()
    const fields = { ...getFields('notes', deployment.connected), force: true }
    const ids = ['notes', 'notes:two', 'notes:six', 'notes:ten']
    const answers = await Promise.all(ids.map((id) => connect(deployment, id, fields)))
    expect(answers.filter(([first]) => first !== 409)).toHaveLength(1)
    expect(await credentials()).toHaveLength(1)
    const [holder = ''] = await credentials()
    for (const id of ids.filter((each) => each !== holder))
      expect(await connect(deployment, id, fields)).toEqual(same(id, holder))
    // The account that has it may take it again, and once that is disconnected, another one.
    expect(await connect(deployment, holder, fields)).toEqual([holder, 'untested'])
    await deployment.send('DELETE', `${ACCOUNTS}/${holder}`)
    const [other = ''] = ids.filter((each) => each !== holder)
    expect(await connect(deployment, other, fields)).toEqual([other, 'untested'])
  })

  it('is another one for the product: both are used, each with its own credential', async () => {
    const deployment = await deploy()
    expect(await connect(deployment, 'notes:two', token(TIRO_KEYS.otherWorkspace))).toEqual(['notes:two', 'ok'])
    const { calls } = deployment.getProduct('notes')
    const read = async (account: string) => {
      const before = calls.length
      const init = { headers: { 'X-Account': account } }
      expect((await deployment.gateway.call('/api/v1/notes/notes?size=1', init)).status).toBe(200)
      return new Set(calls.slice(before).map(({ headers }) => headers.get('Authorization')))
    }
    for (const account of ['notes', 'notes:two', 'notes', 'notes:two'])
      expect(await read(account)).toEqual(
        new Set([`Bearer ${account === 'notes' ? TIRO_KEYS.full : TIRO_KEYS.otherWorkspace}`]),
      )
  })

  /** Another credential of the account that the deployment has, which the product knows from now on. */
  const OTHERS: Partial<Record<Product, (deployment: Deployment) => object>> = {
    recorder: () =>
      token(recorderToken({ typ: 'UT', sub: KR_ACCOUNT.id, region: KR_ACCOUNT.claim, iat: 1_790_000_000 })),
    notes: () => token(TIRO_KEYS.readOnly),
    workspace: () => token(NOTION_TOKENS.readOnly),
    social(deployment) {
      const { state } = deployment.getProduct('social') as ReturnType<typeof createThreads>
      return token(state.tokens.issue('long', { value: 'TH-another-token-of-the-same-profile' }).value)
    },
    'shop-consumer': ({ connected }) => ({ session: `${connected.SHOP_SESSION}; extra=1` }),
    payment: ({ connected }) => ({ ...getFields('payment', connected), business_number: '9998887777' }),
  }

  it.each(Object.keys(OTHERS) as Product[])(
    '409 for another credential of the same account of %s, unless it is forced',
    async (product) => {
      const deployment = await deploy()
      const two = OTHERS[product]?.(deployment) ?? {}
      const id = `${product}:two`
      for (let time = 0; time < 2; time++) expect(await connect(deployment, id, two)).toEqual(same(id, product))
      expect(await named(deployment)).toEqual([])
      expect(await connect(deployment, id, { ...two, force: true })).toEqual([id, 'untested'])
      expect(await list(deployment)).toContain(`${product} ok`)
    },
  )

  it("a person's personal and Team library are two accounts, and the same token is 409 for both", async () => {
    const deployment = await deploy()
    const other = OTHERS.recorder?.(deployment)
    const [team] = KR_ACCOUNT.workspaces
    const workspace = team?.workspace_id
    expect(await connect(deployment, 'recorder:team', { ...other, workspace })).toEqual(['recorder:team', 'ok'])
    expect(await connect(deployment, 'recorder:six', other ?? {})).toEqual(same('recorder:six', 'recorder:team'))
    for (const more of [{}, { workspace }, { workspace, force: true }])
      expect(await connect(deployment, 'recorder:six', { ...token(KR_USER_TOKEN), ...more })).toEqual(
        same('recorder:six', 'recorder'),
      )
  })
})

describe('DELETE', () => {
  it('disconnects an account by its id, which stays in the list', async () => {
    const deployment = await deploy()
    await connect(deployment, 'notes:two', forced('ab.secret-of-two'))
    const { json } = await deployment.send('DELETE', `${ACCOUNTS}/notes:two`)
    expect(json.account).toMatchObject({ account: 'notes:two', state: 'not_connected', source: null })
    expect([await named(deployment), await credentials()]).toEqual([['notes:two not_connected'], []])
    expect(await list(deployment)).toContain('notes untested')
  })

  it('/admin/data erases one account, removes it from the list, and leaves the others', async () => {
    const deployment = await deploy()
    for (const id of ['social:two', 'social:six']) await connect(deployment, id, forced(`THAA-${id.slice(7)}-secret`))
    for (const account of ['social', 'social:two', 'social:six'] as const)
      await OBJECTS.ACCOUNTS.getByName(`${account}/mina`).adoptToken(account, 'connected', {
        token: account,
        lookAt: deployment.world.clock.now() + 1e9,
      })
    const contents = async () =>
      Promise.all(
        ['social', 'social:two', 'social:six'].map(
          async (id) => (await deployment.get(`${DATA}?account=${id}`)).json.tokens,
        ),
      )
    expect(await contents()).toEqual([1, 1, 1])
    const { json } = await deployment.send('DELETE', DATA, { account: 'social:two' })
    expect(json.accounts).toEqual([expect.objectContaining({ account: 'social:two', credential: true, tokens: 1 })])
    expect(await contents()).toEqual([1, 0, 1])
    expect([await named(deployment), await credentials()]).toEqual([['social:six untested'], ['social:six']])
    // The first one is erased while a further one is left.
    await deployment.send('DELETE', DATA, { account: 'social' })
    expect(await contents()).toEqual([0, 0, 1])
    expect([await named(deployment), await credentials()]).toEqual([['social:six untested'], ['social', 'social:six']])
  })

  it('/admin/data leaves an account in the list that is connected again meanwhile', async () => {
    const deployment = await deploy()
    const store = BINDINGS.STORE
    const isOurs = (name: unknown) => String(name).includes('credentials/notes:two')
    const erase = () => deployment.send('DELETE', DATA, { account: 'notes:two' })

    // After its credential was deleted, before it is removed from the list.
    await connect(deployment, 'notes:two', forced('ab.secret-of-two'))
    const drop = store.delete.bind(store)
    vi.spyOn(store, 'delete').mockImplementationOnce(async (name) => {
      await drop(name)
      expect(await connect(deployment, 'notes:two', forced('ab.a-newer-secret'))).toEqual(['notes:two', 'untested'])
    })
    expect((await erase()).status).toBe(200)
    expect([await named(deployment), await credentials()]).toEqual([['notes:two untested'], ['notes:two']])

    // Its credential is written after it was removed from the list.
    const put: (name: string, value: string) => Promise<void> = store.put.bind(store)
    const answers: unknown[] = []
    vi.spyOn(store, 'put').mockImplementation(async (name: string, value: unknown) => {
      if (isOurs(name)) answers.push((await erase()).status)
      await put(name, value as string)
    })
    expect(await connect(deployment, 'notes:two', forced('ab.the-newest-secret'))).toEqual(['notes:two', 'untested'])
    expect(answers).toEqual([200])
    expect([await named(deployment), await credentials()]).toEqual([['notes:two untested'], ['notes:two']])
  })

  it('/admin/data with all erases further accounts as well', async () => {
    const deployment = await deployEmpty()
    for (const id of ['notes:two', 'notes']) await connect(deployment, id, forced(`ab.secret-${id}`))
    const { json } = await deployment.send('DELETE', DATA, { all: true })
    expect(json.accounts.map(({ account }: { account: string }) => account)).toContain('notes:two')
    expect([await named(deployment), await credentials()]).toEqual([[], []])
  })
})

describe('a link', () => {
  it('adds the account when it is used, not before', async () => {
    const deployment = await deployEmpty()
    const made = (await deployment.send('POST', `${ACCOUNTS}/workspace:guest/link`, {})).json
    expect(made.url).toMatch(/^https:\/\/latchkey\.test\/connect\/workspace:guest#[\w-]{43}$/)
    expect(await named(deployment)).toEqual([])
    const { links } = (await deployment.get('/api/v1/admin/links')).json
    expect(links).toEqual([expect.objectContaining({ id: made.id, account: 'workspace:guest', state: 'open' })])

    const guest = new Map<string, string>()
    const { openBrowser } = await import('./browser.ts')
    const browser = openBrowser({}, deployment.gateway, guest)
    const token = made.url.split('#')[1]
    const opened = await browser.send('POST', '/api/v1/connect/session', { account: 'workspace:guest', token })
    expect([opened.status, opened.json.account, opened.json.group]).toEqual([200, 'workspace:guest', 'workspace'])
    const fields = getFields('workspace', deployment.connected)
    expect((await browser.send('PUT', '/api/v1/connect/workspace', fields)).status).toBe(401)
    const used = await browser.send('PUT', '/api/v1/connect/workspace:guest', fields)
    expect([used.status, used.json.account, used.json.state]).toEqual([200, 'workspace:guest', 'ok'])
    expect(await named(deployment)).toEqual(['workspace:guest ok'])
    expect(await list(deployment)).toContain('workspace not_connected')
  })

  it('is revoked by its id, and erased with its account', async () => {
    const deployment = await deploy()
    const [first, second] = [
      await deployment.send('POST', `${ACCOUNTS}/notes:two/link`, {}),
      await deployment.send('POST', `${ACCOUNTS}/notes:two/link`, {}),
    ]
    expect((await deployment.send('DELETE', `/api/v1/admin/links/${first.json.id}`)).status).toBe(204)
    const ids = async () => (await deployment.get('/api/v1/admin/links')).json.links.map(({ id }: { id: string }) => id)
    expect(await ids()).toEqual([second.json.id])
    await deployment.send('DELETE', DATA, { account: 'notes:two' })
    expect(await ids()).toEqual([])
  })
})

describe('what a key opens', () => {
  const accountsOf = async (deployment: Deployment, key?: string) => {
    const { json } = await deployment.gateway.call('/api/v1/accounts', key === undefined ? {} : { key })
    return json.accounts.map(({ account }: { account: string }) => account)
  }

  it('is listed with state and identity, and no product is asked', async () => {
    const deployment = await deploy()
    await connect(deployment, 'notes:two', forced('ab.secret-of-two'))
    await deployment.send('POST', `${ACCOUNTS}/notes/test`)
    const { calls } = deployment.getProduct('notes')
    const before = calls.length
    const { json } = await deployment.gateway.call('/api/v1/accounts')
    expect(json.accounts).toHaveLength(PRODUCTS.length + 1)
    expect(json.accounts).toContainEqual({
      account: 'notes',
      group: 'notes',
      state: 'ok',
      identity: expect.any(String),
    })
    expect(json.accounts).toContainEqual({ account: 'notes:two', group: 'notes', state: 'untested', identity: null })
    expect(calls).toHaveLength(before)
    expect(await accountsOf(deployment, await nameKey())).toEqual(expect.not.arrayContaining(['notes:two']))
    expect(await accountsOf(deployment, await nameKey({ groups: ['notes'] }))).toEqual(['notes'])
    const both = await nameKey({ groups: ['notes'], accounts: ['notes:two', 'notes:nine', 'social:a'] })
    expect(await accountsOf(deployment, both)).toEqual(['notes:two', 'notes:nine'])
    expect(await accountsOf(deployment, await nameKey({ licence: 'payment' }))).toEqual(['payment'])
  })

  it('is what the doctor examines', async () => {
    const deployment = await deploy()
    await connect(deployment, 'notes:two', forced('ab.secret-of-two'))
    const ask = async (query: string, key?: string) => {
      const { status, json } = await deployment.gateway.call(`/api/v1/doctor${query}`, key === undefined ? {} : { key })
      return json.accounts
        ? json.accounts.map(({ account, state }: Record<string, string>) => `${account} ${state}`)
        : [status, json.error]
    }
    expect(await ask('')).toEqual(expect.arrayContaining(['notes ok', 'notes:two rejected']))
    expect(await ask('?accounts=notes:two')).toEqual(['notes:two rejected'])
    const first = await nameKey({ groups: ['notes'] })
    const second = await nameKey({ groups: ['notes'], accounts: ['notes:two'] })
    expect(await ask('', first)).toEqual(['notes ok'])
    expect(await ask('', second)).toEqual(['notes:two rejected'])
    for (const [key, id] of [
      [first, 'notes:two'],
      [second, 'notes'],
      [first, 'notes:nine'],
    ] as const)
      expect(await ask(`?accounts=${id}`, key)).toEqual([403, `this API key does not open the account ${id}`])
  })
})
