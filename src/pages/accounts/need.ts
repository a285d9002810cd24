import { mayPass } from '../../base/outage.ts'
import { type Account, isFirst, type Product, productOf } from '../api/accounts.ts'
import type { LastError, Report, State, Untested } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import type { Language } from '../text/common.ts'
import type { FirstTexts } from '../text/first.ts'
import { age } from '../text/moments.ts'

const UNANSWERED = ['product_timeout', 'product_unreachable']
const UNREADABLE = ['product_changed', 'answer_too_large']

/** Describes why an account could not be used: it did not answer, or answered with an error. */
export function describeAnswer({ accounts, products }: FirstTexts, { account, last_error }: Report): string {
  const { code = '', service_status = null }: Partial<LastError> = last_error ?? {}
  const { none, error, unreadable, unknown, blocked } = accounts.lastAnswers
  const name = nameAccount(products, account)
  if (code === 'app_blocked') return blocked(name)
  if (UNANSWERED.includes(code)) return none(name)
  if (UNREADABLE.includes(code)) return unreadable(name)
  return code === 'product_failed' || service_status !== null ? error(name, service_status) : unknown(name)
}

/** The advice on it. A later test is advised only where it can help. */
export const adviseOnFailure = ({ accounts }: FirstTexts, { last_error }: Report): string =>
  !last_error || mayPass(last_error) ? accounts.testLater : accounts.updateGateway

/** Says that an account was not tested now, and how old its state is. */
export const describeUntested = (
  { accounts, products }: FirstTexts,
  language: Language,
  { account, found_at }: Untested,
): string => accounts.notTested(nameAccount(products, account), found_at && age(language, found_at))

/** The states in the order in which they need the owner. */
const BY_NEED: readonly State[] = [
  'rejected',
  'misconfigured',
  'unreachable',
  'untested',
  'expires_soon',
  'ok',
  'not_connected',
]

const getNeed = ({ state }: Report): number => BY_NEED.indexOf(state)
const getEnd = ({ expires_at }: Report): number => (expires_at ? Date.parse(expires_at) : Number.MAX_SAFE_INTEGER)

const compareNeed = (one: Report, other: Report): number => getNeed(one) - getNeed(other) || getEnd(one) - getEnd(other)

/** The accounts of a product, the first one before the others. */
export const ofProduct = (reports: readonly Report[], product: Product): Report[] =>
  reports.filter(({ account }) => productOf(account) === product)

/** The order of accounts: failing, expiring, working, never connected. Those of a product stay together. */
export function sortByNeed(reports: readonly Report[]): Report[] {
  const products = new Set(reports.toSorted(compareNeed).map(({ account }) => productOf(account)))
  return [...products].flatMap((product) => ofProduct(reports, product))
}

/** Accounts with their changes. One that is new stands behind those of its product. */
export function putReports(reports: readonly Report[], changed: readonly Report[]): Report[] {
  const all = reports.map((report) => changed.find(({ account }) => account === report.account) ?? report)
  for (const report of changed) {
    if (all.some(({ account }) => account === report.account)) continue
    const last = all.findLastIndex(({ account }) => productOf(account) === productOf(report.account))
    all.splice(last < 0 ? all.length : last + 1, 0, report)
  }
  return all
}

/** The reports of a test, without those of credentials that were replaced or removed since the test was begun. */
export const stillTested = (
  tested: readonly Report[],
  before: readonly Report[],
  present: readonly Report[],
): readonly Report[] => {
  const getCredential = (reports: readonly Report[], wanted: Account) => {
    const { source, connected_at, workspace } = reports.find(({ account }) => account === wanted) ?? {}
    return [source, connected_at, workspace].join()
  }
  return tested.filter(({ account }) => getCredential(before, account) === getCredential(present, account))
}

/** Accounts as they were loaded again, in the order in which they were shown. Further ones come and go. */
export const takeReports = (shown: readonly Report[], loaded: readonly Report[]): Report[] =>
  putReports(
    shown.filter(({ account }) => isFirst(account) || loaded.some((report) => report.account === account)),
    loaded,
  )

export const isConnected = ({ state }: Report): boolean => state !== 'not_connected'

/** An account that expires soon still works. */
export const isWorking = ({ state }: Report): boolean => state === 'ok' || state === 'expires_soon'

export const isUntested = ({ state }: Report): boolean => state === 'untested'

/** Whether a new credential helps. */
export const mustReconnect = ({ state }: Report): boolean => state === 'rejected' || state === 'expires_soon'

/** The account that needs its owner most. Undefined while none does. */
export const findWorst = (reports: readonly Report[]): Report | undefined =>
  reports.toSorted(compareNeed).find(({ state }) => state !== 'ok' && state !== 'not_connected')

/** The dialogs of an account. */
export type AccountDialog = 'connect' | 'disconnect' | 'link' | 'data' | 'webhook'
