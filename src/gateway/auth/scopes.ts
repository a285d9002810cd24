import * as z from 'zod/mini'
import { type Account, GROUPS, type Group, isAccount } from '../../base/groups.ts'
import type { Limits } from '../../base/usage.ts'
import type { Operation } from '../operation-type.ts'

/** What a grant allows, as OAuth scopes. Each allows a part of what the owner chose, and none extends that. */
export const SCOPES = ['read', 'write', 'payments', ...GROUPS] as const
type Scope = (typeof SCOPES)[number]

export interface Terms {
  /** All when absent. */
  groups?: readonly Group[] | undefined
  read_only: boolean
  payments: boolean
}

const inOrder = (named: ReadonlySet<string>): Scope[] => SCOPES.filter((scope) => named.has(scope))

export const getScopes = ({ groups = GROUPS, read_only, payments }: Terms): Scope[] =>
  inOrder(new Set(['read', ...(read_only ? [] : ['write']), ...(payments ? ['payments'] : []), ...groups]))

/**
 * The terms that the scopes of a token allow. Scopes without a group allow all groups of the grant.
 */
export function narrowed(terms: Terms, scopes: readonly string[]): Terms {
  const { groups = GROUPS, read_only, payments } = terms
  const named = GROUPS.filter((group) => scopes.includes(group))
  const isNarrower = named.length > 0 && groups.some((group) => !named.includes(group))
  return {
    groups: isNarrower ? groups.filter((group) => named.includes(group)) : terms.groups,
    read_only: read_only || !scopes.includes('write'),
    payments: payments && scopes.includes('payments'),
  }
}

/**
 * The access that a client asks for, to prefill the consent page. Undefined when it asks for nothing specific. Clients
 * without a preference ask for nothing, or for every scope in the metadata.
 */
export function requestedTerms(scopes: readonly string[]): Terms | undefined {
  const asked = inOrder(new Set(scopes))
  if (asked.length === 0 || asked.length === SCOPES.length) return undefined
  const groups = GROUPS.filter((group) => asked.includes(group))
  const payments = asked.includes('payments')
  return { ...(groups.length > 0 && { groups }), read_only: !asked.includes('write') && !payments, payments }
}

/** The scopes that a caller needs for an operation, plus those that it already has. */
export function scopesFor({ group, reads }: Pick<Operation, 'group' | 'reads'>, granted: readonly string[]): Scope[] {
  const needed = ['read', group, ...(reads ? [] : ['write', ...(group === 'payment' ? ['payments'] : [])])]
  return inOrder(new Set([...granted, ...needed]))
}

/** The accounts of a key or a grant, as they are stored. */
export const storedAccounts = () => z.array(z.custom<Account>((id) => typeof id === 'string' && isAccount(id)))

const LARGEST = 9_999_999_999
const AMOUNT = `must be a positive integer of at most ${String(LARGEST).length} digits`
const won = () => z.int(AMOUNT).check(z.gte(1, AMOUNT), z.lte(LARGEST, AMOUNT))

/** The limits of a key or a grant, as they are received and stored. */
export const limitsSchema = () =>
  z
    .strictObject({
      max_amount: z
        .optional(won())
        .check(z.meta({ description: 'The most that one request may ask for or move, in won' })),
      daily_amount: z
        .optional(won())
        .check(z.meta({ description: 'The most that all requests of a day in Korea may, in won' })),
    })
    .check(
      z.refine(({ max_amount, daily_amount }) => max_amount !== undefined || daily_amount !== undefined, {
        error: 'must hold max_amount, daily_amount or both',
      }),
    )

/** The limits in a response: null where there are none. */
export const limitsAnswer = () =>
  z
    .nullable(
      z.object({
        max_amount: z
          .nullable(z.int())
          .check(z.meta({ description: 'The most that one request may ask for or move, in won' })),
        daily_amount: z
          .nullable(z.int())
          .check(z.meta({ description: 'The most that all requests of a day in Korea may, in won' })),
      }),
    )
    .check(z.meta({ description: 'How much may be asked for or moved; null without a limit' }))

export const limitsResponse = (limits: Limits | undefined) =>
  limits ? { max_amount: limits.max_amount ?? null, daily_amount: limits.daily_amount ?? null } : null
