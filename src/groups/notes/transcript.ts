import { at, decodeEntities, flag, list, number, text } from '../../base/json.ts'
import { type Format, render, type Spoken, toCues } from '../../renderings/formats.ts'
import { type PartFacts, type PartQuery, selectPart } from '../../renderings/transcript-part.ts'
import { type Connection, fetchAllPages, type ProductObject } from './tiro.ts'

/** A comment, or a tag with its attributes. A single `<`, as in `< 200 ms`, is neither. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
/** Tags that start a new line. */
const LINE = /^<\/?(?:br|hr|p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|dl|dt|dd|table|section|article)\b/i

/** Any whitespace but a single space. Most texts have none, and this test is faster than searching for every run. */
const UNTIDY = /[^\S ]| {2}/

const spaced = (text: string) => (UNTIDY.test(text) ? text.replace(/\s+/g, ' ') : text)

/**
 * The text of markup: blocks and breaks become lines, other tags are removed, entities are decoded once, whitespace is
 * collapsed and empty lines are dropped. Never throws. Text without markup is not changed.
 */
export function markupText(markup: string): string {
  const bare = spaced(markup)
  const text = bare.includes('<') ? bare.replace(MARKUP, (tag) => (LINE.test(tag) ? '\n' : '')) : bare
  const lines: string[] = []
  for (const line of decodeEntities(text).split('\n')) {
    const words = spaced(line).trim()
    if (words !== '') lines.push(words)
  }
  return lines.join('\n')
}

/** A paragraph in the product's format, plus the fields that the gateway reads from it. */
type Paragraph = ProductObject & ReadFields

interface ReadFields {
  /** The text without markup. Empty for a locked paragraph, whose text is masked. */
  text: string
  speaker: string | null
  start_seconds: number | null
  end_seconds: number | null
}

/** Whether the plan of the account hides the text. */
const isLocked = (paragraph: ProductObject): boolean => flag(paragraph.locked) === true

function readParagraphs(raw: readonly ProductObject[]): Paragraph[] {
  const timestamps = raw.flatMap(({ timeFrom }) => epochMs(timeFrom) ?? [])
  const start = timestamps.reduce((first, timestamp) => Math.min(first, timestamp), Number.POSITIVE_INFINITY)
  return raw.map((paragraph) => ({
    ...paragraph,
    ...(isLocked(paragraph) ? HIDDEN : readParagraph(paragraph)),
    start_seconds: secondsFrom(start, paragraph.timeFrom),
    end_seconds: secondsFrom(start, paragraph.timeTo),
  }))
}

/** A paragraph of several speakers names them in its text. */
function toSpoken(paragraph: Paragraph): Spoken {
  const { text: words, speaker, start_seconds, end_seconds } = paragraph
  const segments = isLocked(paragraph) ? [] : list(paragraph.diarizedSegments).map(readSegment)
  return {
    start: toMs(start_seconds),
    end: toMs(end_seconds),
    speakers: [...new Set(segments.flatMap((segment) => segment.speaker ?? []))],
    words: speaker && words !== '' ? words.slice(`${speaker}: `.length) : words,
  }
}

const toMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1000))

const HIDDEN = { text: '', speaker: null }

interface Segment {
  words: string
  speaker: string | null
}

/**
 * The text and its speaker. With one speaker, the text comes from the transcript. Several speakers are distinguished by
 * the segments, which also replace a missing transcript.
 */
function readParagraph(paragraph: ProductObject): Pick<ReadFields, 'text' | 'speaker'> {
  const { transcript } = paragraph
  const words = plainText(at(transcript, 'content'), at(transcript, 'type'))
  const segments = list(paragraph.diarizedSegments).map(readSegment)
  const speakers = new Set(segments.map(({ speaker }) => speaker))
  const [speaker = null] = speakers.size === 1 ? speakers : []
  const isWhole = segments.length > 0 && segments.every(({ words }) => words !== '')
  if (words !== '' && (speakers.size < 2 || !isWhole)) return { text: attributed({ words, speaker }), speaker }
  return { text: turns(segments).map(attributed).join('\n'), speaker }
}

function readSegment(segment: unknown): Segment {
  const person = at(segment, 'speaker')
  const name = text(person) ?? text(at(person, 'personName')) ?? text(at(person, 'label'))
  return { words: plainText(at(segment, 'content'), undefined), speaker: name?.trim() || null }
}

/** Joins successive segments of the same speaker. */
function turns(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const { words, speaker } of segments) {
    const last = joined.at(-1)
    if (words === '') continue
    if (last && last.speaker === speaker) last.words += ` ${words}`
    else joined.push({ words, speaker })
  }
  return joined
}

const attributed = ({ words, speaker }: Segment) => (speaker && words !== '' ? `${speaker}: ${words}` : words)

/** Content of an unknown type is parsed as markup, which the product usually sends. */
function plainText(content: unknown, type: unknown): string {
  const written = text(content) ?? ''
  return /^text\/(plain|markdown)/i.test(text(type) ?? '') ? written.trim() : markupText(written)
}

/** A smaller number counts seconds from the start, a larger one milliseconds since 1970. */
const LEAST_EPOCH_MS = 1e11

/** The time in epoch milliseconds. Null for one that counts from the start. */
function epochMs(time: unknown): number | null {
  const counted = number(time)
  const timestamp = counted ?? Date.parse(text(time) ?? '')
  return Number.isNaN(timestamp) || (counted !== null && counted < LEAST_EPOCH_MS) ? null : timestamp
}

/** @param start epoch milliseconds */
function secondsFrom(start: number, time: unknown): number | null {
  const timestamp = epochMs(time)
  return timestamp === null ? number(time) : (timestamp - start) / 1000
}

/** The largest page of paragraphs that clients request. */
const PAGE_SIZE = '1000'

interface Transcript {
  text: string
  format?: Format
  /** The selected part. Absent for the whole transcript. */
  part?: PartFacts
  locked_paragraphs: number
  paragraphs: Paragraph[]
}

/** The current transcript of a note. It grows during a recording, and is empty when nothing was recorded. */
export async function fetchTranscript(
  connection: Connection,
  id: string,
  { format, ...query }: PartQuery & { format?: Format | undefined } = {},
): Promise<Transcript> {
  const path = `/notes/${id}/paragraphs`
  const raw = await fetchAllPages((cursor) => connection.call({ path, query: { size: PAGE_SIZE, cursor } }))
  const whole = readParagraphs(raw)
  const selected = selectPart(whole, toSpoken, query)
  const paragraphs = selected?.content ?? whole
  return {
    text: format ? renderParagraphs(paragraphs, format) : paragraphs.flatMap(({ text }) => text || []).join('\n\n'),
    ...(format && { format }),
    ...(selected && { part: selected.part }),
    locked_paragraphs: paragraphs.filter(isLocked).length,
    paragraphs,
  }
}

const renderParagraphs = (paragraphs: readonly Paragraph[], format: Format): string =>
  format === 'json' ? JSON.stringify(paragraphs) : render(toCues(paragraphs.map(toSpoken)), format)
