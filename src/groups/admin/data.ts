import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AccountConnector,
  type AccountConnectors,
  disconnectAccount,
  getConnector,
  withFurther,
} from '../../accounts/accounts.ts'
import type { Stub } from '../../base/env.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import type { OwnersHand } from '../../base/events.ts'
import { type Account, isFirst } from '../../base/groups.ts'
import { ACCESS, callObject, EVENTS, type ObjectAddress } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { getHand } from '../../gateway/auth/admin.ts'
import { jsonBoolean, textFlag } from '../../gateway/http/fields.ts'
import { readFurtherAccountsNow } from '../../gateway/owner-settings.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'
import { hasOwnSecrets, readCredentialSource } from '../../upstream/credentials.ts'
import { accountField } from './accounts.ts'
import { read, write } from './group.ts'

/** Exports and erases the stored data of an account. */
export function dataRoutes(connectors: AccountConnectors) {
  return new Hono<AppEnv>()
    .get(
      '/admin/data',
      read('admin_export_data', {
        summary: 'Export the data of an account, without credentials',
        description: 'Credentials and tokens are counted, never shown.',
        ko: '계정 데이터 내려받기',
        audited: true,
        needsProof: true,
        input: () => ({
          query: z.strictObject({
            account: accountField(),
            all: textFlag(false).check(
              z.meta({
                description: 'true where it is a part of an export of all accounts, which the audit log then has',
              }),
            ),
          }),
        }),
        handle: async (c) => {
          const state = c.get('state')
          const { settings } = state
          const { account, all } = c.req.valid('query')
          const found = getConnector(connectors, account)
          state.target = all ? 'all' : found.account
          const { account: name } = found
          const [current, record, objects, events] = await Promise.all([
            readCurrentSource(settings, name),
            callObject(settings, stateObject(name), ({ records }) => records.read()),
            readObjects(settings, name, ({ records }) => records.objects()),
            callObject(settings, EVENTS, (each) => each.contents(name)),
          ])
          const parts = await Promise.all(
            objects.map((object) => callObject(settings, object, (each) => each.contents())),
          )
          const sum = (of: 'tokens' | 'links') => parts.reduce((total, part) => total + part[of], 0)
          return {
            account: name,
            credential: current.source,
            identity: record?.identity ?? null,
            previous_identity: record?.previousIdentity ?? null,
            searches: parts.flatMap(({ searches }) => searches),
            bills: parts.flatMap(({ bills }) => bills.map((bill) => ({ ...bill }))),
            tokens: sum('tokens'),
            links: sum('links'),
            ...events,
          }
        },
      }),
    )
    .delete(
      '/admin/data',
      write('admin_erase_data', {
        summary: 'Erase the data of an account, or of all accounts',
        description:
          'Disconnects the account. Data at the product and secrets of the deployment stay. Named keys, grants, counts and the audit log stay. Idempotency records of payments end after 24 hours: without them a repeat could pay twice.',
        ko: '계정 데이터 삭제',
        idempotent: true,
        needsProof: true,
        input: () => ({
          json: z.strictObject({
            account: z.optional(accountField()).check(z.meta({ description: 'The id of the account' })),
            all: z.optional(jsonBoolean()).check(z.meta({ description: 'true instead of `account`: all accounts' })),
          }),
        }),
        handle: async (c) => {
          const state = c.get('state')
          const { account: name, all = false } = c.req.valid('json')
          // Some proxies drop the body of a DELETE. A missing body must not erase everything.
          if ((name === undefined) !== all)
            throw badInput('account: is required, or all: true in its place', ['account'])
          state.target = name ?? 'all'
          const { accounts = [], invited = [] } = await callObject(state.settings, ACCESS, (access) =>
            access.ownerSettings(),
          )
          const chosen =
            name === undefined ? withFurther(connectors, [...accounts, ...invited]) : [getConnector(connectors, name)]
          const erased = []
          for (const each of chosen) erased.push(await erase(state, each, getHand(c)))
          const names = chosen.map((each) => each.account)
          const events = await callObject(state.settings, EVENTS, (object) => object.erase(names))
          // After its data, so that nothing is left that no list has.
          for (const id of names) await removeFromList(state.settings, id)
          await readFurtherAccountsNow(state)
          return { accounts: erased, ...events }
        },
      }),
    )
}

/** A connected account whose credential was lost has no source, and its other data can be exported and erased. */
async function readCurrentSource(settings: Settings, account: Account) {
  return readCredentialSource(settings, account).catch((error: unknown) => {
    if (isLost(error, account)) return { source: null, isOverruling: hasOwnSecrets(settings, account) }
    throw error
  })
}

const isLost = (error: unknown, account: Account) =>
  error instanceof GatewayError && error.parameters.account === account

/** An account that was connected again while it was erased stays: nothing may be stored that no list has. */
async function removeFromList(settings: Settings, account: Account): Promise<void> {
  await callObject(settings, ACCESS, (access) => access.removeAccount(account))
  if (isFirst(account)) return
  const isConnectedAgain = await readCredentialSource(settings, account).then(
    ({ source }) => source !== null,
    (error: unknown) => {
      if (isLost(error, account)) return true
      throw error
    },
  )
  if (isConnectedAgain) await callObject(settings, ACCESS, (access) => access.addAccount(account))
}

async function erase(state: RequestState, connector: AccountConnector, hand: OwnersHand) {
  const { settings } = state
  const { account } = connector
  const { source, isOverruling } = await readCurrentSource(settings, account)
  await disconnectAccount(state, connector, hand)
  const erased = { tokens: 0, searches: 0, links: 0, bills: 0 }
  for (const object of await readObjects(settings, account, ({ records }) => records.startErasing())) {
    const part = await callObject(settings, object, (each) => each.erase())
    for (const name of ['tokens', 'searches', 'links', 'bills'] as const) erased[name] += part[name]
  }
  return { account, credential: source === 'kept', ...erased, secret_remains: source === 'secret' || isOverruling }
}

/** The objects of an account: first the ones that registered with its state, then the one with its state. */
async function readObjects(
  settings: Settings,
  account: Account,
  readNames: (state: Stub<'ACCOUNTS'>) => Promise<string[]>,
): Promise<ObjectAddress<'ACCOUNTS'>[]> {
  const state = stateObject(account)
  const names = await callObject(settings, state, readNames)
  return [...names.map((name) => ({ ...state, name })), state]
}
