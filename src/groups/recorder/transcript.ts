import * as z from 'zod'
import { unreadable } from '../../upstream/failures.ts'
import { tryParseJson } from '../../upstream/json.ts'
import { type Detail, isAvailable, stillGenerating, textOf } from './content.ts'
import type { Session } from './session.ts'

const Milliseconds = z.coerce.number().transform(Math.round).catch(0)

/** One utterance, contract 2.5 and recorder facts 7.1; times in milliseconds from the start. */
const Utterance = z
  .object({
    start_time: Milliseconds,
    end_time: Milliseconds,
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
export type Utterance = z.infer<typeof Utterance>

const Utterances = z.array(Utterance)
/** A bare array, or wrapped as some readers have seen it. */
const Transcript = z.union([
  Utterances,
  z.object({ trans_result: Utterances }).transform(({ trans_result }) => trans_result),
  z.object({ segments: Utterances }).transform(({ segments }) => segments),
])

/** The cleaned transcript where there is one, else the raw one: both carry the names that the user gave. */
const TYPES = ['transaction_polish', 'transaction']

/** The decoded transcript; 409 while it is not there. */
export async function transcriptOf(session: Session, detail: Detail): Promise<Utterance[]> {
  for (const type of TYPES) {
    const item = detail.content_list.find(({ data_type }) => data_type === type)
    if (item && isAvailable(detail, item)) return readTranscript(await textOf(session, detail, item))
  }
  const legacy = Utterances.min(1).safeParse(detail.trans_result)
  if (legacy.success) return legacy.data
  throw stillGenerating('transcript')
}

function readTranscript(text: string): Utterance[] {
  const transcript = Transcript.safeParse(tryParseJson(text))
  if (!transcript.success) throw unreadable('recorder')
  return transcript.data
}
