import { withFurther } from '../../accounts/accounts.ts'
import { accountSource, accountTests } from '../../accounts/source.ts'
import { type Account, isFirst, productOf } from '../../base/groups.ts'
import { notesSource } from '../../groups/notes/events.ts'
import { pointsSource } from '../../groups/payment/events.ts'
import { recorderSource } from '../../groups/recorder/events.ts'
import { inquirySource, orderSource, returnSource, sheetSource } from '../../groups/shop/events.ts'
import { replySource } from '../../groups/social/events.ts'
import { workspaceSource } from '../../groups/workspace/events.ts'
import { ACCOUNT_CONNECTORS } from '../../registry.ts'
import type { EventSource } from '../../upstream/polling.ts'

/** The event sources of the first accounts. Each group declares its own. */
const SOURCES: readonly EventSource[] = [
  recorderSource,
  notesSource,
  workspaceSource,
  orderSource,
  sheetSource,
  returnSource,
  pointsSource,
  inquirySource,
  replySource,
]

/** The same source for another account of its product. */
export const sourceOf = (source: EventSource, account: Account): EventSource =>
  isFirst(account) ? source : { ...source, account, name: source.name.replace(/^[^.]*/, account) }

/** The sources of these accounts, and the two that watch the accounts themselves. */
export function sourcesOf(accounts: readonly Account[], own?: readonly EventSource[]): readonly EventSource[] {
  const further = accounts.filter((account) => !isFirst(account))
  const connectors = withFurther(ACCOUNT_CONNECTORS, further)
  const watching = [accountSource(connectors), accountTests(connectors)]
  return (own ?? [...SOURCES, ...watching]).flatMap((source) =>
    source.account === null
      ? [source]
      : accounts.filter((account) => productOf(account) === source.account).map((account) => sourceOf(source, account)),
  )
}
