import { GROUPS, type Group } from '../../../base/groups.ts'
import type { Operation } from '../../operation.ts'

/** What a grant allows, as OAuth scopes. Each allows a part of what the owner chose, and none extends that. */
export const SCOPES = ['read', 'write', 'payments', ...GROUPS] as const
export type Scope = (typeof SCOPES)[number]

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
