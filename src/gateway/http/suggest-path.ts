/** The distance of a missing or additional segment. A segment whose letters all differ has the distance 1. */
const GAP = 0.6
/** A path at this distance or further is not similar. */
const FAR = 1.3
/** Nobody types a longer path by hand, and comparing one would take too long. */
const MOST_SEGMENTS = 10
const LONGEST_SEGMENT = 64

/** The most similar of these paths. Undefined when none is similar. `:name` matches any segment. */
export function suggestPath(paths: readonly string[], asked: string): string | undefined {
  const segments = splitPath(asked.toLowerCase())
  if (
    segments.length === 0 ||
    segments.length > MOST_SEGMENTS ||
    segments.some(({ length }) => length > LONGEST_SEGMENT)
  )
    return undefined
  let nearest: string | undefined
  let least = FAR
  for (const path of paths) {
    const known = splitPath(path)
    const distance = editDistance(segments, known, segmentDistance, GAP)
    const isAlike = distance <= Math.max(segments.length, known.length) / 2
    if (isAlike && distance < least) [nearest, least] = [path, distance]
  }
  return nearest
}

/** The most similar of these words. Undefined when none is similar. */
export function suggestWord(words: readonly string[], asked: string): string | undefined {
  if (asked.length > LONGEST_SEGMENT) return undefined
  const distances = words.map((word) => ({ word, distance: segmentDistance(asked.toLowerCase(), word.toLowerCase()) }))
  const [nearest] = distances.sort((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= FAR_WORD ? nearest.word : undefined
}

/** Two of its five letters differ. */
const FAR_WORD = 0.4

const splitPath = (path: string) => path.split('/').filter(Boolean)

/** 0 for the same word and for a parameter, 1 for a word whose letters all differ. */
function segmentDistance(asked: string, known: string): number {
  if (asked === known || known.startsWith(':')) return 0
  const letters = editDistance([...asked], [...known], (a, b) => (a === b ? 0 : 1), 1)
  return letters / Math.max(asked.length, known.length)
}

/** The Levenshtein distance of two lists, row by row. */
function editDistance<Item>(
  a: readonly Item[],
  b: readonly Item[],
  between: (one: Item, other: Item) => number,
  gap: number,
): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at * gap)
  for (const item of a) {
    const next = [(row[0] ?? 0) + gap]
    for (const [at, other] of b.entries()) {
      const replaced = (row[at] ?? 0) + between(item, other)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + gap, (next[at] ?? 0) + gap))
    }
    row = next
  }
  return row[b.length] ?? 0
}
