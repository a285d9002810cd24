import * as z from 'zod'
import { tryParseJson } from '../../upstream/json.ts'
import { type Detail, isAvailable, stillGenerating, textOf } from './content.ts'
import { linkImages } from './images.ts'
import type { Session } from './session.ts'

/** The primary summary as Markdown (contract 2.6); 409 while it is not there. */
export async function summaryOf(session: Session, detail: Detail) {
  const item = detail.content_list.find(({ data_type }) => data_type === 'auto_sum_note')
  const text = item && isAvailable(detail, item) ? await textOf(session, detail, item) : legacyText(detail)
  if (text === undefined) throw stillGenerating('summary')
  return linkImages(markdownOf(text), detail.download_path_mapping)
}

const Summary = z.union([
  z.object({ ai_content: z.string() }).transform(({ ai_content }) => ai_content),
  z.object({ markdown: z.string() }).transform(({ markdown }) => markdown),
  z.object({ content: z.object({ markdown: z.string() }) }).transform(({ content }) => content.markdown),
  z.object({ content: z.string() }).transform(({ content }) => content),
  z.object({ summary: z.string() }).transform(({ summary }) => summary),
])
const Summaries = z.union([
  Summary,
  z
    .array(Summary)
    .min(1)
    .transform((parts) => parts.join('\n\n')),
])

/** Reads each form that summaries have been seen in (recorder facts, 7.2): Markdown, or JSON that holds it. */
export function markdownOf(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  const summary = Summaries.safeParse(tryParseJson(text))
  return summary.success ? summary.data : text
}

function legacyText({ ai_content }: Detail): string | undefined {
  if (typeof ai_content === 'string' && ai_content !== '') return ai_content
  return ai_content && typeof ai_content === 'object' ? JSON.stringify(ai_content) : undefined
}
