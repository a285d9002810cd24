import { fingerprint } from '../../base/crypto.ts'
import { editedAtMs, isReady, type RecordingRow } from './listing.ts'

/**
 * The stored mark of a recording. `new` was never ready. `ready` was ready and reported in this version. `away` was
 * ready before, and is now in the trash or being generated again.
 */
interface Mark {
  state: 'new' | 'ready' | 'away'
  /** The version that was seen last. */
  seen: string
  /** The version in which it was ready last. Empty if there is none. */
  reported: string
}

export type Change = 'recorder.file.ready' | 'recorder.file.updated'

/** As text, for the object that stores it. */
const written = ({ state, seen, reported }: Mark) => [state, seen, reported].join(' ')

function readMark(text: string): Mark {
  const [state, seen = '', reported = ''] = text.split(' ')
  return { state: state === 'ready' || state === 'away' ? state : 'new', seen, reported }
}

/**
 * A version that shows whether a recording changed. The unit of `edit_time` may differ between responses, so it counts
 * in seconds. It was never verified that `version_ms` or `edit_time` changes with every edit, so the name is included.
 */
function getVersion(row: RecordingRow): string {
  const edited = editedAtMs({ ...row, version_ms: null })
  const seconds = edited === null ? '' : Math.floor(edited / 1000)
  return fingerprint([seconds, row.version_ms ?? '', row.filename ?? ''].join(' '))
}

/** The mark of a recording that exists when watching starts. It is not reported. */
export function firstMark(row: RecordingRow): string {
  const seen = getVersion(row)
  if (isReady(row)) return written({ state: 'ready', seen, reported: seen })
  // It may have been ready before it was put into the trash. When restored, it is not a new recording.
  const isComplete = row.is_trans === true && row.is_summary === true
  return written(isComplete ? { state: 'away', seen, reported: seen } : { state: 'new', seen, reported: '' })
}

/** The change of a recording since its mark was written. An undefined mark means that the recording did not exist. */
export function nextMark(
  row: RecordingRow,
  before: string | undefined,
): { mark: string; change: Change | undefined; isMoved: boolean } {
  const seen = getVersion(row)
  const last: Mark = before === undefined ? { state: 'new', seen: '', reported: '' } : readMark(before)
  const isMoved = last.seen !== seen
  if (!isReady(row)) {
    const state = last.state === 'new' ? 'new' : 'away'
    return { mark: written({ state, seen, reported: last.reported }), change: undefined, isMoved }
  }
  const mark = written({ state: 'ready', seen, reported: seen })
  if (last.state === 'new') return { mark, change: 'recorder.file.ready', isMoved }
  return { mark, change: last.reported === seen ? undefined : 'recorder.file.updated', isMoved }
}
