import type { Account } from '../../../base/connected-accounts.ts'
import type { Caller } from '../../../gateway/auth/access.ts'
import { isConnected } from '../../../upstream/credentials/credentials.ts'
import type { UpstreamContext } from '../../../upstream/http/upstream-context.ts'
import type { Absence } from '../protocol/instructions.ts'
import type { ToolTraits } from './metadata.ts'
import { isAdmitted, type PrintedTool } from './tools.ts'

/**
 * The tools that can work on this deployment, by its settings and the accounts in STORE. Calls no product. An account
 * whose record cannot be read counts as connected, because the response to a call says what is wrong.
 */
export async function filterAvailableTools(
  upstream: UpstreamContext,
  traits: readonly ToolTraits[],
  hasHeader: (name: string) => boolean,
): Promise<(traits: ToolTraits) => boolean> {
  const accounts = new Set(traits.flatMap((one) => getAccount(one, hasHeader) ?? []))
  const connected = new Set<Account>()
  await Promise.all(
    [...accounts].map(async (account) => {
      if (await isConnected(upstream, account).catch(() => true)) connected.add(account)
    }),
  )
  return (one) => {
    const account = getAccount(one, hasHeader)
    const hasSetting = one.setting === undefined || Boolean(upstream.settings.env[one.setting])
    return hasSetting && (account === undefined || connected.has(account))
  }
}

/** The account that a tool needs. None when the caller brings a connection in its own headers. */
function getAccount(
  { account, accountHeader, headers: ways = [] }: ToolTraits,
  hasHeader: (name: string) => boolean,
): Account | undefined {
  if (accountHeader !== undefined && hasHeader(accountHeader)) return undefined
  const asks = ways.length === 0 || ways.some(([name = '', ...more]) => more.length === 0 && hasHeader(name))
  return asks ? account : undefined
}

/**
 * The accounts without a tool in the caller's list, and why. Calls no product.
 *
 * @param chosen the tools that the URL lists for a caller who may use all of them
 */
export async function findAbsentAccounts(
  upstream: UpstreamContext,
  caller: Caller,
  accounts: readonly Account[],
  { chosen, listed }: { chosen: readonly PrintedTool[]; listed: ReadonlySet<PrintedTool> },
): Promise<ReadonlyMap<Account, Absence>> {
  const absent = new Map<Account, Absence>()
  for (const account of accounts) {
    const own = chosen.filter(({ access, traits }) => (traits.account ?? access.group) === account)
    const headed = own.filter(({ traits }) => traits.headers !== undefined)
    const isPresent = (tools: typeof own) => tools.length === 0 || tools.some((tool) => listed.has(tool))
    if (isPresent(own) && isPresent(headed)) continue
    const isLacking =
      own.some((tool) => isAdmitted(tool, caller)) && !(await isConnected(upstream, account).catch(() => true))
    absent.set(account, isLacking ? 'not connected' : 'not opened')
  }
  return absent
}
