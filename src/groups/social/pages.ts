import { at, text } from '../../base/json.ts'
import { required } from './call-for-id.ts'

/** The entries of a list response. Empty when the product sends null. Throws 502 when it is no list. */
export function parseEntries(answer: unknown): readonly unknown[] {
  const data = at(answer, 'data')
  return required('data', data === null ? [] : Array.isArray(data) ? data : undefined)
}

/**
 * The cursor of the next page, null at the end. A page contains its own end cursor even if nothing follows, so an empty
 * page ends the list. The link to the next page contains the access token, so only its cursor is used. Throws 502 when
 * a page follows but its cursor is unreadable, because null would say that the list ends.
 */
export function nextCursor(answer: unknown): string | null {
  if (parseEntries(answer).length === 0) return null
  const next = text(at(answer, 'paging', 'next'))
  const cursor = text(at(answer, 'paging', 'cursors', 'after')) ?? (next && cursorIn(next))
  return next ? required('paging.cursors.after', cursor) : cursor
}

const cursorIn = (link: string): string | null =>
  URL.canParse(link) ? text(new URL(link).searchParams.get('after')) : null
