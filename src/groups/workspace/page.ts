import { isObject, type JsonObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { record } from './flatten.ts'
import { fetchMarkdown, markdownWarnings } from './markdown.ts'
import { type Connection, fetchPage, patchPage, postPage } from './notion.ts'
import { writtenProperties } from './property-value.ts'
import type { PageAnswer, WrittenPage } from './records.outputs.ts'
import { type NewPageParent, schemaOfPage, schemaOfParent, withParent } from './schema.ts'

/** A page with its properties in both forms, and on request its content, which is read in parallel. */
export async function getPage(connection: Connection, id: string, wantsMarkdown: boolean): Promise<PageAnswer> {
  const [native, content] = await Promise.all([
    fetchPage(connection, id),
    wantsMarkdown ? fetchMarkdown(connection, id) : undefined,
  ])
  const none = { markdown: null, truncated: null, unknown_block_ids: [] }
  return { ...pageAnswer(native, content ? markdownWarnings(content) : []), ...(content ?? none) }
}

/** A page as it was answered when it was created. */
export const getWritten = async (connection: Connection, id: string): Promise<WrittenPage> =>
  pageAnswer(await fetchPage(connection, id), [])

interface NewPage extends NewPageParent {
  readonly properties?: JsonObject | null | undefined
  readonly markdown?: string | null | undefined
}

/** Creates one page: a row from a simple map, or a child page. Markdown becomes its content. */
export const createSinglePage = (connection: Connection, page: NewPage): Promise<WrittenPage> =>
  withParent(connection, page, async (parent) => {
    const { properties, markdown } = page
    const warnings = new Set(parent.warnings)
    const send = (native: JsonObject) =>
      postPage(connection, {
        parent: parent.native,
        properties: native,
        // The product treats an empty text differently from a missing one.
        ...(typeof markdown === 'string' && markdown !== '' && { markdown }),
      })
    const written = await writtenProperties(connection, properties ?? {}, 'leave', warnings, {
      schema: () => schemaOfParent(connection, parent),
      send,
    })
    return pageAnswer(written, warnings)
  })

interface PageChange {
  readonly properties?: JsonObject | null | undefined
  readonly in_trash?: boolean | null | undefined
  readonly is_archived?: boolean | null | undefined
}

/** Changes the given fields of a page: properties from a simple map, whether it is in the trash, and archived. */
export async function updatePage(
  connection: Connection,
  id: string,
  { properties, in_trash, is_archived }: PageChange,
): Promise<WrittenPage> {
  const warnings = new Set<string>()
  const states = {
    ...(typeof in_trash === 'boolean' && { in_trash }),
    ...(typeof is_archived === 'boolean' && { is_archived }),
  }
  const written = await writtenProperties(connection, properties ?? {}, 'clear', warnings, {
    schema: () => schemaOfPage(connection, id),
    send: (native) => patchPage(connection, id, { ...(properties && { properties: native }), ...states }),
  })
  return pageAnswer(written, warnings)
}

function pageAnswer(native: JsonObject, warnings: Iterable<string>): WrittenPage {
  const gathered = new Set(warnings)
  const parent = member(native, 'parent')
  return {
    ...SUCCESS.workspace,
    ...record(native, gathered),
    parent: isObject(parent) ? parent : null,
    warnings: [...gathered],
  }
}
