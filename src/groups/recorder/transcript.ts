import * as z from 'zod'
import { tryParseJson } from '../../base/json.ts'
import { once } from '../../base/once.ts'
import type { Format } from '../../renderings/formats.ts'
import { render } from '../../renderings/formats.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { fetchText, isAvailable, stillGenerating } from './content.ts'
import type { Detail } from './detail.ts'

const milliseconds = () => z.coerce.number().transform(Math.round).catch(0)

/** One utterance (contract 2.5; recorder facts, 7.1); times in milliseconds from the start. */
const utterance = () =>
  z
    .object({
      start_time: milliseconds(),
      end_time: milliseconds(),
      speaker: z.string().nullish(),
      original_speaker: z.string().nullish(),
      content: z.string().catch(''),
    })
    .transform(({ start_time, end_time, speaker, original_speaker, content }) => ({
      start_time,
      end_time,
      speaker: speaker ?? '',
      original_speaker: original_speaker ?? '',
      content,
    }))
export type Utterance = z.infer<ReturnType<typeof utterance>>

const utterances = once(() => z.array(utterance()))

/** A bare array, or an object around it (recorder facts, 7.1). */
const readTranscript = shapeReader('recorder', () =>
  z.union([
    utterances(),
    z.object({ trans_result: utterances() }).transform(({ trans_result }) => trans_result),
    z.object({ segments: utterances() }).transform(({ segments }) => segments),
  ]),
)

/** The polished transcript comes before the raw one. Both have the speaker names that the user gave. */
const TYPES = ['transaction_polish', 'transaction']

/** Fetches the transcript. Throws 409 while it is being generated. */
export async function fetchTranscript(connection: Connection, detail: Detail): Promise<Utterance[]> {
  for (const type of TYPES) {
    const item = detail.content_list.find(({ data_type }) => data_type === type)
    if (item && isAvailable(detail, item))
      return readTranscript(tryParseJson(await fetchText(connection, detail, item)))
  }
  const legacy = utterances().safeParse(detail.trans_result)
  if (legacy.data?.length) return legacy.data
  throw stillGenerating('transcript')
}

/** The transcript as text in a format (contract 2.5). */
export function renderTranscript(content: readonly Utterance[], format: Format): { text: string; format: Format } {
  if (format === 'json') return { text: JSON.stringify(content), format }
  const cues = content.map(({ start_time, end_time, speaker, original_speaker, content: text }) => ({
    start: start_time,
    end: end_time,
    speaker: speaker || original_speaker,
    text,
  }))
  return { text: render(cues, format), format }
}
