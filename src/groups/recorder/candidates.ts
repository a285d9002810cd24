import { editedAtMs, isReady, pagesOfRecordings, type RecordingRow } from './listing.ts'
import type { Session } from './session.ts'

const PAGE_SIZE = 100
/** Ready recordings are found behind at most this many pages of unready ones. */
const MOST_PAGES = 5

/** The polling source for new recordings (contract section 6): only ready ones, most recently edited first. */
export async function webhookCandidates(session: Session, limit: number) {
  const ready: RecordingRow[] = []
  for await (const { rows } of pagesOfRecordings(session, {
    sort_by: 'edit_time',
    pageSize: PAGE_SIZE,
    mostPages: MOST_PAGES,
  })) {
    ready.push(...rows.filter(isReady))
    if (ready.length >= limit) break
  }
  ready.sort((a, b) => editedAtMs(b) - editedAtMs(a) || b.version_ms - a.version_ms)
  return {
    files: ready.slice(0, limit).map(({ id, filename, version_ms, edit_time, edit_from }) => ({
      id,
      filename,
      version_ms,
      edit_time,
      edit_from,
    })),
    fetched_at: new Date(session.outgoing.platform.now()).toISOString(),
  }
}
