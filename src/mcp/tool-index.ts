import { type Terms, toPhrases, toTerms } from './terms.ts'
import type { Tool } from './tools.ts'

/** The terms of a tool's texts. */
export interface ToolIndex {
  /** Its own, each counted by how many of its phrases have it. */
  words: Terms
  /** Those of its description. */
  more: Terms
  /** What only its product has. */
  things: Terms
  /** Its phrases, as people say them. */
  phrases: readonly { terms: readonly string[]; size: number }[]
}

/** How much a word with one wrong letter counts. */
const OF_TYPO = 0.7

const indexes = new Map<string, ToolIndex>()
/** The English words of all tools. */
const all = new Set<string>()
const vocabulary = new Set<string>()

/** The index of a tool, whose texts are the same in every call. */
export function indexOf({ words, more, things }: Tool['found']): ToolIndex {
  const known = indexes.get(words)
  if (known) return known
  const phrases = toPhrases(words)
  const counts = new Map<string, number>()
  for (const phrase of phrases) for (const term of phrase.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  const index: ToolIndex = {
    // A second phrase with a word adds half as much as the first, and many no more than as much again.
    words: new Map([...counts].map(([term, count]) => [term, (2 * count) / (count + 1)])),
    more: toTerms(more),
    things: toTerms(things),
    phrases: phrases.map((terms) => ({
      terms: [...terms.keys()],
      size: [...terms.values()].reduce((sum, share) => sum + share, 0),
    })),
  }
  for (const term of [...index.words.keys(), ...index.more.keys()]) all.add(term)
  for (const term of [...index.words.keys(), ...index.more.keys()]) if (/^[a-z]{4,}$/.test(term)) vocabulary.add(term)
  indexes.set(words, index)
  return index
}

/** Whether a tool has a term. */
export const isKnown = (term: string) => all.has(term)

/** Whether a term is a word, and not one that says little or a pair of words. */
export const isWord = (term: string) => /^(?:[a-z]{4,}|[가-힣]{2,})$/.test(term)

/** The terms of a task, with the nearest words for one that no tool has. */
export function correctTerms(terms: Terms): Terms {
  const corrected = new Map<string, number>()
  const add = (term: string, share: number) => corrected.set(term, Math.max(share, corrected.get(term) ?? 0))
  for (const [term, share] of terms) {
    const isWrong = term.length >= 5 && /^[a-z]+$/.test(term) && !vocabulary.has(term)
    const near = isWrong ? [...vocabulary].filter((word) => isTypo(term, word)) : []
    if (near.length === 0) add(term, share)
    for (const word of near) for (const [each, its] of toTerms(word)) add(each, its * OF_TYPO)
  }
  return corrected
}

/** Whether two words differ by one letter that is wrong, missing, added, or changed places. */
function isTypo(one: string, other: string): boolean {
  if (one.length === other.length ? one.length < 6 : Math.abs(one.length - other.length) > 1 || other.length < 4)
    return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shortest = Math.min(one.length, other.length)
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
