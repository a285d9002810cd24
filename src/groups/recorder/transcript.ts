import { GatewayError } from '../../base/errors.ts'
import { at, isObject, items, number, tryParseJson } from '../../base/json.ts'
import { type Format, render, type Spoken, toCues } from '../../renderings/formats.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { availability, fetchText, Unavailable } from './content.ts'
import { type Detail, getContent } from './detail.ts'
import { string } from './product-values.ts'

export interface Utterance {
  /** Milliseconds from the start. Null when the product omits it. */
  start_time: number | null
  end_time: number | null
  /** Empty for an unknown speaker. */
  speaker: string
  original_speaker: string
  content: string
}

export const required = requiredFields('recorder', '', 'ai_content')

/** The polished transcript is preferred to the raw one. Both use the speaker names that the user gave. */
const KINDS = ['transaction_polish', 'transaction']

/**
 * Fetches the transcript. Throws 409 while there is none. If the polished one is lost or empty, the raw one is used.
 */
export async function fetchTranscript(connection: Connection, detail: Detail): Promise<Utterance[]> {
  const found = KINDS.flatMap((kind) => detail.content?.find((item) => item.kind === kind) ?? [])
  const ready = found.filter((item) => availability(detail, item) === 'ready')
  const last = ready.at(-1)
  for (const item of ready) {
    try {
      const utterances = readTranscript(tryParseJson(await fetchText(connection, detail, item)))
      if (item === last || utterances.length > 0) return utterances
    } catch (error) {
      if (item === last || !isLost(error)) throw error
    }
  }
  const legacy = utterancesIn(detail.data.trans_result)
  if (legacy?.length) return legacy
  getContent(detail)
  const state = availability(detail, found.at(-1))
  throw new Unavailable('transcript', state === 'ready' ? 'missing' : state)
}

/**
 * Whether content is permanently gone or broken, as opposed to a rate limit, a temporary error or an exhausted budget.
 */
const isLost = (error: unknown) =>
  error instanceof GatewayError && error.status === 502 && /^(shape|upstream 4)/.test(error.reason)

/** A bare array, or an object that contains it. */
function readTranscript(json: unknown): Utterance[] {
  const forms = [json, ...['trans_result', 'segments', 'transcript', 'data'].map((key) => at(json, key))]
  return required('', utterancesIn(forms.find(Array.isArray)))
}

/** Null for anything but a list, and for a list without a readable item. */
function utterancesIn(list: unknown): Utterance[] | null {
  if (!Array.isArray(list)) return null
  const utterances = items(list, readUtterance)
  return utterances.length === 0 && list.length > 0 ? null : utterances
}

/**
 * Null without text, because an empty utterance would claim that someone was silent. The fields are read directly,
 * which is safe because parsed JSON inherits none of these names. `at` is slower, and a transcript has thousands of
 * utterances.
 */
function readUtterance(item: unknown): Utterance | null {
  if (!isObject(item)) return null
  const content = string(item.content) ?? string(item.text)
  if (content === null) return null
  return {
    start_time: milliseconds(item.start_time),
    end_time: milliseconds(item.end_time),
    speaker: speakerName(item.speaker),
    original_speaker: speakerName(item.original_speaker),
    content,
  }
}

function milliseconds(value: unknown): number | null {
  const time = number(value)
  return time === null ? null : Math.round(time)
}

/** A speaker without a name is sometimes a number, which gets a name like the product's own. */
const speakerName = (speaker: unknown) => (typeof speaker === 'number' ? `Speaker ${speaker}` : (string(speaker) ?? ''))

export const toSpoken = ({ start_time, end_time, speaker, original_speaker, content }: Utterance): Spoken => ({
  start: start_time,
  end: end_time,
  speakers: [speaker || original_speaker].filter(Boolean),
  aliases: [original_speaker],
  words: content,
})

export const renderTranscript = (content: readonly Utterance[], format: Format): { text: string; format: Format } => ({
  text: format === 'json' ? JSON.stringify(content) : render(toCues(content.map(toSpoken)), format),
  format,
})
