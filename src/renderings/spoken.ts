import type { Cue } from './cue.ts'

/** What is read of an utterance of a transcript, whatever product it is of. */
export interface Spoken {
  /** Milliseconds from the start. Null when the product omits it. */
  start: number | null
  end: number | null
  /** Those who speak, without unknown ones. */
  speakers: readonly string[]
  /** Other names of them. */
  aliases?: readonly string[]
  words: string
}

/** An utterance without a time starts where the one before it ended. */
export function getStarts(spoken: readonly Pick<Spoken, 'start' | 'end'>[]): number[] {
  let latest = 0
  return spoken.map(({ start, end }) => {
    const from = start ?? latest
    latest = end ?? from
    return from
  })
}

/** The words of several speakers name them already. */
export function toCues(spoken: readonly Spoken[]): Cue[] {
  const starts = getStarts(spoken)
  return spoken.map(({ end, speakers, words }, index) => {
    const start = starts[index] ?? 0
    const [speaker = ''] = speakers.length === 1 ? speakers : []
    return { start, end: end ?? start, speaker, text: words }
  })
}
