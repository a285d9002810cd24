import { accountSource } from '../../accounts/events.ts'
import { CONNECTABLES } from '../../connectors.ts'
import { notesSource } from '../../groups/notes/events.ts'
import { recorderSource } from '../../groups/recorder/events.ts'
import { orderSource } from '../../groups/shop/order-events.ts'
import { returnSource } from '../../groups/shop/return-events.ts'
import { sheetSource } from '../../groups/shop/sheet-events.ts'
import { replySource } from '../../groups/social/events.ts'
import { workspaceSource } from '../../groups/workspace/events.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'

/** The event sources. Each group declares its own, and the object finds them here. */
export const SOURCES: readonly EventSource[] = [
  recorderSource,
  notesSource,
  workspaceSource,
  orderSource,
  sheetSource,
  returnSource,
  replySource,
  accountSource(CONNECTABLES),
]
