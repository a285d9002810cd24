import { asUuid } from '../../base/accounts.ts'
import { isObject, items, type JsonObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { MarkdownAnswer } from './pages.answers.ts'
import { bool } from './record-page.ts'
import { readOutcome } from './write-outcome.ts'

const required = requiredFields('workspace', '', 'markdown')

/** A page's content, from the product's own Markdown calls. */
export interface PageMarkdown {
  /** Null when a write does not return it. */
  readonly markdown: string | null
  readonly truncated: boolean | null
  readonly unknown_block_ids: string[]
}

/** The content of a page, or of an unknown block, as Markdown. Throws 502 when the response has none. */
export async function fetchMarkdown(connection: Connection, id: string): Promise<PageMarkdown> {
  const read = pageMarkdown(await connection.call({ path: `/pages/${id}/markdown` }))
  required('markdown', read.markdown)
  return read
}

/** The route that reads a page's Markdown. */
export async function getMarkdown(connection: Connection, id: string): Promise<MarkdownAnswer> {
  return answer(id, await fetchMarkdown(connection, id))
}

/**
 * Replaces all content with Markdown. Child pages and content that Markdown cannot express are deleted only if that is
 * allowed.
 */
export const replaceMarkdown = (connection: Connection, id: string, markdown: string, mayDelete: boolean) =>
  write(connection, id, {
    type: 'replace_content',
    replace_content: { new_str: markdown, ...(mayDelete && { allow_deleting_content: true }) },
  })

export const appendMarkdown = (connection: Connection, id: string, markdown: string) =>
  write(connection, id, { type: 'insert_content', insert_content: { content: markdown } })

async function write(connection: Connection, id: string, body: JsonObject): Promise<MarkdownAnswer> {
  const call = connection.call({ method: 'PATCH', path: `/pages/${id}/markdown`, body })
  // Without a valid response it is unknown whether the content was written.
  const written = await readOutcome(call.then((native) => required('', isObject(native) ? native : undefined)))
  return answer(id, pageMarkdown(written))
}

function pageMarkdown(native: unknown): PageMarkdown {
  const markdown = member(native, 'markdown')
  return {
    markdown: typeof markdown === 'string' ? markdown : null,
    truncated: bool(native, 'truncated'),
    unknown_block_ids: items(member(native, 'unknown_block_ids'), (id) => (typeof id === 'string' ? id : undefined)),
  }
}

/** What a caller should know before writing the Markdown back. */
export function markdownWarnings({ truncated, unknown_block_ids }: PageMarkdown): string[] {
  if (unknown_block_ids.length === 0 && truncated !== true) return []
  return [
    `markdown: is not the whole content: ${unknown_block_ids.length} blocks are only shown as <unknown>. They are too many, not shared with the connection, or of a type that Markdown does not know; read them by their ids in unknown_block_ids, and leave their tags where they are when you write it back`,
  ]
}

const answer = (id: string, read: PageMarkdown): MarkdownAnswer => ({
  ...SUCCESS.workspace,
  id: asUuid(id) ?? id,
  ...read,
  warnings: markdownWarnings(read),
})
