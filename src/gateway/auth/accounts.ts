import { badInput, GatewayError } from '../../base/errors.ts'
import { type Account, groupOfAccount, isAccount, PRODUCTS, type Product, productOf } from '../../base/groups.ts'
import { visibleText } from '../../base/json.ts'
import { callObject } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { stateObject } from '../../upstream/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import type { Operation } from '../operation-type.ts'
import { readFurtherAccounts } from '../owner-settings.ts'
import type { RequestState } from '../state.ts'
import { isInScope } from './access.ts'
import type { Caller } from './caller.ts'

/** The header that names the accounts of a request, at most one of each product. Its answer has the one that was used. */
export const ACCOUNT_HEADER = 'X-Account'

/** Those that a key lists of a product. */
const listedOf = (accounts: readonly Account[] = [], product: Product): readonly Account[] =>
  accounts.filter((account) => productOf(account) === product)

/** Those that a key opens of a product: what it lists of it, otherwise the first one. */
export function openedOf(accounts: readonly Account[] | undefined, product: Product): readonly Account[] {
  const listed = listedOf(accounts, product)
  return listed.length > 0 ? listed : [product]
}

const opensProduct = (caller: Caller, product: Product): boolean => isInScope(caller, groupOfAccount(product))

/** Those that a caller opens of a product, the one first that is used when none is named. None of a group that is closed. */
export async function listOpened(
  state: Pick<RequestState, 'settings' | 'platform'>,
  caller: Caller,
  product: Product,
): Promise<readonly Account[]> {
  if (!opensProduct(caller, product)) return []
  if (!caller.isNamed) return [product, ...listedOf(await readFurtherAccounts(state), product)]
  const opened = new Set(openedOf(caller.accounts, product))
  return opened.delete(product) ? [product, ...opened] : [...opened]
}

/** The longest identity that is shown, in characters. */
const MOST_OF_IDENTITY = 100

/** An account, and whose it is where that is known. */
export async function describeAccount(settings: Settings, account: Account): Promise<string> {
  const record = await callObject(settings, stateObject(account), ({ records }) => records.read()).catch(
    (error: unknown) => {
      if (error instanceof GatewayError) return undefined
      throw error
    },
  )
  return record?.identity ? `${account} (${visibleText(record.identity, MOST_OF_IDENTITY)})` : account
}

/** Whether a caller may use an account. API_KEY and the owner, who is no caller, open all. */
export function opensAccount(caller: Caller | undefined, account: Account): boolean {
  if (!caller?.isNamed) return true
  if (!opensProduct(caller, productOf(account))) return false
  return openedOf(caller.accounts, productOf(account)).includes(account)
}

/**
 * Chooses the accounts that a request uses: those that it names, otherwise those of its key. Returns those that it names.
 * Throws 400 for a text that names none, or two of one product, and 403 for an account that the key does not open, whether
 * it exists or not. A request that is part of another one has its accounts already.
 */
export function chooseAccounts(
  upstream: UpstreamContext,
  caller: Caller | undefined,
  header: string | undefined,
): readonly Account[] {
  for (const product of PRODUCTS) {
    const listed = listedOf(caller?.accounts, product)
    const [only, ...others] = listed
    if (only === undefined || upstream.isNamed(product)) continue
    if (others.length === 0 || listed.includes(product)) upstream.use(others.length === 0 ? only : product)
    else upstream.refuse(product, () => ambiguous(listed))
  }
  const named = parseAccounts(header)
  for (const account of named) if (!opensAccount(caller, account)) throw notOpened(account)
  upstream.use(...named)
  return named
}

function parseAccounts(header: string | undefined): Account[] {
  const named = new Map<Product, Account>()
  for (const text of (header ?? '').split(',').map((each) => each.trim())) {
    if (text === '') continue
    if (!isAccount(text)) {
      const what = text.slice(0, LONGEST_SHOWN)
      throw badInput(
        `${ACCOUNT_HEADER}: "${what}" is not the id of an account, such as workspace or workspace:business`,
        [ACCOUNT_HEADER],
      )
    }
    const product = productOf(text)
    if ((named.get(product) ?? text) !== text)
      throw badInput(`${ACCOUNT_HEADER}: names two accounts of ${product}`, [ACCOUNT_HEADER])
    named.set(product, text)
  }
  return [...named.values()]
}

const LONGEST_SHOWN = 100

function ambiguous(accounts: readonly Account[]): GatewayError {
  const choice = new Intl.ListFormat('en', { type: 'disjunction' }).format(accounts)
  const message = `${ACCOUNT_HEADER}: is required, because this key opens several accounts: send ${choice}`
  return new GatewayError(409, message, { reason: 'account ambiguous' })
}

/** 403, in the same words whether the account exists or not. */
export const notOpened = (account: Account) =>
  new GatewayError(403, `this API key does not open the account ${account}`, { reason: 'refused scope' })

/** The products whose accounts an operation may use: the one that it needs, otherwise those of its group. */
export const productsOf = ({ group, tool }: Pick<Operation, 'group' | 'tool'>): readonly Product[] =>
  tool?.account ? [tool.account] : PRODUCTS.filter((product) => groupOfAccount(product) === group)

/** Whether an operation may be asked to use an account. */
export const takesAccount = (operation: Operation): boolean =>
  typeof operation.access === 'object' && (productsOf(operation).length > 0 || operation.id === 'gateway_search')

/** The accounts that an operation may use in this request. Throws 409 where the request has to say which. */
export const accountsOf = (operation: Operation, upstream: UpstreamContext): Account[] =>
  productsOf(operation).map((product) => upstream.accountOf(product))
