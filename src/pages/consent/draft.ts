import type { Client, Terms } from '../api/grant-types.ts'
import { areAmounts, getLimits, type LimitDraft, NO_LIMITS } from '../keys/limits.ts'

/** The grant while it is being filled in. */
export interface Draft extends LimitDraft {
  /** Null for all groups. */
  groups: readonly string[] | null
  changes: boolean
  payments: boolean
  confirm: boolean
  events: boolean
  /** Separated by commas or spaces. */
  eventHosts: string
  label: string
  workspaceToken: string
}

/**
 * The initial values: what the client asks for, or read-only access. For a client that registered itself no group is
 * selected. Nobody vouches for it, so pressing the button without a choice must not give it access.
 */
export const draftFor = ({ domain, requested, redirect_host, is_local }: Client): Draft => ({
  groups: domain === null ? [] : (requested?.groups ?? null),
  changes: requested !== null && !requested.read_only,
  payments: requested?.payments ?? false,
  confirm: false,
  events: false,
  // A guess, which the owner sees and can change.
  eventHosts: is_local ? '' : (domain ?? redirect_host),
  label: '',
  workspaceToken: '',
  ...NO_LIMITS,
})

export const opensGroup = ({ groups }: Draft, group: string): boolean => groups === null || groups.includes(group)

export const makesPayments = (draft: Draft): boolean => draft.changes && draft.payments && opensGroup(draft, 'payment')

/** The hosts as they are entered. Undefined when one is no host name, or there are too many. */
export function getEventHosts({ eventHosts }: Draft): string[] | undefined {
  const hosts = eventHosts.split(/[\s,]+/).filter(Boolean)
  return hosts.length <= MOST_HOSTS && hosts.every(isHost) ? hosts : undefined
}

const MOST_HOSTS = 3
/** A name with a dot inside. The gateway checks the rest. */
const isHost = (host: string) => !/[/?#@\\]/.test(host) && /[^.]\.[^.]/.test(host)

/** The terms to send. Undefined while no group is selected, or an amount is invalid. Hidden choices are left out. */
export function getTerms(draft: Draft): Terms | undefined {
  const { groups, changes, confirm, events, label, workspaceToken } = draft
  if (groups?.length === 0) return undefined
  const pays = makesPayments(draft)
  if (pays && !areAmounts(draft)) return undefined
  const limits = pays ? getLimits(draft) : undefined
  const hosts = events ? getEventHosts(draft) : []
  if (!hosts) return undefined
  const token = opensGroup(draft, 'workspace') ? workspaceToken.trim() : ''
  return {
    ...(groups && { groups: [...groups] }),
    read_only: !changes,
    payments: pays,
    ...(limits && { limits }),
    ...(changes && confirm && { confirm }),
    ...(events && { event_hosts: hosts }),
    ...(label.trim() && { label: label.trim() }),
    ...(token && { workspace_token: token }),
  }
}
