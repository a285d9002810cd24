import { paragraphsAfter } from '../recording.ts'
import type { State } from '../state.ts'
import { folders } from './folders.ts'
import { keys } from './keys.ts'
import { LIVE_NOTE, notes } from './notes.ts'
import { documents, summaries } from './summaries.ts'
import { webhooks } from './webhooks.ts'
import { workspaces } from './workspaces.ts'

/** A fresh account. The live note began three minutes before `now` (epoch milliseconds) and runs for half an hour. */
export function seed(now: number): State {
  const startedAt = now - 180_000
  const all = notes(startedAt)
  return {
    workspaces: workspaces(),
    notes: all,
    paragraphs: new Map(
      all.flatMap(({ guid, recordingStartAt, recordingDurationSeconds: seconds, transcribeLocale }) => {
        if (seconds === null) return []
        const startedAt = Date.parse(recordingStartAt ?? '')
        return [[guid, paragraphsAfter({ startedAt, seconds, ended: true }, transcribeLocale, guid.slice(-4))] as const]
      }),
    ),
    live: { noteGuid: LIVE_NOTE, startedAt, lengthSeconds: 1800 },
    summaries: summaries(),
    documents: documents(),
    folders: folders(),
    shareLinks: new Map(),
    keys: keys(),
    webhooks: webhooks(),
  }
}
