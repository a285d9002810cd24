import * as z from 'zod'
import { tryParseJson } from '../../base/json.ts'
import { once } from '../../base/once.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { type Detail, isAvailable, stillGenerating, textOf } from './content.ts'

const milliseconds = () => z.coerce.number().transform(Math.round).catch(0)

/** One utterance, contract 2.5 and recorder facts 7.1; times in milliseconds from the start. */
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

/** A bare array, or wrapped as some readers have seen it. */
const readTranscript = shapeReader('recorder', () =>
  z.union([
    utterances(),
    z.object({ trans_result: utterances() }).transform(({ trans_result }) => trans_result),
    z.object({ segments: utterances() }).transform(({ segments }) => segments),
  ]),
)

/** The cleaned transcript where there is one, else the raw one: both carry the names that the user gave. */
const TYPES = ['transaction_polish', 'transaction']

/** The decoded transcript; 409 while it is not there. */
export async function transcriptOf(connection: Connection, detail: Detail): Promise<Utterance[]> {
  for (const type of TYPES) {
    const item = detail.content_list.find(({ data_type }) => data_type === type)
    if (item && isAvailable(detail, item)) return readTranscript(tryParseJson(await textOf(connection, detail, item)))
  }
  const legacy = utterances().safeParse(detail.trans_result)
  if (legacy.data?.length) return legacy.data
  throw stillGenerating('transcript')
}
