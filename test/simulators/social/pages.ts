import type { Parameters } from './calls.ts'
import { badParameter } from './refusals.ts'

const MOST = 100
const INITIAL = 25

/** A cursor contains the id at its position, so that a new post shifts no page. */
const formatCursor = (id: string) => btoa(`cursor:${id}`).replaceAll('=', '')

function getId(cursor: string): string {
  try {
    const text = atob(cursor)
    if (text.startsWith('cursor:')) return text.slice('cursor:'.length)
  } catch {
    // Falls to the refusal below.
  }
  throw badParameter('Invalid cursor')
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return INITIAL
  if (!/^\d+$/.test(text) || text === '0') throw badParameter('Param limit must be a positive integer')
  return Math.min(MOST, Number(text))
}

/**
 * One page of a list, with the cursors of its ends and, like Graph, links to the neighbouring pages, which contain the
 * access token. A page without entries has no cursors.
 */
export function page<Entry extends { id: string }>(
  entries: readonly Entry[],
  parameters: Parameters,
  url: URL,
  show: (entry: Entry) => Record<string, unknown>,
) {
  const { before, after } = parameters
  if (before && after) throw badParameter('Both "before" and "after" cannot be sent in the same request')
  const limit = parseLimit(parameters.limit)
  const at = (cursor: string) => {
    const index = entries.findIndex(({ id }) => id === getId(cursor))
    if (index < 0) throw badParameter('Invalid cursor')
    return index
  }
  const start = after ? at(after) + 1 : before ? Math.max(0, at(before) - limit) : 0
  const end = before ? at(before) : Math.min(entries.length, start + limit)
  const shown = entries.slice(start, end)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return { data: [] }

  const cursors = { before: formatCursor(first.id), after: formatCursor(last.id) }
  const link = (name: 'before' | 'after') => {
    const neighbour = new URL(url)
    neighbour.searchParams.delete(name === 'before' ? 'after' : 'before')
    neighbour.searchParams.set(name, cursors[name])
    return neighbour.href
  }
  return {
    data: shown.map(show),
    paging: {
      cursors,
      ...(start > 0 && { previous: link('before') }),
      ...(end < entries.length && { next: link('after') }),
    },
  }
}
