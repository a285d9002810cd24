import { at, text } from '../../base/lenient-json.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'

const required = requiredFields('social', 'data', 'paging.cursors.after')

/** The entries of an answer that is a list; none where the product says null. Throws 502 where it is no list. */
export function parseEntries(answer: unknown): readonly unknown[] {
  const data = at(answer, 'data')
  return required('data', data === null ? [] : Array.isArray(data) ? data : undefined)
}

/**
 * Where the next page begins, null at the end. A page names its own end even when nothing follows: an empty page ends
 * the list. The link to the next page holds the access token, so that only its cursor goes on. Throws 502 where a page
 * follows whose cursor cannot be read, since null would say that the list ends.
 */
export function nextCursor(answer: unknown): string | null {
  if (parseEntries(answer).length === 0) return null
  const next = text(at(answer, 'paging', 'next'))
  const cursor = text(at(answer, 'paging', 'cursors', 'after')) ?? (next && cursorIn(next))
  return next ? required('paging.cursors.after', cursor) : cursor
}

const cursorIn = (link: string): string | null =>
  URL.canParse(link) ? text(new URL(link).searchParams.get('after')) : null
