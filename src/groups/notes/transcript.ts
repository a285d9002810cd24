import type { Connection } from './connection.ts'
import { isLocked, type Paragraph, readParagraphs } from './paragraphs.ts'
import { fetchAllPages } from './product-objects.ts'

/** The largest page of paragraphs that clients request (notes facts, section 3). */
const PAGE_SIZE = '1000'

export interface Transcript {
  text: string
  locked_paragraphs: number
  paragraphs: Paragraph[]
}

/** The current transcript of a note. It grows during a recording, and is empty when nothing was recorded. */
export async function fetchTranscript(connection: Connection, id: string): Promise<Transcript> {
  const path = `/notes/${id}/paragraphs`
  const raw = await fetchAllPages((cursor) => connection.call({ path, query: { size: PAGE_SIZE, cursor } }))
  const paragraphs = readParagraphs(raw)
  return {
    text: paragraphs.flatMap(({ text }) => text || []).join('\n\n'),
    locked_paragraphs: raw.filter(isLocked).length,
    paragraphs,
  }
}
