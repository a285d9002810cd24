import { EVENT_TYPES, type EventType, TYPES } from '../../base/events.ts'
import { ACCOUNTS, type Account, groupOfAccount } from '../../base/groups.ts'
import { opens } from '../../gateway/auth/access.ts'
import type { RequestState } from '../../gateway/state.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { CATALOGUE } from './catalogue.ts'

/** What a delivery of the type has, as the documents show it. */
export const toSample = (type: EventType) => ({
  type,
  timestamp: '2026-11-20T00:00:00.000Z',
  data: CATALOGUE[type].example,
})

/** The event types that the connected accounts can produce, for a key those of its groups. Does not call a product. */
export async function givenTypes({ caller, isAdmin, upstream }: RequestState) {
  const accounts = ACCOUNTS.filter(
    (account) => isAdmin || (caller && opens(caller, { group: groupOfAccount(account), reads: true })),
  )
  const connected = new Set<Account>()
  await Promise.all(
    accounts.map(async (account) => {
      // An account whose record cannot be read may still be connected.
      if (await isConnected(upstream, account).catch(() => true)) connected.add(account)
    }),
  )
  const isGiven = (account: Account | null | undefined) =>
    account === undefined ? connected.size > 0 : account === null || connected.has(account)
  return TYPES.filter((type) => isGiven(CATALOGUE[type].account)).map((type) => {
    const { description, include } = CATALOGUE[type]
    return { type, group: EVENT_TYPES[type], description, include: [...include], sample: toSample(type) }
  })
}
