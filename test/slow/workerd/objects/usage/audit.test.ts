import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { platform } from '../../../../../src/base/platform.ts'
import { type AuditEntry, type FailedRequest, timeMark } from '../../../../../src/base/usage.ts'
import { freshDeployment } from '../../../../support/fresh.ts'
import { OBJECTS } from '../../../../support/objects.ts'
import { createWorld, type World } from '../../../../support/world.ts'

/** docs/spec/admin.md, "Audit log": what USAGE stores about changes and failed requests. */

const DAY = 86_400_000
let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const usage = () => OBJECTS.USAGE.getByName('usage')
const NONE = { entries: 0, failures: 0 }
let made = 0

const common = (kind: 'key' | 'nobody', at: number) => ({
  ...{ at, actor: { kind, id: kind === 'key' ? 'k1' : null, name: null }, outcome: 'ok' as const, status: 200 },
  ...{ reason: null, request_id: `r${made}` },
})
function entry(over: Partial<AuditEntry> = {}, kind: 'key' | 'nobody' = 'key'): AuditEntry {
  const at = over.at ?? world.clock.now()
  const id = `aud_${timeMark(at)}${String(made++).padStart(6, '0')}`
  return {
    id,
    ...common(kind, at),
    action: 'admin_make_key',
    ...{ target: null, target_name: null, details: [], device: null, count: 1 },
    ...over,
  }
}
const REFUSED = { outcome: 'refused' as const, status: 403, reason: 'refused scope' }
const ADMIN = { kind: 'admin' as const, id: null, name: null }
function failure(over: Partial<FailedRequest> = {}, kind: 'key' | 'nobody' = 'key'): FailedRequest {
  const at = over.at ?? world.clock.now()
  const id = `req_${timeMark(at)}${String(made++).padStart(6, '0')}`
  const about = { group: 'notes' as const, operation: 'notes_list_notes', setting: null, origin: null }
  const place = { account: null, method: 'GET', route: '/x', path: null, fields: [], product_status: null }
  const rest = { code: 'invalid_input' as const, upstream_ms: 3, count: 1, first_at: at }
  const one = { id, ...common(kind, at), ...about, ...place, ...rest, ...over }
  return { ...one, request_ids: [one.request_id] }
}
const record = (entries: AuditEntry[], failures: FailedRequest[] = [], lost = NONE) =>
  usage().audit.record({ entries, failures, lost })
const ids = async (query = {}) => (await usage().audit.entries({ limit: 30_000, ...query })).entries.map(({ id }) => id)

describe('the audit log', () => {
  it('returns the newest first, in pages', async () => {
    const all = Array.from({ length: 5 }, (_, second) => entry({ at: world.clock.now() + second * 1000 }))
    await record([all[3], all[0], all[4]] as AuditEntry[])
    await record([all[1], all[2]] as AuditEntry[])
    const newest = all.map(({ id }) => id).reverse()
    expect(await ids()).toEqual(newest)
    expect(await ids({ limit: 2 })).toEqual(newest.slice(0, 2))
    expect(await ids({ limit: 2, before: newest[1] })).toEqual(newest.slice(2, 4))
  })

  it('stores an entry once that is sent twice', async () => {
    const one = entry()
    await record([one])
    await record([one, entry()])
    expect(await ids()).toHaveLength(2)
  })

  it('is filtered by time, actor, action and outcome', async () => {
    const now = world.clock.now()
    const admin = entry({ at: now - 2000, actor: ADMIN })
    const key = entry({ at: now - 1000, action: 'payment_cancel_bill', outcome: 'refused', status: 403 })
    const last = entry({ at: now })
    await record([admin, key, last])
    expect(await ids({ from: now - 1000 })).toEqual([last.id, key.id])
    expect(await ids({ to: now - 1000 })).toEqual([key.id, admin.id])
    expect(await ids({ actor: 'admin' })).toEqual([admin.id])
    expect(await ids({ actor: 'k1' })).toEqual([last.id, key.id])
    expect(await ids({ actor: 'key', outcome: 'refused' })).toEqual([key.id])
    expect(await ids({ action: 'payment_cancel_bill' })).toEqual([key.id])
  })

  it('deletes an entry after 90 days, whether anything is written then or not', async () => {
    await record([entry()])
    world.clock.advance(90 * DAY - 1000)
    expect(await ids()).toHaveLength(1)
    world.clock.advance(DAY + 1000)
    expect(await ids()).toHaveLength(0)
    await record([entry()])
    const rows = await runInDurableObject(
      usage(),
      (_, { storage: { sql } }) => sql.exec('SELECT id FROM audit_entries').toArray().length,
    )
    expect(rows).toBe(1)
  })

  it('holds at most 20,000 entries, of which strangers fill 2,000', async () => {
    for (let part = 0; part < 10; part++) {
      await record([
        ...Array.from({ length: 1850 }, () => entry()),
        ...Array.from({ length: 250 }, () => entry({}, 'nobody')),
      ])
    }
    const { entries } = await usage().audit.entries({ limit: 30_000 })
    const ofNobody = entries.filter(({ actor }) => actor.kind === 'nobody')
    expect([entries.length, ofNobody.length]).toEqual([20_000, 2_000])
    const last = entry()
    await record([last])
    expect((await ids())[0]).toBe(last.id)
    expect(await ids()).toHaveLength(20_000)
  })

  it('keeps what the owner did, and the changes of each caller, whatever another one is refused', async () => {
    const own = Array.from({ length: 12 }, () => entry({ actor: ADMIN }))
    const other = entry({ actor: { kind: 'client', id: 'grant_1', name: 'x' } })
    await record([...own, other])
    // As many actions and reasons as there are, for two days.
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 20) {
      const at = world.clock.now() + minutes * 60_000
      const refusals = Array.from({ length: 200 }, (_, place) =>
        entry({ ...REFUSED, at: at + place * 5_000, action: `action_${place}`, count: 1000 }),
      )
      await record(refusals)
    }
    const successes = Array.from({ length: 19_000 }, () => entry())
    for (let part = 0; part < 19; part++) await record(successes.slice(part * 1000, (part + 1) * 1000))
    const all = (await usage().audit.entries({ limit: 60_000 })).entries
    const of = (condition: (one: AuditEntry) => boolean) => all.filter(condition).length
    expect(of(({ actor }) => actor.kind === 'admin')).toBe(12)
    expect(of(({ actor }) => actor.kind === 'client')).toBe(1)
    expect(of(({ actor, outcome }) => actor.id === 'k1' && outcome === 'ok')).toBe(18_000)
    expect(of(({ actor, outcome }) => actor.id === 'k1' && outcome === 'refused')).toBe(2_000)
  })

  it('counts refusals that differ only in their target as one entry of the minute, with the last of them', async () => {
    const at = world.clock.now()
    const refused = (ms: number, over: Partial<AuditEntry> = {}) => entry({ ...REFUSED, at: at + ms, ...over })
    const first = refused(0, { count: 40, target: 'a' })
    await record([first])
    await record([first])
    await record([refused(30_000, { target: 'b', request_id: 'last' })])
    await record([refused(20_000, { count: 2, target: 'late' })])
    expect((await usage().audit.entries({ limit: 10 })).entries).toMatchObject([
      { at: at + 30_000, count: 43, target: 'b', request_id: 'last' },
    ])
    await record([refused(60_000), refused(0, { reason: 'refused licence' }), refused(0, { action: 'other' })])
    await record([refused(0, { actor: { kind: 'key', id: 'k2', name: 'x' } }), refused(0, { status: 409 })])
    expect((await usage().audit.entries({ limit: 10 })).entries.map(({ count }) => count)).toEqual([1, 43, 1, 1, 1, 1])
  })

  it('keeps each request that failed, because it may have changed something', async () => {
    await record(['a', 'b'].map((target) => entry({ outcome: 'failed', status: 504, reason: 'timeout', target })))
    expect((await usage().audit.entries({ limit: 10 })).entries.map(({ target }) => target)).toEqual(['b', 'a'])
  })

  it('says how many were not recorded, and outlives the object', async () => {
    await record([entry()], [], { entries: 3, failures: 1 })
    await record([], [], { entries: 2, failures: 0 })
    expect(await usage().audit.entries({ limit: 1 })).toMatchObject({ lost: 5 })
    expect(await usage().audit.failures({ limit: 1 })).toMatchObject({ lost: 1 })
  })
})

describe('failed requests', () => {
  const found = async (query = {}) => (await usage().audit.failures({ limit: 1000, ...query })).entries

  it('are found by their request id, their key, their group and their outcome', async () => {
    const one = failure({ request_id: 'the-one', outcome: 'failed', status: 502, reason: 'upstream 503' })
    await record([], [failure(), one, failure({ actor: { kind: 'key', id: 'k2', name: 'n' }, group: 'video' })])
    expect(await found({ request_id: 'the-one' })).toEqual([one])
    expect(await found({ outcome: 'failed' })).toEqual([one])
    expect((await found({ key: 'k2' })).map(({ actor }) => actor.id)).toEqual(['k2'])
    expect((await found({ group: 'video' })).map(({ actor }) => actor.id)).toEqual(['k2'])
  })

  it('that are equal are one, with their number, their first time and the ids of the last 20', async () => {
    const now = world.clock.now()
    for (let minute = 0; minute < 30; minute++)
      await record([], [failure({ at: now + minute * 60_000, request_id: `again-${minute}` })])
    const late = failure({ at: now - 60_000, request_id: 'late' })
    await record([], [late])
    // A batch may come twice.
    const last = failure({ at: now + 30 * 60_000, request_id: 'last' })
    await record([], [last])
    await record([], [last])
    const [one, ...others] = await found()
    expect(one).toMatchObject({ count: 32, at: now + 30 * 60_000, first_at: now - 60_000, request_id: 'last' })
    expect([one?.request_ids.length, others]).toEqual([20, []])
    expect(await found({ request_id: 'again-29' })).toEqual([one])
    await record([], [failure({ fields: [{ name: 'limit', problem: 'is required' }] }), failure({ path: '/other' })])
    expect((await found()).map(({ count }) => count)).toEqual([32, 1, 1])
  })

  it('without a key are found only by their kind or an id, and counted', async () => {
    await record([], [failure({ path: '/a', count: 3 }, 'nobody'), failure({ path: '/b' }, 'nobody'), failure()])
    expect((await found()).map(({ actor }) => actor.kind)).toEqual(['key'])
    expect(await found({ key: 'nobody' })).toMatchObject([{ count: 4, path: '/b' }])
    expect(await usage().audit.failures({ limit: 1 })).toMatchObject({ without_key: 4 })
  })

  it('of a key are not displaced by those of another one', async () => {
    await record(
      [],
      Array.from({ length: 300 }, (_, place) => failure({ path: `/${place}` })),
    )
    const noisy = { kind: 'key' as const, id: 'noisy', name: 'n' }
    for (let part = 0; part < 20; part++)
      await record(
        [],
        Array.from({ length: 200 }, (_, place) => failure({ actor: noisy, path: `/${part}/${place}` })),
      )
    const all = await found()
    const of = (id: string) => all.filter(({ actor }) => actor.id === id).length
    expect([of('k1'), of('noisy')]).toEqual([300, 400])
  })

  it('are at most 400 of each caller, and 100 of strangers, for 7 days', async () => {
    await record(
      [],
      [
        ...Array.from({ length: 450 }, (_, place) => failure({ path: `/${place}` })),
        ...Array.from({ length: 150 }, (_, place) => failure({ operation: `o_${place}` }, 'nobody')),
      ],
    )
    const all = [...(await found()), ...(await found({ key: 'nobody' }))]
    expect([all.length, all.filter(({ actor }) => actor.kind === 'nobody').length]).toEqual([500, 100])
    world.clock.advance(7 * DAY + 1000)
    expect([...(await found()), ...(await found({ key: 'nobody' }))]).toEqual([])
    expect(platform.now()).toBe(world.clock.now())
  })
})
