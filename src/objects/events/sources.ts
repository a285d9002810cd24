import { accountSource, accountTests } from '../../accounts/source.ts'
import { notesSource } from '../../groups/notes/events.ts'
import { recorderSource } from '../../groups/recorder/events.ts'
import { orderSource, returnSource, sheetSource } from '../../groups/shop/events.ts'
import { replySource } from '../../groups/social/events.ts'
import { workspaceSource } from '../../groups/workspace/events.ts'
import { ACCOUNT_CONNECTORS } from '../../registry.ts'
import type { EventSource } from '../../upstream/polling.ts'

/** The event sources. Each group declares its own. */
export const SOURCES: readonly EventSource[] = [
  recorderSource,
  notesSource,
  workspaceSource,
  orderSource,
  sheetSource,
  returnSource,
  replySource,
  accountSource(ACCOUNT_CONNECTORS),
  accountTests(ACCOUNT_CONNECTORS),
]
