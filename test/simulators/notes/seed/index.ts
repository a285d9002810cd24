import { paragraphsAfter } from '../recording.ts'
import type { Note, Paragraph, State } from '../state.ts'
import { folders } from './folders.ts'
import { keys } from './keys.ts'
import { LIVE_NOTE, notes } from './notes.ts'
import { documents, summaries } from './summaries.ts'
import { webhooks } from './webhooks.ts'
import { workspaces } from './workspaces.ts'

/** The paragraphs of the ended notes, by guid and start: thousands, which are the same in every new account. */
const ended = new Map<string, Paragraph[]>()

function recorded({ guid, recordingStartAt, recordingDurationSeconds: seconds, transcribeLocale }: Note) {
  if (seconds === null) return undefined
  const name = `${guid} ${recordingStartAt}`
  const startedAt = Date.parse(recordingStartAt ?? '')
  const paragraphs =
    ended.get(name) ?? paragraphsAfter({ startedAt, seconds, ended: true }, transcribeLocale, guid.slice(-4))
  ended.set(name, paragraphs)
  return [[guid, paragraphs.map((paragraph) => ({ ...paragraph }))] as const]
}

/** A new account. The live note started three minutes before `now` (epoch milliseconds) and runs for half an hour. */
export function seed(now: number): State {
  const startedAt = now - 180_000
  const all = notes(startedAt)
  return {
    workspaces: workspaces(),
    notes: all,
    paragraphs: new Map(all.flatMap((note) => recorded(note) ?? [])),
    live: { noteGuid: LIVE_NOTE, startedAt, lengthSeconds: 1800 },
    summaries: summaries(),
    documents: documents(),
    folders: folders(),
    shareLinks: new Map(),
    keys: keys(),
    webhooks: webhooks(),
  }
}
