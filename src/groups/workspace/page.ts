import { asUuid } from '../../base/accounts.ts'
import { isObject, type JsonObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { record } from './flatten.ts'
import { fetchMarkdown, markdownWarnings } from './markdown.ts'
import { type Connection, fetchPage, patchPage, postMove, postPage } from './notion.ts'
import { writtenProperties } from './property-value.ts'
import type { PageAnswer, WrittenPage } from './records.outputs.ts'
import { type NewPageParent, schemaOfPage, schemaOfParent, withParent } from './schema.ts'
import { findTemplate } from './templates.ts'

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
  /** The name or id of a template of the table. */
  readonly template?: string | null | undefined
}

/** Creates one page: a row from a simple map, or a child page. Markdown becomes its content. */
export const createSinglePage = (connection: Connection, page: NewPage): Promise<WrittenPage> =>
  withParent(connection, page, async (parent) => {
    const { properties, markdown, template } = page
    const warnings = new Set(parent.warnings)
    const made =
      template && parent.dataSourceId ? await findTemplate(connection, parent.dataSourceId, template) : undefined
    if (made)
      warnings.add('template: the workspace service fills the page in the next moments: it may be empty at first')
    const send = (native: JsonObject) =>
      postPage(connection, {
        parent: parent.native,
        properties: native,
        // The product treats an empty text differently from a missing one.
        ...(typeof markdown === 'string' && markdown !== '' && { markdown }),
        ...(made && { template: made }),
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

/**
 * Moves a page below another page or into a table. A page that is there already is not moved again. Throws 502 that
 * says so when the outcome is unknown.
 */
export const movePage = (connection: Connection, id: string, target: NewPageParent): Promise<WrittenPage> =>
  withParent(connection, target, async (parent) => {
    // A table that is not known by this id is told apart from a page that is not.
    await schemaOfParent(connection, parent)
    const native = await fetchPage(connection, id)
    const [key, wanted] = parent.dataSourceId
      ? ['data_source_id', parent.dataSourceId]
      : ['page_id', target.parent_page_id]
    const current = asUuid(member(member(native, 'parent'), key))
    if (current && current === asUuid(wanted)) return pageAnswer(native, parent.warnings)
    return pageAnswer(await postMove(connection, id, parent.native), parent.warnings)
  })

export function pageAnswer(native: JsonObject, warnings: Iterable<string>): WrittenPage {
  const gathered = new Set(warnings)
  const parent = member(native, 'parent')
  return {
    ...SUCCESS.workspace,
    ...record(native, gathered),
    parent: isObject(parent) ? parent : null,
    warnings: [...gathered],
  }
}
