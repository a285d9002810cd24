import * as z from 'zod'
import { tryParseJson } from '../../base/json.ts'
import { once } from '../../base/once.ts'
import type { Connection } from './connection.ts'
import { fetchText, isAvailable, stillGenerating } from './content.ts'
import type { Detail } from './detail.ts'
import { linkImages } from './images.ts'

/** Fetches the primary summary as Markdown (contract 2.6). Throws 409 while it is being generated. */
export async function fetchSummary(connection: Connection, detail: Detail) {
  const item = detail.content_list.find(({ data_type }) => data_type === 'auto_sum_note')
  const text = item && isAvailable(detail, item) ? await fetchText(connection, detail, item) : legacyText(detail)
  if (text === undefined) throw stillGenerating('summary')
  return linkImages(markdownOf(text), detail.download_path_mapping)
}

/** The JSON forms of a summary (recorder facts, 7.2). */
const summaries = once(() => {
  const summary = z.union([
    z.object({ ai_content: z.string() }).transform(({ ai_content }) => ai_content),
    z.object({ markdown: z.string() }).transform(({ markdown }) => markdown),
    z.object({ content: z.object({ markdown: z.string() }) }).transform(({ content }) => content.markdown),
    z.object({ content: z.string() }).transform(({ content }) => content),
    z.object({ summary: z.string() }).transform(({ summary }) => summary),
  ])
  const parts = z.array(summary).min(1)
  return z.union([summary, parts.transform((texts) => texts.join('\n\n'))])
})

/** The Markdown of a summary, which is the text itself or a field of its JSON. */
export function markdownOf(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  return summaries().safeParse(tryParseJson(text)).data ?? text
}

function legacyText({ ai_content }: Detail): string | undefined {
  if (typeof ai_content === 'string' && ai_content !== '') return ai_content
  return ai_content && typeof ai_content === 'object' ? JSON.stringify(ai_content) : undefined
}
