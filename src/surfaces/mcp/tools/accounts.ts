import type { Account } from '../../../base/connected-accounts.ts'
import { isConnected } from '../../../upstream/credentials/credentials.ts'
import type { UpstreamContext } from '../../../upstream/http/upstream-context.ts'
import type { ToolTraits } from './metadata.ts'

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
