import { badInput } from '../../../base/errors.ts'

/**
 * How a walk goes through the rows: `from` the oldest, `until` the oldest from the newest, both by windows of created_time;
 * or `rows` in an order of the caller's own, which has no windows.
 */
export type Way = 'from' | 'until' | 'rows'

/** Where a walk is. All rows before it were given, and none after it. */
export interface Position {
  /** The time of creation at which the window begins, in epoch milliseconds; undefined before the first window. */
  readonly edge?: number | undefined
  /** The product's cursor in the window; undefined at its beginning. */
  readonly cursor?: string | undefined
}

const POSITION = /^(from|until|rows):([^/]*)(?:\/(\S{1,500}))?$/

/** As `next_cursor` tells it: `from:2026-11-21T09:00:00.000Z`, with the product's cursor after a slash. */
export const positionText = (way: Way, { edge, cursor }: Position) =>
  `${way}:${edge === undefined ? '' : new Date(edge).toISOString()}${cursor === undefined ? '' : `/${cursor}`}`

/** Reads a `start_cursor`; 400 for one of another route, or of a query with other sorts. */
export function readPosition(text: string | null | undefined, way: Way): Position {
  if (!text) return {}
  const [, itsWay, time = '', cursor] = text.match(POSITION) ?? []
  const edge = time === '' ? undefined : Date.parse(time)
  if (!itsWay || Number.isNaN(edge) || (edge === undefined && !cursor) || (itsWay === 'rows' && edge !== undefined)) {
    throw badInput('start_cursor: must be the next_cursor of this route')
  }
  if (itsWay !== way) throw badInput('start_cursor: belongs to a query with other sorts or filters')
  return { edge, cursor }
}
