import { derivedContext } from '../accounts/accounts.ts'
import { badInput } from '../base/errors.ts'
import { type Account, PRODUCTS, type Product, productOf } from '../base/groups.ts'
import { opens } from '../gateway/auth/access.ts'
import { ACCOUNT_HEADER, chooseAccounts, describeAccount, listOpened, productsOf } from '../gateway/auth/accounts.ts'
import type { Operation } from '../gateway/operation-type.ts'
import type { RequestState } from '../gateway/state.ts'
import { isConnected } from '../upstream/credentials.ts'
import type { Asking } from './confirm.ts'
import { type Arguments, bringsAccount } from './request.ts'
import { READ, type Reach } from './tools.ts'

/** Which account the call of a tool means (docs/spec/mcp.md, "Accounts"). */

type Caller = Pick<Asking, 'c' | 'caller'>

/** The accounts of a product that a call may mean, although it names none. */
interface Choice {
  /** The one that it uses. Undefined where it has to say which. */
  used: Account | undefined
  all: readonly Account[]
}

/** The products that a tool may use accounts of. The search looks into several, and needs none. */
const usedBy = (operation: Operation): readonly Product[] =>
  operation.id === 'gateway_search' ? SEARCHED : productsOf(operation)

const SEARCHED = PRODUCTS.filter((product) => product !== 'payment' && product !== 'video')

/** Takes `account` out of the arguments. Throws 400 for one that is no text. */
export function takeAccount({ account = null, ...args }: Arguments): { args: Arguments; account: string } {
  if (account !== null && typeof account !== 'string') throw badInput('account: must be a text', ['account'])
  return { args, account: account ?? '' }
}

/**
 * Chooses the accounts that a call names: the argument wins for its product, and the header of the client counts for the
 * others. Returns the products that are named. Throws like `chooseAccounts`, and 400 for an argument that names no account
 * which the operation could use, so that no other one takes its place.
 */
export function chooseNamed({ c, caller }: Caller, account: string, operation?: Operation): ReadonlySet<Product> {
  const { upstream } = c.get('state')
  const byClient = chooseAccounts(upstream, caller, c.req.header(ACCOUNT_HEADER)).map(productOf)
  const byCall = chooseAccounts(upstream, caller, account).map(productOf)
  const products = operation ? usedBy(operation) : []
  if (byCall.length > 0 && products.length > 0 && !byCall.some((product) => products.includes(product)))
    throw badInput(`account: ${operation?.id} uses an account of ${products.join(' or ')}`, ['account'])
  return new Set([...byClient, ...byCall])
}

/** The products of a call that names none of their accounts, where its caller opens several. */
export async function findChoices(
  operation: Operation,
  named: ReadonlySet<Product>,
  { c, caller }: Caller,
): Promise<Choice[]> {
  const isRefused = !opens(caller, operation) || !admits(operation, caller)
  const products = usedBy(operation).filter(
    (product) => !named.has(product) && !bringsAccount(product, operation, c.req.raw.headers),
  )
  const choices = isRefused ? [] : products.map((product) => findChoice(c.get('state'), caller, product))
  return (await Promise.all(choices)).filter(({ all }) => all.length > 1)
}

const admits = ({ access }: Operation, { licence }: Asking['caller']) =>
  typeof access === 'object' && access.admits.includes(licence)

/** An account that is not connected is none to choose, unless the call would use it. */
async function findChoice(state: RequestState, caller: Asking['caller'], product: Product): Promise<Choice> {
  const opened = await listOpened(state, caller, product)
  const used = opened.length === 1 || opened[0] === product ? opened[0] : undefined
  if (opened.length < 2) return { used, all: opened }
  const isThere = await Promise.all(
    opened.map(
      (account) =>
        account === used || isConnected(derivedContext(state.upstream, { account }), product).catch(() => true),
    ),
  )
  return { used, all: opened.filter((_, at) => isThere[at]) }
}

const join = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts)

const describeAll = ({ settings }: RequestState, accounts: readonly Account[]) =>
  Promise.all(accounts.map((account) => describeAccount(settings, account)))

/**
 * The refusal of a change that does not say which account it means: a model would guess, and can ask at once.
 *
 * @param reach the tool that lists the argument, for a tool that was called by its own name
 */
export async function askWhich(state: RequestState, choices: readonly Choice[], reach?: Reach): Promise<string[]> {
  const texts = await describeAll(
    state,
    choices.flatMap(({ all }) => all),
  )
  return [
    `Which account? This key opens ${join(texts)}. Nothing was sent: call again with account.`,
    reach ? throughReach(reach) : '',
  ]
}

/** Says which account a read uses that names none, and which others there are. Empty where there are none. */
export async function nameOthers(state: RequestState, choices: readonly Choice[], isListed: boolean): Promise<string> {
  if (choices.length === 0) return ''
  const used = await describeAll(
    state,
    choices.flatMap(({ used }) => used ?? []),
  )
  const others = await describeAll(
    state,
    choices.flatMap(({ used, all }) => all.filter((account) => account !== used)),
  )
  const first = used.length > 0 ? `Without account, this uses ${join(used)}. ` : ''
  return `${first}This key also opens ${join(others)}: call again with account.${isListed ? ` ${throughReach(READ)}` : ''}`
}

const throughReach = (name: Reach) =>
  `A client that may send only listed arguments calls ${name} with tool, arguments and account.`

/** The accounts of each product of which a caller opens several, in one line. Empty where there is none. */
export async function listSeveral({ c, caller }: Caller): Promise<string> {
  const state = c.get('state')
  const choices = await Promise.all(PRODUCTS.map((product) => findChoice(state, caller, product)))
  const several = choices.filter(({ all }) => all.length > 1)
  const lists = await Promise.all(several.map(async ({ all }) => join(await describeAll(state, all))))
  return lists.length > 0 ? `Accounts, which the argument account names: ${lists.join('; ')}.` : ''
}
