import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GROUPS, type Group, isGroup, LICENCES, type Licence } from '../../../../src/base/groups.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import type { Row } from '../../../contract/contract.ts'
import { expectDocumented, readDocuments } from '../../../contract/documented.ts'
import { expectFailure } from '../../../contract/expected.ts'
import { setStage } from '../../../contract/stage.ts'
import { everyWay, type Subject } from '../../../contract/subjects.ts'
import { CUT_KEY, MISSING_KEY, mistyped, nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { readsOf } from '../../../support/fresh.ts'
import { PRO_KEY } from '../../../support/gateway.ts'

readDocuments()
afterEach(() => vi.restoreAllMocks())

const keys = new Map<Licence | 'expired' | 'elsewhere', string>()

beforeAll(async () => {
  for (const licence of LICENCES) keys.set(licence, await nameKey({ licence }))
  keys.set('expired', await nameKey({ expires_at: '2026-11-21T08:59:59.000Z' }))
})

/** The licences that each tier admits (docs/spec/gateway.md, "Licences"). */
const ADMITS: Record<Row['tier'], readonly Licence[]> = {
  basic: ['basic', 'pro'],
  pro: ['pro'],
  'pro or payment': ['pro', 'payment'],
  any: LICENCES,
  open: LICENCES,
  admin: [],
  link: [],
}

/** Refused before any product was called. */
async function expectRefused(subject: Subject, key: string | null, status: number, error: string | RegExp) {
  const stage = setStage(subject)
  const answer = await stage.ask({ key })
  expectFailure(subject, answer, status, error)
  expectDocumented(subject, answer)
  expect(stage.simulator.calls).toEqual([])
}

const keyed = everyWay.filter(({ row }) => !['open', 'admin', 'link'].includes(row.tier))
const scoped = keyed.filter(({ contract }) => isGroup(contract.group))
const admin = everyWay.filter(({ row }) => row.tier === 'admin')
const open = everyWay.filter(({ row }) => row.tier === 'open')

describe.each(keyed)('$id', (subject) => {
  const { row, operation } = subject

  it('no key: 401', () => expectRefused(subject, null, 401, MISSING_KEY))

  it('a wrong key: 401', () => expectRefused(subject, 'wrong-key', 401, 'X-API-KEY is not valid'))

  it('a malformed named key: 401 without a look into STORE', async () => {
    const stage = setStage(subject)
    const get = vi.spyOn(stage.gateway.env.STORE, 'get')
    expectFailure(subject, await stage.ask({ key: mistyped(keys.get('pro') ?? '') }), 401, CUT_KEY)
    expect(readsOf(get)).toBe(0)
  })

  it('an expired key: 401', () => expectRefused(subject, keys.get('expired') ?? '', 401, 'X-API-KEY has expired'))

  it.each(LICENCES)('a %s key', async (licence) => {
    const key = keys.get(licence) ?? ''
    if (ADMITS[row.tier].includes(licence)) {
      expect((await setStage(subject).ask({ key })).status).toBe(operation.status)
    } else {
      const { status, error } = row.refusal ?? { status: 400, error: 'you are not a Latchkey PRO user' }
      await expectRefused(subject, key, status, error)
    }
  })
})

describe.each(scoped)('$id', (subject) => {
  const { contract, operation, row } = subject

  it("a key of another group's scope: 403", async () => {
    const groups = GROUPS.filter((group) => group !== contract.group)
    const error = `this API key does not open the ${contract.group} group`
    await expectRefused(subject, await nameKey({ groups }), 403, error)
  })

  it("a key of the group's own scope is let in", async () => {
    const groups = [contract.group as Group, ...(row.alsoNeeds ?? [])]
    const answer = await setStage(subject).ask({ key: await nameKey({ groups }) })
    expect(answer.status, answer.text).toBe(operation.status)
  })
})

describe.each(everyWay.filter(({ row }) => row.tier === 'link'))('$id', (subject) => {
  it('without a link, or by a wrong one: 401', async () => {
    await expectRefused(subject, null, 401, /^no link to the notes account was opened here/)
    await expectRefused(subject, 'wrong-link', 401, /^this link is not right/)
    const headers = { 'X-API-KEY': PRO_KEY, Authorization: `Bearer ${ADMIN_KEY}` }
    expectFailure(subject, await setStage(subject).ask({ key: null, headers }), 401, /^no link/)
  })
})

describe.each(admin)('$id', (subject) => {
  it('without a session or a key: 401 that says how to sign in', () =>
    expectRefused(subject, null, 401, /^not signed in: .*ADMIN_KEY/))

  it('a wrong ADMIN_KEY: 401', () => expectRefused(subject, 'wrong-key', 401, 'the admin key is not right'))

  it("the deployment's API key, and a named one: 401", async () => {
    for (const key of [PRO_KEY, keys.get('pro') ?? '']) {
      await expectRefused(subject, key, 401, 'the admin key is not right')
      const stage = setStage(subject)
      expectFailure(subject, await stage.ask({ key: null, headers: { 'X-API-KEY': key } }), 401, /^not signed in/)
      expect(stage.simulator.calls).toEqual([])
    }
  })

  it('without ADMIN_KEY, or with a short one: 401 that names it', async () => {
    for (const given of ['', 'under-20-characters']) {
      const answer = await setStage(subject, { ADMIN_KEY: given }).ask({ key: given || null })
      expectFailure(subject, answer, 401, /^ADMIN_KEY is .*npx wrangler secret put ADMIN_KEY/)
    }
  })
})

describe.each(open)('$id', (subject) => {
  it.each([null, 'wrong-key'])('needs no key and ignores one: %s', async (key) => {
    expect((await setStage(subject).ask({ key })).status).toBe(subject.operation.status)
  })
})
