import { type Format, render, toCues } from '../../renderings/formats.ts'
import { type PartFacts, type PartQuery, selectPart } from '../../renderings/transcript-part.ts'
import type { Connection } from './connection.ts'
import { isLocked, type Paragraph, readParagraphs, toSpoken } from './paragraphs.ts'
import { fetchAllPages } from './product-objects.ts'

/** The largest page of paragraphs that clients request. */
const PAGE_SIZE = '1000'

export interface Transcript {
  text: string
  format?: Format
  /** What was selected. Absent for the whole transcript. */
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
