import type { Utterance } from './transcript.ts'

/** The part of a transcript that a caller asks for. */
export interface PartQuery {
  /** Positions, in milliseconds from the start. */
  at?: number | undefined
  until?: number | undefined
  speaker?: string | undefined
  /** A phrase, or words. */
  around?: string | undefined
}

/** How long a part from `at` is without `until`. */
const USUAL_LENGTH_MS = 10 * 60_000

/** How many utterances before and after a match belong to it. */
const NEIGHBOURS = 2

/** The most words that are searched one by one. */
const MOST_WORDS = 5

export interface TranscriptPart {
  content: Utterance[]
  /** How many utterances match `around`. Null without it. */
  matches: number | null
  /** The words that were searched one by one, since nothing matches the whole phrase. Null otherwise. */
  words: string[] | null
  /** Who speaks, if nobody has the name of `speaker`. Absent otherwise. */
  speakers?: string[]
}

/**
 * The utterances within the times, of the speaker, and around the words. All conditions apply. Undefined if the caller
 * asks for the whole transcript.
 */
export function selectPart(utterances: readonly Utterance[], query: PartQuery): TranscriptPart | undefined {
  if (Object.values(query).every((value) => value === undefined)) return undefined
  const { at = 0, until = query.at === undefined ? Number.POSITIVE_INFINITY : at + USUAL_LENGTH_MS } = query
  const speaker = query.speaker === undefined ? '' : normalize(query.speaker)
  const starts = getStarts(utterances)
  const isWithin = (utterance: Utterance, index: number) => {
    const start = starts[index] ?? 0
    const end = utterance.end_time ?? starts[index + 1] ?? start
    return Math.max(start, end) >= at && start <= until
  }
  const isOfSpeaker = (utterance: Utterance) =>
    [utterance.speaker, utterance.original_speaker].some((name) => normalize(name).includes(speaker))
  if (query.speaker !== undefined && !utterances.some(isOfSpeaker)) {
    const names = utterances.map((utterance) => utterance.speaker || utterance.original_speaker).filter(Boolean)
    return { content: [], matches: query.around === undefined ? null : 0, words: null, speakers: [...new Set(names)] }
  }
  const isWanted = utterances.map((utterance, index) => isWithin(utterance, index) && isOfSpeaker(utterance))
  if (query.around === undefined)
    return { content: utterances.filter((_, n) => isWanted[n]), matches: null, words: null }
  const { matching, words } = findWords(utterances, query.around, isWanted)
  const near = new Set(
    matching.flatMap((n) => Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, k) => n + k - NEIGHBOURS)),
  )
  return {
    // Neighbours of a match may be by another speaker, since an answer needs its question.
    content: utterances.filter((utterance, n) => near.has(n) && isWithin(utterance, n)),
    matches: matching.length,
    words,
  }
}

/** The utterances with the whole phrase, or else with the most of its words. */
function findWords(utterances: readonly Utterance[], phrase: string, isWanted: readonly boolean[]) {
  const texts = utterances.map(({ content }) => normalize(content))
  const count = (words: readonly string[]) =>
    texts.map((text, n) => (isWanted[n] ? words.filter((word) => text.includes(word)).length : 0))
  const withAll = indexes(count([normalize(phrase)]), 1)
  const words = [...new Set(phrase.split(/\s+/))].filter((word) => !/^[ -~]?$/.test(word)).slice(0, MOST_WORDS)
  if (withAll.length > 0 || words.length < 2) return { matching: withAll, words: null }
  const counts = count(words.map(normalize))
  const most = counts.reduce((high, n) => Math.max(high, n), 0)
  return { matching: most > 0 ? indexes(counts, most) : [], words }
}

const indexes = (counts: readonly number[], least: number): number[] =>
  counts.flatMap((found, n) => (found >= least ? [n] : []))

/** An utterance without a time starts where the one before it ended, as in the rendered text. */
export function getStarts(utterances: readonly Utterance[]): number[] {
  let latest = 0
  return utterances.map(({ start_time, end_time }) => {
    const start = start_time ?? latest
    latest = end_time ?? start
    return start
  })
}

const normalize = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
