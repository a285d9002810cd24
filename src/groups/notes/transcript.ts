import { at, text } from '../../base/loose-json.ts'
import type { Connection } from './connection.ts'
import { markupText } from './markup-text.ts'
import { fetchAllPages, type ProductObject } from './product-objects.ts'

/** The largest page of paragraphs that clients ask for (notes facts, section 3). */
const PAGE_SIZE = '1000'

/** A paragraph as the product sends it, and its words without markup. */
export type Paragraph = ProductObject & { text: string }

export interface Transcript {
  text: string
  paragraphs: Paragraph[]
}

/** The transcript of a note so far: it grows during a recording, and is empty when nothing was recorded. */
export async function fetchTranscript(connection: Connection, id: string): Promise<Transcript> {
  const path = `/notes/${id}/paragraphs`
  const raw = await fetchAllPages((cursor) => connection.call({ path, query: { size: PAGE_SIZE, cursor } }))
  const paragraphs = raw.map((paragraph) => ({ ...paragraph, text: spokenText(paragraph) }))
  return {
    text: paragraphs.flatMap((paragraph) => paragraph.text || []).join('\n\n'),
    paragraphs,
  }
}

/** Content of an unknown type is read as markup, which is what the product usually sends. */
function spokenText(paragraph: ProductObject): string {
  const content = text(at(paragraph, 'transcript', 'content')) ?? ''
  const type = text(at(paragraph, 'transcript', 'type')) ?? ''
  return /^text\/(plain|markdown)/i.test(type) ? content.trim() : markupText(content)
}
