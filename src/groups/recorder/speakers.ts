import { hasStatus } from '../../base/errors.ts'
import { getStarts } from '../../renderings/formats.ts'
import { CallQueue } from '../../upstream/context.ts'
import type { Connection } from './connection.ts'
import { fetchDetail } from './library.ts'
import { fetchTranscript, toSpoken, type Utterance } from './transcripts.ts'

export interface Hit {
  /** The part of the recording that matched. Null when the product omits it. */
  source: string | null
  text: string
  /** Milliseconds from the start. */
  start_time?: number
  speaker?: string
}

export interface SearchResult {
  id: string
  filename: string | null
  /** Epoch milliseconds. */
  start_time: number | null
  hits: Hit[]
}

/** Upstream calls for one transcript: the detail and the content. */
const CALLS = 2
/** Transcripts that are read at the same time. */
const AT_ONCE = 3
/** How long a result waits for the speakers, in milliseconds. */
const MOST_MS = 10_000

const isUnnamed = ({ source, start_time, speaker }: Hit) =>
  source === 'transcript' && start_time !== undefined && speaker === undefined

/**
 * Adds the speakers, which the product's search omits, from the transcripts. A hit stays without one if its transcript
 * cannot be read, and when the calls or the time are used up.
 */
export async function addSpeakers(connection: Connection, files: readonly SearchResult[]): Promise<SearchResult[]> {
  const { upstream } = connection
  const named = [...files]
  const queue = new CallQueue(upstream.platform, AT_ONCE)
  let isOver = false
  const read = async (file: SearchResult, index: number) => {
    if (isOver || upstream.budget.callsLeft < CALLS * AT_ONCE) return
    try {
      const transcript = await fetchTranscript(connection, await fetchDetail(connection, file.id))
      if (!isOver) named[index] = { ...file, hits: file.hits.map((hit) => withSpeaker(hit, transcript)) }
    } catch (error) {
      // Other recordings would get this as well.
      if (hasStatus(error, 401) || hasStatus(error, 429)) isOver = true
    }
  }
  const reading = files.flatMap((file, index) =>
    file.hits.some(isUnnamed) ? [queue.withSlot(() => read(file, index))] : [],
  )
  if (reading.length === 0) return named
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>()
  const cancel = upstream.platform.timer(MOST_MS, resolve)
  await Promise.race([Promise.all(reading), timeIsUp])
  cancel()
  isOver = true
  return named
}

/** The speaker of the utterance that is being said at the start of the hit. */
function withSpeaker(hit: Hit, transcript: readonly Utterance[]): Hit {
  if (!isUnnamed(hit)) return hit
  const start = Math.round(hit.start_time ?? 0)
  const index = getStarts(transcript.map(toSpoken)).findLastIndex((at) => at <= start)
  const speaker = transcript[index]?.speaker || transcript[index]?.original_speaker
  return speaker ? { ...hit, speaker } : hit
}
