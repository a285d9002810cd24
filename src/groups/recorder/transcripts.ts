import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, isObject, items, number, tryParseJson } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Format, render, type Spoken, toCues } from '../../renderings/formats.ts'
import { selectPart, transcriptQuery } from '../../renderings/transcript-part.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, connect } from './connection.ts'
import { linkImages, Unavailable } from './content.ts'
import { type ContentItem, type Detail, getContent } from './detail.ts'
import * as inputs from './group.ts'
import { file, read } from './group.ts'
import { fetchDetail, fetchText } from './library.ts'
import { string } from './plaud.ts'

const transcript = () => ({ ...file(), query: z.strictObject(transcriptQuery('준호', '검색')) })

export interface Utterance {
  /** Milliseconds from the start. Null when the product omits it. */
  start_time: number | null
  end_time: number | null
  /** Empty for an unknown speaker. */
  speaker: string
  original_speaker: string
  content: string
}

const required = requiredFields('recorder', '', 'ai_content')

/** The polished transcript is preferred to the raw one. Both use the speaker names that the user gave. */
export const TRANSCRIPTS = ['transaction_polish', 'transaction'] as const

/**
 * Fetches the transcript. Throws 409 while there is none. If the polished one is lost or empty, the raw one is used.
 */
export async function fetchTranscript(connection: Connection, detail: Detail): Promise<Utterance[]> {
  const found = TRANSCRIPTS.flatMap((kind) => detail.content?.find((item) => item.kind === kind) ?? [])
  const ready = found.filter((item) => item.state === 'ready')
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
  const state = found.at(-1)?.state ?? 'missing'
  throw new Unavailable('transcript', state === 'ready' ? 'missing' : state)
}

/**
 * Whether content is permanently gone or broken, as opposed to a rate limit, a temporary error or an exhausted budget.
 */
const isLost = (error: unknown) =>
  error instanceof Unavailable ||
  (error instanceof GatewayError && error.status === 502 && /^(shape|upstream 4)/.test(error.reason))

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

/** The kinds of content that are Markdown. The first is the primary summary. */
const MARKDOWN_KINDS = ['auto_sum_note', 'sum_multi_note', 'consumer_note'] as const

export const isMarkdown = ({ kind }: ContentItem) => MARKDOWN_KINDS.some((markdown) => markdown === kind)

/** Fetches the summary as Markdown. Throws 409 while there is none. */
export async function fetchSummary(connection: Connection, detail: Detail) {
  const text = await fetchSummaryText(connection, detail)
  return linkImages(getMarkdown(text), detail.imageLinks)
}

/**
 * The primary summary, or the one of an old recording, or the first ready note of another kind. While a summary is
 * being generated, no other note is returned, because it would be mistaken for the summary.
 */
async function fetchSummaryText(connection: Connection, detail: Detail): Promise<string> {
  const primary = detail.content?.find(({ kind }) => kind === MARKDOWN_KINDS[0])
  const state = primary?.state ?? 'missing'
  if (primary && state === 'ready') return fetchText(connection, detail, primary)
  const legacy = legacyText(detail.data.ai_content)
  if (legacy !== undefined) return legacy
  if (state === 'generating') throw new Unavailable('summary', state)
  const note = getContent(detail).find((item) => isMarkdown(item) && item.state === 'ready')
  if (!note) throw new Unavailable('summary', state === 'ready' ? 'missing' : state)
  return fetchText(connection, detail, note)
}

function legacyText(ai_content: unknown): string | undefined {
  if (typeof ai_content === 'string' && ai_content !== '') return ai_content
  return typeof ai_content === 'object' && ai_content ? JSON.stringify(ai_content) : undefined
}

/** The Markdown of a summary: the text itself, or a field of its JSON. */
export function getMarkdown(text: string): string {
  const json = /^\s*[{[]/.test(text) ? tryParseJson(text) : undefined
  if (isObject(json)) return required('ai_content', markdownIn(json))
  if (!Array.isArray(json) || !json.some(isObject)) return text
  const parts = json.flatMap((part) => markdownIn(part) ?? [])
  return required('ai_content', parts.length > 0 ? parts.join('\n\n') : null)
}

const PATHS = [['ai_content'], ['markdown'], ['content', 'markdown'], ['content'], ['summary']]

const markdownIn = (json: unknown) => PATHS.map((path) => string(at(json, ...path))).find((text) => text !== null)

export const transcriptRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files/:id/transcript',
    read('recorder_get_transcript', {
      summary: 'The transcript of a recording',
      description:
        'Times of utterances are milliseconds from the start. `at`, `until`, `speaker` and `around` select a part, and `part` says what it covers; beyond the end it is 400. 409: there is no transcript yet; recorder_transcribe_file starts one.',
      ko: '녹음의 전사(받아쓴 글, 자막)',
      title: 'Get a transcript',
      wanted: 2,
      search:
        '끝까지 보여, 상대방이 한 말, transcription of the call, transcript of the recording, what was said in the recording, what did he she say, what did somebody say, word for word, exact words, full text of the recording, script of the call, subtitles srt vtt of the recording, what was said at minute, minutes into the recording, from minute to minute, only what one speaker said, how much did somebody speak, who said, read out the call, did they mention, quote from the recording, as markdown text, 녹취록, 녹취 전문, 뭐라고 했, 뭐라 그랬, 무슨 말 했, 한 말만, 말한 부분, 발언만, 누가 말했, 몇 분쯤 무슨 얘기, 대화 내용, 전체 내용 글로, 받아쓴 글, 녹음 내용 보여, 녹음 자막, 스크립트, 단가 얼마라고, 통화에서 뭐라, 얼마라고 했',
      tool: {
        description:
          'What was said in a Plaud recording, by speaker and time, or a part of it by at, speaker or around.',
        defaults: { format: 'text' },
      },
      input: transcript,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        const { format, ...query } = c.req.valid('query')
        const connection = connect(c)
        const whole = await fetchTranscript(connection, await fetchDetail(connection, id))
        const selected = selectPart(whole, toSpoken, query)
        const content = selected?.content ?? whole
        return {
          file_id: id,
          ...(selected && { part: selected.part }),
          content,
          ...(format && renderTranscript(content, format)),
        }
      },
    }),
  )
  .get(
    '/recorder/files/:id/summary',
    read('recorder_get_summary', {
      summary: 'The AI summary of a recording, in Markdown',
      description:
        'Links to images live about 15 minutes. 409: there is no summary yet; recorder_transcribe_file starts one.',
      ko: '녹음의 AI 요약(Markdown)',
      search:
        'summary of the recording, summarize the recording, recap of the call, gist, tldr, key points of the lecture, main points, in short what was the recording about, what did we decide, action items of the recording, conclusions, outline, 녹음 요약, 요약해, 요약 좀, 핵심만, 간단히 정리, 녹음 정리해, 요점, 결론이 뭐, 결정된 거, 할 일 정리, 강의 요약, 통화 요약, 무슨 내용이었',
      title: 'Get a summary',
      wanted: 3,
      tool: {
        shown: { '': 'file_id markdown' },
      },
      input: inputs.file,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        const connection = connect(c)
        return { file_id: id, ...(await fetchSummary(connection, await fetchDetail(connection, id))) }
      },
    }),
  )
