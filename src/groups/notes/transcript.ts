import * as z from 'zod'
import { once } from '../../base/once.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { markupText } from './markup-text.ts'
import { allPages, type ProductObject } from './product-objects.ts'
import { callTiro } from './tiro.ts'

/** The largest page of paragraphs that clients ask for (notes facts, section 3). */
const PAGE_SIZE = '1000'

/** A paragraph as the product sends it, and its words without markup. */
export type Paragraph = ProductObject & { text: string }

/** What was said in a note, in order; a note that is being recorded grows. Empty when nothing was recorded. */
export async function transcriptOf(outgoing: Outgoing, id: string): Promise<{ text: string; paragraphs: Paragraph[] }> {
  const path = `/notes/${id}/paragraphs`
  const found = await allPages((cursor) => callTiro(outgoing, { path, query: { size: PAGE_SIZE, cursor } }))
  const paragraphs = found.map((paragraph) => ({ ...paragraph, text: wordsOf(paragraph) }))
  const text = paragraphs.flatMap((paragraph) => paragraph.text || []).join('\n\n')
  return { text, paragraphs }
}

const spoken = once(() => z.object({ transcript: z.object({ type: z.string().catch(''), content: z.string() }) }))

/** Markup is the product's habit, so what says nothing of its type is read as such. */
function wordsOf(paragraph: ProductObject): string {
  const { data } = spoken().safeParse(paragraph)
  if (!data) return ''
  const { type, content } = data.transcript
  return /^text\/(plain|markdown)/i.test(type) ? content.trim() : markupText(content)
}
