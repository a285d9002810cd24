import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { GROUPS, isGroup, LICENCES, type Licence } from '../../src/base/groups.ts'
import { CUT_KEY, MISSING_KEY, mistyped, nameKey } from '../gateway/auth/keys/named-keys.ts'
import type { Call, Fault } from '../simulators/simulator.ts'
import { expectEach } from '../support/expect-each.ts'
import { PRO_KEY } from '../support/gateway.ts'
import type { Attempt, Row } from './contract.ts'
import { expectDocumented, readDocuments } from './documented.ts'
import { expectFailure, expectProductFailure, expectSuccess } from './expected.ts'
import { setStage, type Variation } from './stage.ts'
import { everyWay, everyWayWithUpstream, type Subject, subjects, withBody } from './subjects.ts'

readDocuments()
afterEach(() => vi.restoreAllMocks())

const keys = new Map<Licence | 'expired', string>()
beforeAll(async () => {
  for (const licence of LICENCES) keys.set(licence, await nameKey({ licence }))
  keys.set('expired', await nameKey({ expires_at: '2026-11-21T08:59:59.000Z' }))
})

/** The licences that each tier admits. */
const ADMITS: Record<Row['tier'], readonly Licence[]> = {
  basic: ['basic', 'pro'],
  pro: ['pro'],
  'pro or payment': ['pro', 'payment'],
  any: LICENCES,
  open: LICENCES,
  admin: [],
  link: [],
}

const getRefusal = ({ refusal }: Row) => refusal ?? { status: 400, error: 'you are not a Latchkey PRO user' }

it('every operation admits the licences of its row, and refuses the others with the message of the contract', () =>
  expectEach(subjects, ({ operation: { access }, row }) => {
    if (typeof access !== 'object') return expect(access).toBe(row.tier)
    expect(access.admits).toEqual(ADMITS[row.tier])
    const { status, message } = access.refuse('Latchkey')
    expect({ status, error: message }).toEqual(getRefusal(row))
  }))

/** Refused before any product was called. */
async function expectRefused(subject: Subject, variation: Variation, status: number, error: string | RegExp) {
  const stage = setStage(subject)
  const answer = await stage.ask(variation)
  expectFailure(subject, answer, status, error)
  expectDocumented(subject, answer)
  expect(stage.simulator.calls).toEqual([])
}

it('every operation has its gate, and one without a gate ignores a wrong key', () =>
  expectEach(everyWay, async (subject) => {
    const { row, operation } = subject
    if (row.tier === 'open')
      return expect((await setStage(subject).ask({ key: 'wrong-key' })).status).toBe(operation.status)
    if (row.tier === 'admin') return expectRefused(subject, { key: PRO_KEY }, 401, 'the admin key is not right')
    if (row.tier === 'link') return expectRefused(subject, { key: 'wrong-link' }, 401, /^this link is not right/)
    const refused = LICENCES.find((licence) => !ADMITS[row.tier].includes(licence))
    if (!refused) return expectRefused(subject, { key: null }, 401, MISSING_KEY)
    const { status, error } = getRefusal(row)
    return expectRefused(subject, { key: keys.get(refused) ?? '' }, status, error)
  }))

/** One of each group, since the same code checks all of them. */
const firsts = [...Map.groupBy(subjects, ({ contract }) => contract.group).values()].flatMap(([first]) => first ?? [])
const ofGroups = firsts.filter(({ contract }) => isGroup(contract.group))
const ofOwner = subjects.filter(({ row }) => row.tier === 'admin').slice(0, 1)

it.each<[what: string, key: () => string | null, error: string]>([
  ['no key', () => null, MISSING_KEY],
  ['a wrong key', () => 'wrong-key', 'X-API-KEY is not valid'],
  ['a malformed named key', () => mistyped(keys.get('pro') ?? ''), CUT_KEY],
  ['an expired key', () => keys.get('expired') ?? '', 'X-API-KEY has expired'],
])('%s is 401 in the envelope of each group', (_, key, error) =>
  expectEach(ofGroups, (subject) => expectRefused(subject, { key: key() }, 401, error)),
)

it("a key of another group's scope is 403, and one of the group's own scope is let in", () =>
  expectEach(ofGroups, async (subject) => {
    const { contract, operation, row } = subject
    const [own, others] = [true, false].map((isOwn) => GROUPS.filter((group) => (group === contract.group) === isOwn))
    const error = `this API key does not open the ${contract.group} group`
    await expectRefused(subject, { key: await nameKey({ groups: others }) }, 403, error)
    const key = await nameKey({ groups: [...(own ?? []), ...(row.alsoNeeds ?? [])] })
    expect((await setStage(subject).ask({ key })).status).toBe(operation.status)
  }))

it('the management app opens by ADMIN_KEY only', () =>
  expectEach(ofOwner, async (subject) => {
    await expectRefused(subject, { key: null }, 401, /^not signed in: .*ADMIN_KEY/)
    await expectRefused(subject, { key: null, headers: { 'X-API-KEY': PRO_KEY } }, 401, /^not signed in/)
    for (const key of ['wrong-key', keys.get('pro') ?? ''])
      await expectRefused(subject, { key }, 401, 'the admin key is not right')
    for (const given of ['', 'under-20-characters']) {
      const answer = await setStage(subject, { ADMIN_KEY: given }).ask({ key: given || null })
      expectFailure(subject, answer, 401, /^ADMIN_KEY is .*npx wrangler secret put ADMIN_KEY/)
    }
  }))

/** The first has the usual limit. A passkey answers one challenge, so that its body has no fixed size. */
const limited = withBody.filter(({ row }, index) => index === 0 || (row.maxBody !== undefined && !row.passkey))

it('takes a body of exactly the largest size, and no larger one', () =>
  expectEach(limited, async (subject) => {
    const { row, operation } = subject
    const padded = JSON.stringify(row.body).padEnd((row.maxBody ?? 1024 * 1024) + 1)
    await expectRefused(subject, { body: padded }, 413, /^body: /)
    expect((await setStage(subject).ask({ body: padded.slice(0, -1) })).status).toBe(operation.status)
  }))

async function attempt(subject: Subject, { settings, headers, status, error }: Attempt) {
  const stage = setStage(subject, settings)
  const answer = await stage.ask(headers && { headers })
  expectProductFailure(subject, answer, status ?? 401, error)
  expectDocumented(subject, answer)
  return stage.simulator.calls
}

it('without its credential no operation calls the product', () =>
  expectEach(
    everyWay.filter(({ row }) => row.missing !== null),
    async (subject) => {
      const { row, contract } = subject
      const error = new RegExp(
        `${contract.group} account is not connected( \\((seller|consumer) side\\))?(: connect it at http|"|$)`,
      )
      expect(await attempt(subject, { settings: {}, error, ...(row.missing ?? contract.missing) })).toEqual([])
    },
  ))

it('a credential that the product refuses has to be connected again', () =>
  expectEach(
    everyWayWithUpstream.filter(({ row }) => row.rejected !== null),
    async (subject) => {
      const { row, contract } = subject
      const calls = await attempt(subject, { error: /reconnect/, ...(row.rejected ?? contract.rejected) })
      expect(calls).not.toEqual([])
    },
  ))

/** Asks while the product fails in this way, and how often it was asked the same. */
async function askWhile(subject: Subject, fault: Fault) {
  const { operation, row, contract } = subject
  const isHit = row.faulted ?? (({ method }: Call) => operation.reads || method !== 'GET')
  const own = (call: Call) => !contract.isUpkeep?.(call) && isHit(call)
  const stage = setStage(subject)
  stage.simulator.fail(fault, { on: own })
  const answer = await stage.ask()
  return { answer, repeated: mostAlike(stage.ownCalls().filter(own)) }
}

it('while its product is unavailable a read is repeated twice, and a write never', () =>
  expectEach(everyWayWithUpstream, async (subject) => {
    const { answer, repeated } = await askWhile(subject, { kind: 'status', status: 503 })
    const status = subject.row.unavailable?.status ?? 502
    if (status < 400) expectSuccess(subject, answer)
    else expectProductFailure(subject, answer, status)
    expect(answer.headers.get('Retry-After')).toBeNull()
    expect(repeated, 'the same call').toBe(subject.operation.reads ? 3 : 1)
  }))

it.each(subjects.filter(({ row }) => row.foundAt))(
  '$id: its response is cut, and the change is found',
  async (subject) => {
    const { answer, repeated } = await askWhile(subject, { kind: 'cut' })
    expectSuccess(subject, answer)
    expect(repeated).toBe(1)
  },
)

/** How often the most frequent call was made. */
function mostAlike(calls: readonly Call[]): number {
  const counts = Map.groupBy(calls, ({ method, url, body }) => `${method} ${url} ${body}`)
  return Math.max(0, ...[...counts.values()].map((alike) => alike.length))
}
