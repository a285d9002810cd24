import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuditEntry, type FailedRequest, timeMark } from '../../../src/base/audit.ts'
import { platform } from '../../../src/base/platform.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Decisions.md section 11.10: what USAGE stores about changes and failed requests. */

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
  return { id, ...common(kind, at), action: 'admin_make_key', target: null, ...over }
}
function failure(over: Partial<FailedRequest> = {}, kind: 'key' | 'nobody' = 'key'): FailedRequest {
  const at = over.at ?? world.clock.now()
  const id = `req_${timeMark(at)}${String(made++).padStart(6, '0')}`
  return { id, ...common(kind, at), group: 'notes', operation: 'notes_list_notes', upstream_ms: 3, ...over }
}
const record = (entries: AuditEntry[], failures: FailedRequest[] = [], lost = NONE) =>
  usage().record({ entries, failures, lost })
const ids = async (query = {}) => (await usage().auditEntries({ limit: 30_000, ...query })).entries.map(({ id }) => id)

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
    const admin = entry({ at: now - 2000, actor: { kind: 'admin', id: null, name: null } })
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
    const { entries } = await usage().auditEntries({ limit: 30_000 })
    const ofNobody = entries.filter(({ actor }) => actor.kind === 'nobody')
    expect([entries.length, ofNobody.length]).toEqual([20_000, 2_000])
    const last = entry()
    await record([last])
    expect((await ids())[0]).toBe(last.id)
    expect(await ids()).toHaveLength(20_000)
  })

  it('says how many were not recorded, and outlives the object', async () => {
    await record([entry()], [], { entries: 3, failures: 1 })
    await record([], [], { entries: 2, failures: 0 })
    expect(await usage().auditEntries({ limit: 1 })).toMatchObject({ lost: 5 })
    expect(await usage().failedRequests({ limit: 1 })).toMatchObject({ lost: 1 })
  })

  it('beside counts that an earlier build wrote', async () => {
    await runInDurableObject(usage(), (_, { storage: { sql, kv } }) => {
      kv.put('schema', 1)
      sql.exec('DROP TABLE audit_entries')
      sql.exec('DROP TABLE failed_requests')
      sql.exec("INSERT INTO day_counts VALUES (1, 'k1', 'video', 1, 2, 3)")
    })
    await runInDurableObject(usage(), (instance, state) => {
      const { constructor: Class } = Object.getPrototypeOf(instance)
      const started = new Class(state, {}) as typeof instance
      return started.record({ entries: [entry()], failures: [], lost: NONE })
    })
    expect(await usage().since(0)).toHaveLength(1)
  })
})

describe('failed requests', () => {
  const found = async (query = {}) => (await usage().failedRequests({ limit: 1000, ...query })).entries

  it('are found by their request id, their key, their group and their outcome', async () => {
    const one = failure({ request_id: 'the-one', outcome: 'failed', status: 502, reason: 'upstream 503' })
    await record([], [failure(), one, failure({ actor: { kind: 'key', id: 'k2', name: 'n' }, group: 'video' })])
    expect(await found({ request_id: 'the-one' })).toEqual([one])
    expect(await found({ outcome: 'failed' })).toEqual([one])
    expect((await found({ key: 'k2' })).map(({ actor }) => actor.id)).toEqual(['k2'])
    expect((await found({ group: 'video' })).map(({ actor }) => actor.id)).toEqual(['k2'])
  })

  it('are at most 500, of which strangers fill 100, for 7 days', async () => {
    await record(
      [],
      [...Array.from({ length: 450 }, () => failure()), ...Array.from({ length: 150 }, () => failure({}, 'nobody'))],
    )
    const all = await found()
    expect([all.length, all.filter(({ actor }) => actor.kind === 'nobody').length]).toEqual([500, 100])
    world.clock.advance(7 * DAY + 1000)
    expect(await found()).toEqual([])
    expect(platform.now()).toBe(world.clock.now())
  })
})
