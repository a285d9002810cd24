import { identifier, isObject, list, number } from '../../base/json.ts'
import { identifiers, looseFlag, string } from './plaud.ts'

/** 0 active, 1 trash, 2 both (`is_trash`). `listed` is both where the product lists its trash. */
type Location = 0 | 1 | 2 | 'listed'

export interface ListingQuery {
  limit: number
  skip: number
  is_trash: Location
  sort_by: 'edit_time' | 'start_time'
  is_desc: boolean
  /** Only recordings in this folder. The product may ignore it. */
  tag_id?: string | undefined
}

/** The fields of a row that the gateway reads. Null when the product does not send a field in a known form. */
interface RowFields {
  id: string
  filename: string | null
  keywords: string[]
  /** Epoch milliseconds. */
  start_time: number | null
  /** Milliseconds. */
  duration: number | null
  /** Epoch seconds or milliseconds, see `editedAtMs`. */
  edit_time: number | null
  /** Epoch milliseconds. */
  version_ms: number | null
  edit_from: string | null
  is_trash: boolean | null
  is_trans: boolean | null
  is_summary: boolean | null
  filetag_id_list: string[]
}

/** A row of the product's listing. The fields of `RowFields` have a single type. The others are unchanged. */
export type RecordingRow = RowFields & Record<string, unknown>

/** Null for anything but a row with the id of a recording. */
export function readRow(row: unknown): RecordingRow | null {
  if (!isObject(row)) return null
  const id = identifier(row.id)
  if (id === null) return null
  return {
    ...row,
    id,
    filename: string(row.filename),
    keywords: list(row.keywords).filter((keyword) => typeof keyword === 'string'),
    start_time: number(row.start_time),
    duration: number(row.duration),
    edit_time: number(row.edit_time),
    version_ms: number(row.version_ms),
    edit_from: string(row.edit_from),
    is_trash: looseFlag(row.is_trash),
    is_trans: looseFlag(row.is_trans),
    is_summary: looseFlag(row.is_summary),
    filetag_id_list: identifiers(row.filetag_id_list),
  }
}

/** Rows in the requested order. Null marks an unreadable row, because `skip` counts it. */
export interface Listing {
  status: number
  total: number | null
  rows: (RecordingRow | null)[]
  /** The names of the folders of the rows by their ids, where the list has them. */
  folders?: ReadonlyMap<string, string | null>
}

/**
 * Sorts a page by the requested time. A row without that time stays behind the row before it. Recordings with the same
 * start keep the product's order, because `skip` counts in that order.
 */
export function inOrder(rows: (RecordingRow | null)[], { sort_by, is_desc }: ListingQuery) {
  const sign = is_desc ? -1 : 1
  let before = sign * Number.NEGATIVE_INFINITY
  let versionBefore = 0
  const timed = rows.map((row) => {
    const time = row && (sort_by === 'edit_time' ? editedAtMs(row) : row.start_time)
    if (time !== null) {
      before = time
      versionBefore = (sort_by === 'edit_time' && row?.version_ms) || 0
    }
    return { row, time: before, version: versionBefore }
  })
  const compare = (a: number, b: number) => (a === b ? 0 : sign * (a < b ? -1 : 1))
  timed.sort((a, b) => compare(a.time, b.time) || compare(a.version, b.version))
  return timed.map(({ row }) => row)
}

/** `edit_time` comes in seconds or milliseconds. A number below this is seconds. */
const SECONDS_BELOW = 1e11

/** The last edit in epoch milliseconds, whichever unit the product used. The version if the time is unknown. */
export function editedAtMs({ edit_time, version_ms }: RecordingRow): number | null {
  if (edit_time === null) return version_ms
  return edit_time < SECONDS_BELOW ? edit_time * 1000 : edit_time
}

/** Ready for automations. False when the product omits a field. */
export const isReady = ({ is_trash, is_trans, is_summary }: RecordingRow) =>
  is_trans === true && is_summary === true && is_trash !== true
