import { badInput } from '../../../base/errors.ts'

/**
 * The order of a walk through the rows. `from`: oldest first. `until`: newest first. Both read windows of created_time.
 * `rows`: the caller's own sorts, without windows.
 */
export type WalkOrder = 'from' | 'until' | 'rows'

/** The position of a walk. All rows before it were returned, none after it. */
export interface Position {
  /** The created_time at which the window starts, in epoch milliseconds. Undefined before the first window. */
  readonly edge?: number | undefined
  /** The product's cursor within the window. Undefined at its start. */
  readonly cursor?: string | undefined
}

const POSITION = /^(from|until|rows):([^/]*)(?:\/(\S{1,500}))?$/

/** The form of `next_cursor`: `from:2026-11-21T09:00:00.000Z`, followed by a slash and the product's cursor, if any. */
export const positionText = (order: WalkOrder, { edge, cursor }: Position) =>
  `${order}:${edge === undefined ? '' : new Date(edge).toISOString()}${cursor === undefined ? '' : `/${cursor}`}`

/** Parses a `start_cursor`. Throws 400 when it belongs to another route or to a query with other sorts. */
export function readPosition(text: string | null | undefined, order: WalkOrder): Position {
  if (!text) return {}
  const [, cursorOrder, time = '', cursor] = text.match(POSITION) ?? []
  const edge = time === '' ? undefined : Date.parse(time)
  if (
    !cursorOrder ||
    Number.isNaN(edge) ||
    (edge === undefined && !cursor) ||
    (cursorOrder === 'rows' && edge !== undefined)
  ) {
    throw badInput('start_cursor: must be the next_cursor of this route')
  }
  if (cursorOrder !== order) throw badInput('start_cursor: belongs to a query with other sorts or filters')
  return { edge, cursor }
}
