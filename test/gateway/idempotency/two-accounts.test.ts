import { afterEach, expect, it, vi } from 'vitest'
import type { Account } from '../../../src/base/groups.ts'
import { everyWay, type Subject } from '../../contract/subjects.ts'
import { second, setTwoAccounts } from '../../contract/two-accounts.ts'
import { freshDeployment } from '../../support/fresh.ts'

/** A change is made at most once for each account (docs/spec/gateway.md, "Which account a request uses"). */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** Those whose account may be the one of the deployment. */
const changes = everyWay.filter(
  ({ contract, operation, row }) =>
    contract.group !== 'events' &&
    'Idempotency-Key' in (operation.input().header?.shape ?? {}) &&
    !row.headers?.['X-Workspace-Token'],
)

const sent = (calls: readonly string[] = []) => calls.filter((call) => !call.startsWith('GET '))

/** The same request by turns at both accounts, twice. */
async function repeat(subject: Subject, headers: Record<string, string>) {
  const { ask } = await setTwoAccounts(subject)
  const first = await ask(null, { headers })
  const own = second(first.used as Account)
  return {
    first,
    other: await ask(own, { headers }),
    again: [await ask(null, { headers }), await ask(own, { headers })],
    own,
  }
}

it.each(changes)('$id: one Idempotency-Key at two accounts is two changes', async (subject) => {
  const { first, other, again, own } = await repeat(subject, { 'Idempotency-Key': 'order-1' })
  expect(first).toMatchObject({ status: subject.operation.status, isReplayed: false, second: [] })
  expect(sent(first.first)).not.toEqual([])
  expect(other).toMatchObject({ status: first.status, used: own, isReplayed: false, first: [] })
  expect(sent(other.second)).toEqual(sent(first.first))
  for (const { status, isReplayed, first: one, second: two } of again)
    expect([status, isReplayed, sent(one), sent(two)]).toEqual([first.status, true, [], []])
})

it.each(everyWay.filter(({ id }) => id === 'social_create_post' || id === 'social_repost'))(
  '$id: the same words at two accounts are two posts, also without a key',
  async (subject) => {
    const { first, other, again, own } = await repeat(subject, {})
    expect(other).toMatchObject({ status: first.status, used: own, isReplayed: false, first: [] })
    expect(sent(other.second)).toEqual(sent(first.first))
    for (const { status, first: one, second: two } of again)
      expect([status, sent(one), sent(two)]).toEqual([first.status, [], []])
  },
)

it('there are such changes of each group that makes them', () => {
  expect(new Set(changes.map(({ contract }) => contract.group))).toEqual(
    new Set(['payment', 'shop', 'social', 'workspace']),
  )
})
