import * as z from 'zod/mini'
import type { AccountConnector, AccountConnectors } from '../../accounts/connector.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import type { Group } from '../../base/groups.ts'
import { type Caller, checkScope, opens } from '../../gateway/auth/access.ts'
import { about, field } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/reply.ts'
import { routeList } from '../../gateway/http/router.ts'
import { anyLicence } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { RequestState } from '../../gateway/state.ts'
import { findings } from './answers.ts'
import { examine } from './doctor.ts'

const { read } = operations({ group: 'gateway', gate: anyLicence })

/**
 * Status of the gateway itself (decisions.md section 10.2).
 *
 * @param connectors the accounts that the groups declare
 */
export const gateway = (connectors: AccountConnectors) =>
  routeList().get(
    '/doctor',
    read(
      {
        id: 'gateway_doctor',
        input: () => ({
          query: z.object({
            accounts: field(
              z.optional(z.string()),
              about(`Only these, a comma list of ${formatNames(connectors)}`, {
                examples: ['notes'],
                list: connectors.map(({ account }) => account),
              }),
            ),
          }),
        }),
        output: findings,
      },
      async (c) => {
        const state = c.get('state')
        const { accounts: list } = c.req.valid('query')
        const verdicts = await examine(state, chosen(connectors, state, list))
        // Accounts that the caller did not name are reported only when they are connected.
        const accounts = verdicts.filter(({ state: verdict }) => list !== undefined || verdict !== 'not_connected')
        const ok = accounts.every(({ state: verdict }) => WELL.has(verdict))
        const warnings = state.settings.relayWarnings()
        const report = { ok, accounts, ...(warnings.length > 0 && { warnings }) }
        return reply(report, ok ? 200 : 503, {}, ok ? undefined : 'unavailable')
      },
    ),
  )

const WELL: ReadonlySet<string> = new Set(['ok', 'expires_soon', 'not_connected'])

const formatNames = (connectors: AccountConnectors) => connectors.map(({ account }) => account).join(', ')

/** Throws 400 for an unknown account, and 403 for an account outside the key's groups. */
function chosen(
  connectors: AccountConnectors,
  { caller }: RequestState,
  list: string | undefined,
): readonly AccountConnector[] {
  if (!caller) return []
  if (list === undefined) return connectors.filter(({ group }) => isOwn(caller, group))
  const names = new Set(list.split(',').map((name) => name.trim()))
  return [...names].map((name) => {
    const found = connectors.find(({ account }) => account === name)
    if (!found) throw badInput(`accounts: must be a comma list of ${formatNames(connectors)}`)
    checkScope(caller, { group: found.group, reads: true })
    if (!isOwn(caller, found.group)) {
      throw new GatewayError(
        403,
        `accounts: a key of the licence ${caller.licence} does not open the ${found.group} group`,
        {
          reason: 'refused licence',
        },
      )
    }
    return found
  })
}

/** Whether the key's licence opens the group of an account. The licence `payment` opens only its own group. */
const isOwn = (caller: Caller, group: Group): boolean =>
  opens(caller, { group, reads: true }) && (caller.licence !== 'payment' || group === 'payment')
