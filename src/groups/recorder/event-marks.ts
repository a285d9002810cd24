import { fingerprint } from '../../base/fingerprint.ts'
import { editedAtMs, isReady, type RecordingRow } from './listing.ts'

/**
 * What is kept of a recording. `new` was never ready; `ready` is, and was told with this version; `away` was ready before,
 * and is in the trash or being made anew at the moment.
 */
interface Mark {
  state: 'new' | 'ready' | 'away'
  /** Of the version that was seen last. */
  seen: string
  /** Of the version in which it was ready last; '' for none. */
  told: string
}

export type Change = 'recorder.file.ready' | 'recorder.file.updated'

/** As text, for the object that keeps it. */
const written = ({ state, seen, told }: Mark) => [state, seen, told].join(' ')

function readMark(text: string): Mark {
  const [state, seen = '', told = ''] = text.split(' ')
  return { state: state === 'ready' || state === 'away' ? state : 'new', seen, told }
}

/**
 * By which a change is noticed. The unit of `edit_time` may differ from answer to answer (recorder facts, 6.1), so it counts in
 * seconds. That `version_ms` or `edit_time` moves on every edit was never verified, and so the name counts too.
 */
function getVersion(row: RecordingRow): string {
  const edited = editedAtMs({ ...row, version_ms: null })
  const seconds = edited === null ? '' : Math.floor(edited / 1000)
  return fingerprint([seconds, row.version_ms ?? '', row.filename ?? ''].join(' '))
}

/** The mark of a recording that is there when the watch begins: it is not told. */
export function firstMark(row: RecordingRow): string {
  const seen = getVersion(row)
  if (isReady(row)) return written({ state: 'ready', seen, told: seen })
  // It may have been ready before it was put into the trash. Taken out again it is no new recording.
  const isComplete = row.is_trans === true && row.is_summary === true
  return written(isComplete ? { state: 'away', seen, told: seen } : { state: 'new', seen, told: '' })
}

/** What became of a recording since its mark was written; undefined for one that was not there. */
export function nextMark(
  row: RecordingRow,
  before: string | undefined,
): { mark: string; change: Change | undefined; isMoved: boolean } {
  const seen = getVersion(row)
  const last: Mark = before === undefined ? { state: 'new', seen: '', told: '' } : readMark(before)
  const isMoved = last.seen !== seen
  if (!isReady(row)) {
    const state = last.state === 'new' ? 'new' : 'away'
    return { mark: written({ state, seen, told: last.told }), change: undefined, isMoved }
  }
  const mark = written({ state: 'ready', seen, told: seen })
  if (last.state === 'new') return { mark, change: 'recorder.file.ready', isMoved }
  return { mark, change: last.told === seen ? undefined : 'recorder.file.updated', isMoved }
}
