import type { Entry } from './index-of.ts'

/** Where an operation was found: an excerpt of the matching text, or undefined when its names match. */
export type Found = ReadonlyMap<string, string | undefined>

/** How much text is shown before and after a match. */
const AROUND = 60

/** The operations that contain every word of the query, by id. Undefined for an empty query. */
export function find(entries: readonly Entry[], query: string): Found | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const found = new Map<string, string | undefined>()
  for (const { id, names, texts } of entries) {
    const missing = words.filter((word) => !names.includes(word))
    const places = missing.map((word) => texts.find((text) => text.toLowerCase().includes(word)))
    if (places.every((place) => place !== undefined)) found.set(id, places[0] && excerpt(places[0], missing[0] ?? ''))
  }
  return found
}

function excerpt(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + word.length + AROUND)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
