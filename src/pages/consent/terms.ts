import { useEffect, useState } from 'preact/hooks'
import { type Group, groupOfAccount } from '../../base/groups.ts'
import { type AccountChoice, isComplete, onlyProducts, toAccounts } from '../accounts/choice.ts'
import type { Client, Terms } from '../api/types.ts'
import { areAmounts, getLimits, type LimitDraft, NO_LIMITS } from '../keys/draft.ts'

/** How long a person needs at least to see what a button does, in milliseconds. */
const ASLEEP_MS = 1_000

/**
 * Whether a button must not be pressed yet: for a second after it appeared, and after the window got the focus. Another
 * page may have redirected a press that was meant for itself, such as the second click of a double click (clickjacking
 * with a popup).
 */
export function useAsleep(): boolean {
  const [asleep, setAsleep] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const sleep = () => {
      clearTimeout(timer)
      setAsleep(true)
    }
    const wake = () => {
      sleep()
      timer = setTimeout(() => setAsleep(false), ASLEEP_MS)
    }
    const update = () => (document.hidden ? sleep() : wake())
    addEventListener('focus', wake)
    addEventListener('blur', sleep)
    document.addEventListener('visibilitychange', update)
    wake()
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', wake)
      removeEventListener('blur', sleep)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return asleep
}

/** The grant while it is being filled in. */
export interface Draft extends LimitDraft {
  /** Null for all groups. */
  groups: readonly Group[] | null
  /** The accounts that it opens of the products that have several. */
  accounts: AccountChoice
  changes: boolean
  payments: boolean
  confirm: boolean
  label: string
}

/**
 * The initial values: what the client asks for, or read-only access. It asks first, because an agent uses it. For a client
 * that registered itself no group is selected. Nobody vouches for it, so pressing the button without a choice must not give
 * it access.
 */
export const draftFor = ({ domain, requested }: Client): Draft => ({
  groups: domain === null ? [] : (requested?.groups ?? null),
  accounts: {},
  changes: requested !== null && !requested.read_only,
  payments: requested?.payments ?? false,
  confirm: true,
  label: '',
  ...NO_LIMITS,
})

export const opensGroup = ({ groups }: Draft, group: Group): boolean => groups === null || groups.includes(group)

export const makesPayments = (draft: Draft): boolean => draft.changes && draft.payments && opensGroup(draft, 'payment')

/** The terms to send. Undefined while no group is selected, or an amount is invalid. Hidden choices are left out. */
export function getTerms(draft: Draft): Terms | undefined {
  const { groups, changes, confirm, label } = draft
  if (groups?.length === 0) return undefined
  const chosen = onlyProducts(draft.accounts, (product) => opensGroup(draft, groupOfAccount(product)))
  if (!isComplete(chosen)) return undefined
  const accounts = toAccounts(chosen)
  const pays = makesPayments(draft)
  if (pays && !areAmounts(draft)) return undefined
  const limits = pays ? getLimits(draft) : undefined
  return {
    ...(groups && { groups: [...groups] }),
    ...(accounts.length > 0 && { accounts }),
    read_only: !changes,
    payments: pays,
    ...(limits && { limits }),
    ...(changes && confirm && { confirm }),
    ...(label.trim() && { label: label.trim() }),
  }
}
