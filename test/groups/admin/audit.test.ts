import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuditEntry, timeMark } from '../../../src/base/usage.ts'
import { AUDIT_COLUMNS } from '../../../src/groups/admin/audit.ts'
import { csv } from '../../../src/groups/admin/csv.ts'
import { AuditLog } from '../../../src/objects/usage/audit-log.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { createTiro, TIRO_KEYS } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'
import { accountAt, setStage, V1_HOST } from '../payment/stage.ts'

/** docs/spec/admin.md, "Audit log". */

const ENTRY: AuditEntry = {
  ...{ id: 'aud_1', at: Date.parse('2026-11-21T08:00:00Z'), actor: { kind: 'admin', id: null, name: null } },
  ...{ action: 'admin_make_key', target: null, outcome: 'ok', status: 201, reason: null, request_id: 'r', count: 1 },
  ...{ target_name: null, details: [], device: null },
}

const fails = () => {
  throw new Error('the object was reset')
}

let world: World
beforeEach(() => {
  world = createWorld(createTiro())
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

function deploy() {
  const gateway = createGateway({ ADMIN_KEY, NOTES_TOKEN: TIRO_KEYS.full })
  gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
  gateway.env.EVENTS = OBJECTS.EVENTS as unknown as NonNullable<typeof gateway.env.EVENTS>
  const admin = (method: string, path: string, body?: unknown, key = ADMIN_KEY) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${key}`)
    // Each request of an owner has a time of its own.
    world.clock.advance(1)
    return gateway.call(`/api/v1/${path.startsWith('events') ? '' : 'admin/'}${path}`, { ...init, headers, key: null })
  }
  const log = async (query = '') => (await admin('GET', `audit?${query}`)).json
  const lines = async (query = '') =>
    (await log(query)).entries.map(
      ({
        actor,
        action,
        target,
        outcome,
      }: {
        actor: { kind: string }
        action: string
        target: string
        outcome: string
      }) => `${actor.kind} ${action} ${target} ${outcome}`,
    )
  return { gateway, admin, log, lines }
}

describe('GET /admin/audit', () => {
  it('records who changed what, and no read', async () => {
    const { gateway, admin, lines } = deploy()
    const made = (await admin('POST', 'keys', { name: 'make', licence: 'pro' })).json
    await admin('GET', 'overview')
    await admin('GET', 'api-key')
    await admin('PUT', 'accounts/notes', { token: TIRO_KEYS.full, force: true })
    world.clock.advance(1)
    await gateway.call('/api/v1/notes/api-keys', { ...json('POST', { name: 'x' }), key: made.key })
    await gateway.call('/api/v1/notes/notes', { key: made.key })
    await admin('DELETE', `keys/${made.record.id}`)
    expect((await lines()).reverse()).toEqual([
      `admin admin_make_key ${made.record.id} ok`,
      'admin admin_get_api_key API_KEY ok',
      'admin admin_connect_account notes ok',
      expect.stringMatching(/^key notes_\w+ null \w+$/),
      `admin admin_delete_key ${made.record.id} ok`,
    ])
  })

  it('names a further account by its id, and no part of its credential', async () => {
    const { admin, lines } = deploy()
    const fields = { vendor_id: 'A00099999', access_key: 'another-access-key', secret_key: 'another-secret-key' }
    const path = 'accounts/shop-seller:two'
    await admin('PUT', path, { ...fields, force: true })
    await admin('POST', `${path}/test`)
    await admin('DELETE', path)
    expect((await lines()).reverse()).toEqual([
      'admin admin_connect_account shop-seller:two ok',
      'admin admin_test_account shop-seller:two ok',
      'admin admin_disconnect_account shop-seller:two ok',
    ])
  })

  it('names the target of a write from the id in the body, and what was created', async () => {
    const { gateway, admin, lines } = deploy()
    const write = (path: string, body: object, headers = {}) => {
      const init = json('POST', body)
      return gateway.call(`/api/v1/${path}`, { ...init, headers: { ...init.headers, ...headers } })
    }
    await write('payment/cancel', { bill_id: 'BILL-7', price: 1000 }, { 'X-Payment-Mode': 'true' })
    const pages = Array.from({ length: 7 }, (_, place) => `${place}a0a0a0a-aaaa-aaaa-aaaa-aaaaaaaaaaaa`)
    const source = 'dddddddd-dddd-dddd-dddd-dddddddddddd'
    const token = { 'X-Workspace-Token': 'ntn_unknown' }
    await write('workspace/bulk-delete', { page_ids: pages }, token)
    await write('workspace/bulk-insert', { data_source_id: source, records: [{ Name: 'x' }] }, token)
    const fields = { url: 'https://hooks.example.com/1', types: ['recorder.file.ready'] }
    const own = (await write('events/subscriptions', fields)).json.id
    const admins = (await admin('POST', 'events/subscriptions', fields)).json.id
    expect((await lines()).reverse()).toEqual([
      'deployment payment_cancel_bill BILL-7 refused',
      `deployment workspace_delete_pages ${pages.slice(0, 5).join(',')} +2 failed`,
      `deployment workspace_insert_records ${source} failed`,
      `deployment events_create_subscription ${own} ok`,
      `admin events_create_subscription ${admins} ok`,
    ])
  })

  it('names a bill whose id the gateway chose', async () => {
    const { gateway, post } = setStage({ ...accountAt(V1_HOST), ADMIN_KEY })
    gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
    const sent = await post('request', {
      ...{ product_nm: 'Lesson', member_nm: '홍길동', phone: '010-1234-5678', price: 33_000 },
      ...{ expire_dt: '2026-12-31', callback_url: 'https://academy.example/payments' },
    })
    expect(sent).toMatchObject({ status: 200 })
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const { entries } = (await gateway.call('/api/v1/admin/audit', { headers, key: null })).json
    expect(entries).toMatchObject([{ action: 'payment_request_bill', target: sent.json.result.bill_id }])
  })

  it('records a failed sign-in, by the page and by Bearer, but not a missing one', async () => {
    const { gateway, admin, lines, log } = deploy()
    await gateway.call('/api/v1/admin/session', { ...json('POST', { admin_key: 'wrong' }), key: null })
    await admin('GET', 'keys', undefined, 'wrong-too')
    await gateway.call('/api/v1/admin/session', { key: null })
    await gateway.call('/api/v1/admin/session', { ...json('POST', { admin_key: ADMIN_KEY }), key: null })
    expect(await lines('action=admin_sign_in')).toEqual([
      'admin admin_sign_in session ok',
      'nobody admin_sign_in session refused',
    ])
    expect((await log('actor=nobody')).entries).toMatchObject([{ count: 2 }])
  })

  it('records wrong admin keys over the limit, too', async () => {
    const { gateway, admin, log } = deploy()
    gateway.env.TRY_LIMIT = { limit: async () => ({ success: false }) }
    expect((await admin('GET', 'keys', undefined, 'wrong')).status).toBe(429)
    delete gateway.env.TRY_LIMIT
    const { entries } = await log('action=admin_sign_in')
    expect(entries).toMatchObject([{ outcome: 'refused', status: 429, actor: { kind: 'nobody' } }])
  })

  it('has a change by the owner before it is answered, and other changes a second later', async () => {
    const { gateway, admin } = deploy()
    const recorded = vi.spyOn(AuditLog.prototype, 'record')
    const order: string[] = []
    recorded.mockImplementation(({ entries }) => void order.push(...entries.map(({ action }) => action)))
    const ask = admin('POST', 'keys', { name: 'make' }).then(() => order.push('answered'))
    await ask
    expect(order).toEqual(['admin_make_key', 'answered'])
    const fields = { url: 'https://hooks.example.com/1', types: ['recorder.file.ready'] }
    await gateway.call('/api/v1/events/subscriptions', json('POST', fields))
    expect(order.at(-1)).toBe('events_create_subscription')
    expect(recorded.mock.calls.map(([{ entries }]) => entries.length)).toEqual([1, 1])
  })

  it('answers 503 if a change by the owner could not be recorded: the change stands, and is recorded later', async () => {
    const { admin, lines } = deploy()
    const { record } = (await admin('POST', 'keys', { name: 'make' })).json
    vi.spyOn(AuditLog.prototype, 'record').mockImplementation(fails)
    const { status, json: told } = await admin('PATCH', `keys/${record.id}`, { disabled: true })
    expect([status, told.error]).toEqual([
      503,
      'the change was made, and stands, but the audit log cannot be reached: look at what there is before you repeat it',
    ])
    vi.mocked(AuditLog.prototype.record).mockRestore()
    expect((await admin('GET', 'keys')).json.keys).toMatchObject([{ disabled: true }])
    expect(await lines('action=admin_change_key')).toEqual(
      expect.arrayContaining([`admin admin_change_key ${record.id} ok`, `admin admin_change_key ${record.id} failed`]),
    )
  })

  it('signs nobody in while that cannot be recorded', async () => {
    const { gateway, admin, log } = deploy()
    vi.spyOn(AuditLog.prototype, 'record').mockImplementation(fails)
    const init = { ...json('POST', { admin_key: ADMIN_KEY }), key: null }
    const { status, headers, json: told } = await gateway.call('/api/v1/admin/session', init)
    expect([status, headers.get('Set-Cookie'), told.error]).toEqual([
      503,
      null,
      'the audit log cannot be reached, so nobody was signed in: try again in a few seconds',
    ])
    vi.mocked(AuditLog.prototype.record).mockRestore()
    expect((await admin('GET', 'sessions')).json.sessions).toEqual([])
    expect((await log('outcome=ok&action=admin_sign_in')).entries).toEqual([])
  })

  it('has a sign-in before it is answered, each as an entry of its own', async () => {
    const { gateway, log } = deploy()
    for (let times = 0; times < 3; times++) {
      const init = { ...json('POST', { admin_key: ADMIN_KEY }), key: null }
      const { status, headers } = await gateway.call('/api/v1/admin/session', init)
      expect(status).toBe(200)
      const [newest] = (await log('action=admin_sign_in')).entries
      expect(newest).toMatchObject({ request_id: headers.get('X-Request-Id'), count: 1 })
    }
    expect((await log('action=admin_sign_in')).entries).toHaveLength(3)
  })

  it('counts equal changes of a minute, and those of another target apart', async () => {
    const { admin, log } = deploy()
    const [one, other] = [await admin('POST', 'keys', { name: 'one' }), await admin('POST', 'keys', { name: 'other' })]
    for (const name of ['a', 'b', 'c']) await admin('PATCH', `keys/${one.json.record.id}`, { name })
    await admin('PATCH', `keys/${other.json.record.id}`, { name: 'd' })
    const { entries } = await log('action=admin_change_key')
    expect(entries).toMatchObject([
      { target: other.json.record.id, count: 1 },
      { target: one.json.record.id, target_name: 'c', count: 3 },
    ])
    world.clock.advance(60_000)
    await admin('PATCH', `keys/${one.json.record.id}`, { name: 'e' })
    expect((await log('action=admin_change_key')).entries).toHaveLength(3)
  })

  it('is tried again while it cannot be recorded for a moment', async () => {
    const { admin, lines } = deploy()
    vi.spyOn(AuditLog.prototype, 'record').mockImplementationOnce(fails)
    expect((await admin('GET', 'api-key')).status).toBe(200)
    expect(await lines()).toEqual(['admin admin_get_api_key API_KEY ok'])
  })

  it('counts what a caller is refused, and the holder of a disabled key is a stranger', async () => {
    const { gateway, log } = deploy()
    const limited = await nameKey({ name: 'limited', groups: ['video'] })
    const disabled = await nameKey({ name: 'disabled', disabled: true })
    for (let place = 0; place < 5; place++)
      for (const key of [limited, disabled])
        await gateway.call(`/api/v1/social/posts/${place}`, { method: 'DELETE', key })
    const { entries }: { entries: (Pick<AuditEntry, 'actor' | 'count' | 'reason'> & { at: string })[] } = await log()
    const minutes = new Set(entries.map(({ at }) => at.slice(0, 16)))
    expect(entries.length).toBeLessThanOrEqual(2 * minutes.size)
    const sum = (kind: string) =>
      entries.filter(({ actor }) => actor.kind === kind).reduce((total, { count }) => total + count, 0)
    expect([sum('key'), sum('nobody')]).toEqual([5, 5])
    expect(new Set(entries.map(({ actor, reason }) => `${actor.name} ${reason}`))).toEqual(
      new Set(['limited refused scope', 'null refused key']),
    )
  })

  it('contains no credential, no content and no name that looks like the admin', async () => {
    const { gateway, admin, log } = deploy()
    const key = await nameKey({ name: 'ad\u202emin', groups: ['notes'] })
    const secret = 'a-token-that-must-not-be-kept'
    await admin('PUT', 'accounts/notes', { token: secret })
    await admin('PUT', `accounts/${secret}`, { token: secret })
    await gateway.call('/api/v1/notes/api-keys', { ...json('POST', { name: secret }), key })
    const told = await log()
    expect(JSON.stringify(told)).not.toContain(secret)
    expect(told.entries[0].actor).toMatchObject({ kind: 'key', name: 'ad\ufffdmin' })
    expect(told.entries.at(-1).actor).toEqual({ kind: 'admin', id: null, name: null })
    expect(told).toMatchObject({ next_cursor: null, not_recorded: 0 })
  })

  it('names what was changed as it was called then, also what is gone since, and the device of the owner', async () => {
    const { gateway, admin, log } = deploy()
    const { record } = (await admin('POST', 'keys', { name: 'shop make' })).json
    await admin('PATCH', `keys/${record.id}`, { name: 'shop n8n' })
    const made = await admin('POST', `keys/${record.id}/roll`, { overlap_hours: 1 })
    await admin('DELETE', `keys/${made.json.record.id}`)
    const fields = { url: 'https://hooks.example.com/T1/secret', types: ['recorder.file.ready'] }
    const { id } = (await admin('POST', 'events/subscriptions', fields)).json
    await admin('PATCH', `events/subscriptions/${id}`, { description: 'to my sheet' })
    await admin('POST', `events/subscriptions/${id}/secret`)
    await admin('DELETE', `events/subscriptions/${id}`)
    await admin('PUT', 'accounts/notes', { token: TIRO_KEYS.full, force: true })
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
    const signIn = json('POST', { admin_key: ADMIN_KEY })
    const headers = { ...(signIn.headers as object), 'User-Agent': agent }
    world.clock.advance(1)
    await gateway.call('/api/v1/admin/session', { ...signIn, headers, key: null })
    const [session] = (await admin('GET', 'sessions')).json.sessions
    await admin('DELETE', `sessions/${session.id}`)
    const { entries }: { entries: AuditEntry[] } = await log()
    expect(entries.map(({ action, target_name }) => [action, target_name]).reverse()).toEqual([
      ['admin_make_key', 'shop make'],
      ['admin_change_key', 'shop n8n'],
      ['admin_roll_key', 'shop n8n'],
      ['admin_delete_key', 'shop n8n'],
      ['events_create_subscription', 'hooks.example.com'],
      ['events_change_subscription', 'to my sheet'],
      ['events_roll_secret', 'to my sheet'],
      ['events_delete_subscription', 'to my sheet'],
      ['admin_connect_account', null],
      ['admin_sign_in', null],
      ['admin_end_session', 'iPhone, Safari'],
    ])
    expect(entries.map(({ device }) => device).filter(Boolean)).toEqual(['iPhone, Safari'])
    expect(entries[1]?.device).toBe('iPhone, Safari')
    expect(JSON.stringify(entries)).not.toContain('secret/')
  })

  it('continues with its cursor, and refuses an invalid query', async () => {
    const { admin, log } = deploy()
    for (const name of ['a', 'b', 'c']) await admin('POST', 'keys', { name })
    const first = await log('limit=2')
    const second = await log(`limit=2&cursor=${first.next_cursor}`)
    expect([first.entries.length, second.entries.length, second.next_cursor]).toEqual([2, 1, null])
    expect((await log('limit=3')).next_cursor).toBeNull()
    expect((await admin('GET', 'audit?outcome=bad')).json.error).toMatch(/^outcome: must be one of/)
    expect((await admin('GET', 'audit?from=yesterday')).status).toBe(400)
  })

  it('is a table that no spreadsheet runs', async () => {
    const { gateway, admin } = deploy()
    const key = await nameKey({ name: '=HYPERLINK("http://x","a,b")' })
    await gateway.call('/api/v1/notes/api-keys', { ...json('POST', { name: 'x' }), key })
    await admin('GET', 'api-key')
    const { headers, text } = await admin('GET', 'audit?format=csv')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toContain('latchkey-audit.csv')
    const [head, newest, oldest] = text.split('\r\n')
    expect(head).toBe(
      'at,actor_kind,actor_id,actor_name,device,action,target,target_name,outcome,status,reason,request_id,id,count,details',
    )
    expect(newest).toContain(',admin,,,,admin_get_api_key,API_KEY,,ok,200,,')
    expect(oldest).toContain(`,"'=HYPERLINK(""http://x"",""a,b"")",`)
  })

  it('quotes a name that begins like a formula', async () => {
    for (const name of ['＝1+1', '＋1', '－1', '＠a', '﹦1', '⁺1', '@a', '\t=1']) {
      const table = await new Response(
        await csv(AUDIT_COLUMNS, async () => [{ ...ENTRY, actor: { kind: 'key', id: 'k', name } } as const]),
      ).text()
      expect.soft(table, JSON.stringify(name)).toContain(`,key,k,'${name},`)
    }
  })

  it('reads everything when the log is longer than a part', async () => {
    const { admin } = deploy()
    const entries = Array.from({ length: 4100 }, (_, number) => ({
      ...ENTRY,
      id: `aud_${timeMark(ENTRY.at)}${String(number).padStart(5, '0')}`,
    }))
    await OBJECTS.USAGE.getByName('usage').audit.record({ entries, failures: [], lost: { entries: 0, failures: 0 } })
    expect((await admin('GET', 'audit?format=csv')).text.trim().split('\r\n')).toHaveLength(4101)
  })
})

describe('what the owner did', () => {
  const record = (entries: AuditEntry[]) =>
    OBJECTS.USAGE.getByName('usage').audit.record({ entries, failures: [], lost: { entries: 0, failures: 0 } })
  /** Entries of an action, each of a target of its own, one a second. */
  const flood = (action: string, times: number) =>
    Array.from({ length: times }, (_, number) => {
      const at = world.clock.now() + number
      return { ...ENTRY, action, at, id: `aud_${timeMark(at)}${action}`, target: `t${number}`, status: 200 }
    })

  it('has shares by kind, which the others do not displace, and counts what is displaced', async () => {
    const { admin, log } = deploy()
    const told = ['admin_sign_in', 'admin_make_key', 'admin_connect_account', 'admin_end_session']
    await record(
      told.map((action) => ({
        ...ENTRY,
        action,
        at: world.clock.now(),
        id: `aud_${timeMark(world.clock.now())}${action}`,
      })),
    )
    world.clock.advance(1)
    await record(flood('admin_change_settings', 20_200))
    world.clock.advance(30_000)
    const found = async (action: string) => (await log(`action=${action}`)).entries.length
    expect(await Promise.all(told.map(found))).toEqual([1, 1, 1, 0])
    // The one that ended a session, and 200 of the flood.
    expect((await log('limit=1')).not_recorded).toBe(201)
    await record(flood('admin_roll_key', 10_010))
    world.clock.advance(30_000)
    expect(await Promise.all(told.map(found))).toEqual([1, 0, 1, 0])
    expect((await admin('GET', 'audit?limit=1')).json.not_recorded).toBe(201 + 11)
  })

  it('does not count what is older than 90 days as displaced', async () => {
    const { log } = deploy()
    await record(flood('admin_change_settings', 5))
    world.clock.advance(91 * 86_400_000)
    await record(flood('admin_change_settings', 1))
    expect(await log()).toMatchObject({ entries: [{ target: 't0' }], not_recorded: 0 })
  })
})
