import * as z from 'zod/mini'
import { badInput } from '../base/errors.ts'
import { choice } from '../gateway/http/fields.ts'
import { clock, FORMATS, getStarts, type Spoken } from './formats.ts'

/** The query of a transcript, the same for every product. `speaker` and `around` come from the example. */
export const transcriptQuery = (speaker: string, around: string) => ({
  format: z
    .optional(choice(FORMATS))
    .check(z.meta({ description: 'Gives the transcript as `text` in this format', examples: ['text'] })),
  at: position('Only from this position on, hh:mm:ss, by default for 10 minutes', '00:00:00'),
  until: position('Only up to this position, hh:mm:ss', '00:10:00'),
  speaker: z.optional(z.string().check(z.maxLength(200))).check(
    z.meta({
      description: 'Only what this speaker says, by name or a part of it',
      examples: [speaker],
      narrows: 'amount',
    }),
  ),
  around: z.optional(z.string().check(z.maxLength(500))).check(
    z.meta({
      description: 'Only where this phrase is said, else its words, with two utterances before and after',
      examples: [around],
      narrows: 'amount',
    }),
  ),
})

/** `hh:mm:ss` or `mm:ss`, read as milliseconds. Plain numbers are refused: they could be seconds or milliseconds. */
const position = (description: string, example: string) =>
  z
    .optional(
      z.pipe(
        z
          .string()
          .check(z.regex(/^(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:\.\d{1,3})?$/, 'must be a position such as 01:23:45')),
        z.transform((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000),
      ),
    )
    .check(
      z.meta({
        description,
        examples: [example],
        narrows: 'amount',
        override: { type: 'string', pattern: '^(\\d{1,3}:)?\\d{1,2}:\\d{2}$' },
      }),
    )

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

const MOST_WORDS = 5

/** The range of a part. Positions are `hh:mm:ss`. */
export interface PartFacts {
  utterances: number
  /** How many the whole transcript has. */
  of: number
  from: string
  /** At the latest where the words end. Null, as `ends_at`, for a transcript without times. */
  to: string | null
  ends_at: string | null
  /** How many utterances match `around`. Null without it. */
  matches: number | null
  /** The words that were searched one by one, since nothing matches the whole phrase. Null otherwise. */
  words: string[] | null
  /** Who speaks, if nobody has the name of `speaker`. Absent otherwise. */
  speakers?: string[]
}

interface TranscriptPart<Utterance> {
  content: Utterance[]
  part: PartFacts
}

/**
 * The utterances within the times, of the speaker, and around the words. All conditions apply. Undefined if the caller
 * asks for the whole transcript. Throws 400 for a part that begins after the words end.
 */
export function selectPart<Utterance>(
  utterances: readonly Utterance[],
  read: (utterance: Utterance) => Spoken,
  query: PartQuery,
): TranscriptPart<Utterance> | undefined {
  if (Object.values(query).every((value) => value === undefined)) return undefined
  const { at = 0, until = query.at === undefined ? Number.POSITIVE_INFINITY : at + USUAL_LENGTH_MS } = query
  const spoken = utterances.map(read)
  const endsAt = getEnd(spoken)
  checkWindow(at, until, endsAt, spoken.length)
  const window = {
    from: clock(at),
    to: endsAt === null ? null : clock(Math.min(until, endsAt)),
    ends_at: endsAt === null ? null : clock(endsAt),
  }
  const toPart = (
    isChosen: (index: number) => boolean,
    found: Pick<PartFacts, 'matches' | 'words' | 'speakers'>,
  ): TranscriptPart<Utterance> => {
    const content = utterances.filter((_, index) => isChosen(index))
    return { content, part: { utterances: content.length, of: utterances.length, ...window, ...found } }
  }
  const starts = getStarts(spoken)
  const isWithin = ({ end }: Spoken, index: number) => {
    const start = starts[index] ?? 0
    return Math.max(start, end ?? starts[index + 1] ?? start) >= at && start <= until
  }
  const speaker = query.speaker === undefined ? '' : normalize(query.speaker)
  const isOfSpeaker = ({ speakers, aliases = [] }: Spoken) =>
    query.speaker === undefined || [...speakers, ...aliases].some((name) => normalize(name).includes(speaker))
  if (query.speaker !== undefined && !spoken.some(isOfSpeaker)) {
    const names = [...new Set(spoken.flatMap(({ speakers }) => speakers))]
    return toPart(() => false, { matches: query.around === undefined ? null : 0, words: null, speakers: names })
  }
  const isWanted = spoken.map((one, index) => isWithin(one, index) && isOfSpeaker(one))
  if (query.around === undefined) return toPart((index) => isWanted[index] === true, { matches: null, words: null })
  const { matching, words } = findWords(spoken, query.around, isWanted)
  const near = new Set(
    matching.flatMap((n) => Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, k) => n + k - NEIGHBOURS)),
  )
  // Neighbours of a match may be by another speaker, since an answer needs its question.
  const isNear = (index: number) => near.has(index) && isWithin(spoken[index] as Spoken, index)
  return toPart(isNear, { matches: matching.length, words })
}

/** The end of the words, in milliseconds. Null for a transcript without times. */
const getEnd = (spoken: readonly Spoken[]): number | null =>
  spoken.reduce((latest: number | null, { start, end }) => {
    const time = end ?? start
    return time === null ? latest : Math.max(latest ?? 0, time)
  }, null)

function checkWindow(at: number, until: number, endsAt: number | null, count: number): void {
  if (until < at) throw badInput('until: must not be before at', ['until'])
  if (at <= (endsAt ?? 0)) return
  const end =
    endsAt === null ? `the transcript has no ${count === 0 ? 'words' : 'times'}` : `the words end at ${clock(endsAt)}`
  throw badInput(`at: is beyond the end: ${end}`, ['at'])
}

/** The utterances with the whole phrase, or else with the most of its words. */
function findWords(spoken: readonly Spoken[], phrase: string, isWanted: readonly boolean[]) {
  const texts = spoken.map(({ words }) => normalize(words))
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

const normalize = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
