import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Account, PRODUCTS, productOf } from '../../src/base/groups.ts'
import { expectEach } from '../support/expect-each.ts'
import { freshDeployment } from '../support/fresh.ts'
import { setStage } from './stage.ts'
import { everyWay, keySubjects, type Subject } from './subjects.ts'
import { second, setTwoAccounts } from './two-accounts.ts'

/**
 * No operation uses another account than the one that the call means (docs/spec/gateway.md, "Which account a request
 * uses"): every operation, with two accounts of its product, in five ways.
 */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** The operations that use no account of a product, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  video_get_transcript: 'the player takes no credential',
  video_list_languages: 'the player takes no credential',
  payment_format_phone_number: 'the gateway knows every form itself',
  shop_list_carriers: 'the product has no call for its carriers',
  workspace_invite_member: 'the caller brings the session of a person',
  gateway_list_accounts: 'it lists all that the key opens (test/groups/admin/further-accounts.test.ts)',
  gateway_doctor: 'it examines all that the key opens (test/groups/admin/further-accounts.test.ts)',
  gateway_search: 'it uses an account of each group (test/gateway/auth/accounts.test.ts)',
}
const isWithout = ({ id, contract }: Subject) => contract.group === 'events' || id in WITHOUT

/** Where the credential comes with the row, it is that of the deployment here. */
const ways = everyWay.filter(
  (subject) => keySubjects.some(({ id }) => id === subject.id) && !subject.row.headers?.['X-Workspace-Token'],
)

describe('every operation uses the account that the call means, and no other', () => {
  it.each(ways.filter((subject) => !isWithout(subject)))('$id', async (subject) => {
    const { ask, bound } = await setTwoAccounts(subject)
    const plain = await ask(null)
    const first = plain.used as Account
    const own = second(first)
    expect(PRODUCTS).toContain(first)
    expect(plain).toMatchObject({ status: subject.operation.status, second: [] })
    expect(plain.touched).not.toContain(own)

    // In the same isolate, where nothing that is known of the first account may serve the other one.
    const kept = await ask(null, { key: bound })
    expect(kept).toMatchObject({ status: plain.status, used: own, first: [], second: plain.first })
    expect(kept.touched).not.toContain(first)

    for (const header of [first, `${productOf(first)}:nine`]) {
      const { status, error, first: one, second: two, touched } = await ask(header, { key: bound })
      expect([status, error, one, two, [...touched]]).toEqual([
        ...[403, `this API key does not open the account ${header}`, [], [], []],
      ])
    }

    const list = PRODUCTS.map((product) => (product === productOf(first) ? own : product)).join()
    for (const header of [own, list]) {
      // A change is made once in a world.
      const world = subject.operation.reads ? { ask } : await setTwoAccounts(subject)
      const named = await world.ask(header)
      expect(named).toMatchObject({ status: plain.status, used: own, first: [] })
      expect(named.touched).not.toContain(first)
    }
  })
})

it('the others use none', async () => {
  const others = keySubjects.filter(isWithout)
  await expectEach(others, async (subject) => {
    const { headers } = await setStage(subject).ask()
    expect(headers.get('X-Account')).toBeNull()
  })
  expect(others.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(WITHOUT)))
  const missing = keySubjects.filter(({ id }) => ![...ways, ...others].some((each) => each.id === id))
  expect(missing).toEqual([])
})
