import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { GatewayError, unwrap } from '../../../src/base/errors.ts'
import { type EventInput, type EventsCaller, type SubscriptionOwner, toOwnerEvent } from '../../../src/base/events.ts'
import type { Account, Group } from '../../../src/base/groups.ts'
import type { UpstreamContext } from '../../../src/upstream/context.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../../support/objects.ts'
import { events, FIELDS, fileReady, getSource, HOUR, KEY, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Accounts of events": an event belongs to an account. */
const stage = useStage()
useBindings(() => OWN_BINDINGS)

const types = async (caller: EventsCaller) =>
  unwrap(await events().feed(caller, { limit: 100 })).events.map(({ type }) => type)

const opening = (...groups: Group[]) => ({ id: 'k1', groups })

it('a key sees the events of the accounts that it opens, and the owner all', async () => {
  const owner = toOwnerEvent({ change: 'signed_in', by: 'passkey', device: null, target: null }, stage().clock.now())
  await events().keep([
    fileReady('f1'),
    fileReady('o1', { type: 'shop.order.created', account: 'shop-consumer' }),
    fileReady('a1', { type: 'account.rejected', account: 'shop-seller' }),
    owner,
  ])
  expect(await types(opening('recorder'))).toEqual(['recorder.file.ready'])
  expect(await types(opening('shop'))).toEqual(['shop.order.created', 'account.rejected'])
  const ofAll = ['recorder.file.ready', 'shop.order.created', 'account.rejected']
  expect(await types({ id: 'deployment', groups: null })).toEqual(ofAll)
  expect(await types(null)).toEqual([...ofAll, 'owner.changed'])
})

/** Gives the deployment further accounts, as connecting them does. */
async function addAccounts(...accounts: Account[]): Promise<void> {
  await OBJECTS.ACCESS.getByName(ACCESS_NAME).changeOwnerSettings({ accounts })
  for (const account of accounts) await events().accountChanged(account)
}

const own = (account: Account, subject: string, over: Partial<EventInput> = {}) =>
  fileReady(subject, { account, ...over })

const received = () => stage().received.map(({ body }) => JSON.parse(body))

describe('the sources', () => {
  /** A source whose polls say which account they used. */
  function watching() {
    const used: string[] = []
    const source = getSource({
      async poll({ upstream, cursor }) {
        const account = upstream.accountOf('recorder')
        used.push(account)
        const found = fileReady('f1', { onceKey: 'recorder.file.ready f1' })
        const { account: _, ...event } = found
        return { cursor: 1, marks: new Map([['f1', '1']]), events: cursor === undefined ? [] : [event], isMore: false }
      },
    })
    stage().sources.push(source)
    return used
  }
  const names = async () => (await events().sources()).map(({ name, is_watched }) => [name, is_watched])

  it('there is one for each account, which polls with its account, and events say whose they are', async () => {
    const used = watching()
    await addAccounts('recorder:two')
    await subscribe({}, { ...KEY, accounts: ['recorder', 'recorder:two'] })
    expect(await names()).toEqual([
      ['recorder.files', true],
      ['recorder:two.files', true],
    ])
    await settle(stage())
    expect(used.sort()).toEqual(['recorder', 'recorder:two'])
    await ring(stage())
    await settle(stage())
    // Both have a recording of the same id.
    expect(
      received()
        .map(({ account }) => account)
        .sort(),
    ).toEqual(['recorder', 'recorder:two'])
    const kept = await stage().sql((sql) => sql.exec('SELECT account FROM kept_events ORDER BY account').toArray())
    expect(kept).toEqual([{ account: 'recorder' }, { account: 'recorder:two' }])
    const marks = await stage().sql((sql) => sql.exec('SELECT source FROM event_marks ORDER BY source').toArray())
    expect(marks).toEqual([{ source: 'recorder.files' }, { source: 'recorder:two.files' }])
  })

  it('one of an account that nobody wants is not polled', async () => {
    const used = watching()
    await addAccounts('recorder:two')
    await subscribe()
    await settle(stage(), HOUR)
    expect(new Set(used)).toEqual(new Set(['recorder']))
    expect(await names()).toEqual([
      ['recorder.files', true],
      ['recorder:two.files', false],
    ])
  })

  it('stay as they are while ACCESS is silent, also over a restart', async () => {
    watching()
    await addAccounts('recorder:two')
    await subscribe({}, { ...KEY, accounts: ['recorder:two'] })
    await settle(stage())
    const cursors = () => stage().sql((sql) => sql.exec('SELECT name, cursor FROM event_sources').toArray())
    expect(await cursors()).toEqual([{ name: 'recorder:two.files', cursor: '1' }])
    await stage().restart()
    await runInDurableObject(OBJECTS.ACCESS.getByName(ACCESS_NAME), (instance) => {
      instance.ownerSettings = () => Promise.reject(new Error('silent'))
    })
    await ring(stage())
    await settle(stage())
    expect(await cursors()).toEqual([{ name: 'recorder:two.files', cursor: '1' }])
    expect((await names()).map(([name]) => name)).toEqual(['recorder.files', 'recorder:two.files'])
  })

  it('of an account that was connected while EVENTS did not hear of it are found by the next alarm', async () => {
    watching()
    await subscribe({}, { ...KEY, accounts: ['recorder:two'] })
    await settle(stage())
    await OBJECTS.ACCESS.getByName(ACCESS_NAME).changeOwnerSettings({ accounts: ['recorder:two'] })
    expect(await names()).toEqual([['recorder.files', false]])
    stage().clock.advance(HOUR)
    await stage().ringNow()
    expect(await names()).toEqual([
      ['recorder.files', false],
      ['recorder:two.files', true],
    ])
  })

  it('that find no call left in a run are polled in the next one, and that is no failure', async () => {
    let isSpent = true
    stage().sources.push(
      getSource({
        async poll() {
          if (isSpent) throw new GatewayError(503, 'all calls of this run are used up', { reason: 'budget' })
          return { cursor: 1, marks: new Map(), events: [], isMore: false }
        },
      }),
    )
    await subscribe()
    await ring(stage())
    expect(await events().sources()).toMatchObject([{ failures: 0, last_error: null, polled_at: null }])
    isSpent = false
    await settle(stage(), 2_000)
    expect(await events().sources()).toMatchObject([{ failures: 0, polled_at: expect.any(String) }])
  })
})

it('attachments come from the account of the event', async () => {
  const used: string[] = []
  const attach = async (upstream: UpstreamContext) => {
    used.push(upstream.accountOf('recorder'))
    return { summary: upstream.accountOf('recorder') }
  }
  stage().sources.push(getSource({ attach }))
  await addAccounts('recorder:two')
  await subscribe({ include: ['summary'] }, { ...KEY, accounts: ['recorder', 'recorder:two'] })
  await events().keep([own('recorder:two', 'f1'), own('recorder', 'f2')])
  await settle(stage())
  expect(received().map(({ account, data }) => [account, data.summary])).toEqual([
    ['recorder:two', 'recorder:two'],
    ['recorder', 'recorder'],
  ])
})

describe('which key gets what', () => {
  const ALL: readonly Account[] = ['notes', 'notes:two', 'notes:six', 'recorder', 'recorder:two']
  const ofEach = ALL.map((account) =>
    own(account, account, { type: account.startsWith('notes') ? 'notes.note.created' : 'recorder.file.ready' }),
  )
  const types = ['notes.note.created', 'recorder.file.ready'] as const

  it.each<[string, Partial<SubscriptionOwner>, readonly Account[]]>([
    ['nothing', {}, ['notes', 'recorder']],
    ['one of two', { accounts: ['notes:two'] }, ['notes:two', 'recorder']],
    ['the first and another', { accounts: ['notes', 'notes:two'] }, ['notes', 'notes:two', 'recorder']],
    ['of each product', { accounts: ['notes:six', 'recorder:two'] }, ['notes:six', 'recorder:two']],
    ['a group', { groups: ['events', 'notes'], accounts: ['notes:two'] }, ['notes:two']],
  ])('a key that names %s: its feed and its subscription to *', async (_, terms, seen) => {
    await addAccounts('notes:two', 'notes:six', 'recorder:two')
    const key = { ...KEY, ...terms }
    await subscribe({ types: ['*'] }, key)
    await events().keep(ofEach)
    await settle(stage())
    expect(received().map(({ account }) => account)).toEqual(seen)
    const caller = { ...terms, id: key.id, groups: terms.groups ?? null }
    const feed = unwrap(await events().feed(caller, { limit: 100 })).events
    expect(feed.map(({ account }) => account)).toEqual(seen)
    for (const account of ALL) {
      const answer = await events().feed(caller, { limit: 100, accounts: [account] })
      const refused = { ok: false, status: 403, message: `this API key does not open the account ${account}` }
      if (seen.includes(account)) expect(unwrap(answer).events.map(({ account }) => account)).toEqual([account])
      else expect(answer).toMatchObject(refused)
      const made = await events().subscribe(key, {
        ...{ url: `https://hooks.example.com/${account}`, types: [...types], accounts: [account], include: [] },
        ...{ filter: null, description: null, language: 'en', origin: 'https://gw.example' },
      })
      if (!seen.includes(account)) expect(made).toMatchObject(refused)
      else expect(unwrap(made).subscription.accounts).toEqual([account])
    }
    // Whether it exists or not.
    expect(await events().feed(caller, { limit: 1, accounts: ['notes:unknown'] })).toMatchObject({
      ...{ ok: false, status: 403, message: 'this API key does not open the account notes:unknown' },
    })
  })

  it('API_KEY and the owner see all in the feed, and only what they ask for', async () => {
    await addAccounts('notes:two', 'notes:six', 'recorder:two')
    await events().keep(ofEach)
    for (const caller of [{ id: 'deployment', groups: null }, null]) {
      const feed = async (accounts?: Account[]) =>
        unwrap(await events().feed(caller, { limit: 100, ...(accounts && { accounts }) })).events.map(
          ({ account }) => account,
        )
      expect(await feed()).toEqual(ALL)
      expect(await feed(['notes:two', 'recorder'])).toEqual(['notes:two', 'recorder'])
      expect(await feed(['notes:unknown'])).toEqual([])
    }
  })

  it('an event of another account is not there for a key that would deliver it again', async () => {
    await addAccounts('notes:two')
    await events().keep([own('notes:two', 'n1', { type: 'notes.note.created' })])
    const [event] = unwrap(await events().feed(null, { limit: 1 })).events
    const redeliver = (accounts?: Account[]) =>
      events().redeliver({ id: 'k1', groups: null, accounts }, event?.id ?? '')
    expect(await redeliver()).toMatchObject({ ok: false, status: 404 })
    expect(await redeliver(['notes:two'])).toMatchObject({ value: { deliveries: 0 } })
  })
})

describe('a subscription', () => {
  const PRO: SubscriptionOwner = { ...KEY, accounts: ['recorder', 'recorder:two', 'recorder:six'] }
  const keep = async (...accounts: Account[]) => {
    stage().received.length = 0
    await events().keep(accounts.map((account) => own(account, account)))
    await settle(stage())
    return received().map(({ account }) => account)
  }

  it('without accounts gets none of an account that its key opens later', async () => {
    const { accounts, id } = await subscribe()
    expect(accounts).toEqual(['recorder'])
    await addAccounts('recorder:two')
    await events().keyChanged(KEY.id, PRO)
    expect(await keep('recorder:two', 'recorder')).toEqual(['recorder'])
    // It asks again for what its key opens now.
    const changed = unwrap(await events().change({ id: KEY.id, groups: null }, id, { accounts: null }))
    expect(changed.accounts).toEqual(['recorder', 'recorder:two', 'recorder:six'])
    expect(await keep('recorder:two', 'recorder')).toEqual(['recorder:two', 'recorder'])
  })

  it('with accounts gets those, and no others', async () => {
    await addAccounts('recorder:two', 'recorder:six')
    const { id, accounts } = await subscribe({ accounts: ['recorder:two'] }, PRO)
    expect(accounts).toEqual(['recorder:two'])
    expect(await keep('recorder', 'recorder:two', 'recorder:six')).toEqual(['recorder:two'])
    const caller = { id: KEY.id, groups: null, accounts: PRO.accounts }
    const change = (accounts: Account[]) => events().change(caller, id, { accounts })
    expect(unwrap(await change(['recorder', 'recorder:six'])).accounts).toEqual(['recorder', 'recorder:six'])
    expect(await keep('recorder', 'recorder:two', 'recorder:six')).toEqual(['recorder', 'recorder:six'])
    expect(await change(['notes:two'])).toMatchObject({
      ...{ ok: false, status: 403, message: 'this API key does not open the account notes:two' },
    })
  })

  it('is told of every account that its key opens, whichever it names', async () => {
    await addAccounts('recorder:two', 'recorder:six')
    await subscribe(
      { types: ['account.connected'], accounts: ['recorder:two'] },
      { ...KEY, accounts: ['recorder:two'] },
    )
    const connected = (account: Account) => own(account, account, { type: 'account.connected' })
    await events().keep(['notes', 'recorder', 'recorder:two', 'recorder:six'].map((one) => connected(one as Account)))
    await settle(stage())
    expect(received().map(({ account }) => account)).toEqual(['notes', 'recorder:two'])
  })

  it('is another one for other accounts, and the same for the same', async () => {
    await addAccounts('recorder:two')
    const make = (accounts?: Account[]) => events().subscribe(PRO, { ...FIELDS, ...(accounts && { accounts }) })
    const [all, first, both] = [await make(), await make(['recorder']), await make(['recorder:two', 'recorder'])]
    expect(new Set([all, first, both].map((each) => unwrap(each).subscription.id)).size).toBe(3)
    for (const [again, before] of [
      [await make(), all],
      [await make(['recorder', 'recorder:two']), both],
    ] as const)
      expect(unwrap(again)).toMatchObject({ state: 'existing', subscription: { id: unwrap(before).subscription.id } })
  })

  it('is tested with an event of its own accounts', async () => {
    await addAccounts('recorder:two')
    const { id } = await subscribe({ accounts: ['recorder:two'] }, PRO)
    await events().keep([own('recorder', 'f1')])
    await settle(stage())
    await events().deliverTest(null, id, {
      ...{ type: 'recorder.file.ready', timestamp: '2026-11-20T00:00:00.000Z', account: 'recorder' },
      data: { file_id: 'sample' },
    })
    expect(received()).toMatchObject([{ account: 'recorder:two', data: { file_id: 'sample' }, test: true }])
  })
})

describe('erasing one of two accounts', () => {
  const count = async (account: Account) =>
    stage().sql((sql) => ({
      events: sql.exec('SELECT 1 FROM kept_events WHERE account = ?', account).toArray().length,
      attempts: sql.exec('SELECT 1 FROM event_attempts WHERE account = ?', account).toArray().length,
      outbox: sql
        .exec('SELECT 1 FROM event_outbox WHERE seq IN (SELECT seq FROM kept_events WHERE account = ?)', account)
        .toArray().length,
      marks: sql.exec('SELECT 1 FROM event_marks WHERE source LIKE ?', `${account}.%`).toArray().length,
      sources: sql
        .exec('SELECT 1 FROM event_sources WHERE name LIKE ? AND cursor IS NOT NULL', `${account}.%`)
        .toArray().length,
    }))
  const NOTHING = { events: 0, attempts: 0, outbox: 0, marks: 0, sources: 0 }

  it.each<[Account, Account]>([
    ['recorder', 'recorder:two'],
    ['recorder:two', 'recorder'],
  ])('%s leaves every row of %s', async (erased, kept) => {
    stage().sources.push(
      getSource({
        poll: async () => ({ cursor: 1, marks: new Map([['f1', '1']]), events: [], isMore: false }),
      }),
    )
    await addAccounts('recorder:two')
    await subscribe({}, { ...KEY, accounts: ['recorder', 'recorder:two'] })
    await settle(stage())
    await events().keep([own('recorder', 'f1'), own('recorder:two', 'f2')])
    await settle(stage())
    stage().answers.set('hooks.example.com', () => new Response('', { status: 500 }))
    await events().keep([own('recorder', 'f3'), own('recorder:two', 'f4')])
    const before = { events: 2, attempts: 1, outbox: 1, marks: 1, sources: 1 }
    expect([await count(erased), await count(kept)]).toEqual([before, before])
    expect(await events().erase([erased])).toEqual({ events: 2, deliveries: 1 })
    expect([await count(erased), await count(kept)]).toEqual([NOTHING, before])
    expect(await events().contents(erased)).toEqual({ events: [], deliveries: [] })
    expect((await events().contents(kept)).events).toHaveLength(2)
  })
})
