import type { Connection } from './connection.ts'
import { fetchDetail, recordingMetadata } from './detail.ts'
import { type ListingQuery, listRecordings, type RecordingRow } from './listing.ts'
import { pagesOfRecordings } from './listing-pages.ts'
import { identifiers } from './product-values.ts'
import { listTags } from './tags.ts'

export interface TaggedListingQuery extends ListingQuery {
  /** Whether each recording includes the names of its folders, which takes one more call. */
  tag_names: boolean
}

/** Fetches a page of recordings, of all or of one folder. Includes folder names on request. */
export async function listTaggedRecordings(connection: Connection, { tag_names, ...query }: TaggedListingQuery) {
  const [nameTags, page] = await Promise.all([
    tag_names ? fetchTagNaming(connection) : undefined,
    query.tag_id === undefined ? listRecordings(connection, query) : listFolder(connection, query, query.tag_id),
  ])
  if (!nameTags) return page
  return { ...page, data_file_list: page.data_file_list.map((row) => ({ ...row, tags: nameTags(row) })) }
}

/** Fetches the metadata of a recording. Includes folder names on request. */
export async function fetchTaggedMetadata(connection: Connection, fileId: string, tag_names: boolean) {
  const [nameTags, detail] = await Promise.all([
    tag_names ? fetchTagNaming(connection) : undefined,
    fetchDetail(connection, fileId),
  ])
  const metadata = recordingMetadata(detail)
  return nameTags ? { ...metadata, tags: nameTags(metadata) } : metadata
}

/** Fetches the folders once, to look up names by id. The name of an unknown folder is null. */
async function fetchTagNaming(connection: Connection) {
  const names = new Map((await listTags(connection)).map(({ id, name }) => [id, name]))
  return ({ filetag_id_list }: Record<string, unknown>) =>
    identifiers(filetag_id_list).map((id) => ({ id, name: names.get(id) ?? null }))
}

/** Rows per page when a folder is searched. The product sends up to 99,999. */
const WALK = 1000

/**
 * Only one known client uses the product's folder filter, so it is sent but not relied on. The rows are filtered here
 * as well, and `skip` counts the remaining ones. The total is known only at the end of the folder.
 */
async function listFolder(connection: Connection, query: ListingQuery, folder: string) {
  const { limit, skip, ...filter } = query
  const rows: RecordingRow[] = []
  const until = skip + limit
  let status = 0
  let isEnd = false
  const paging = { ...filter, pageSize: WALK, mostPages: Number.POSITIVE_INFINITY }
  for await (const page of pagesOfRecordings(connection, paging)) {
    status = page.status
    isEnd = page.last
    rows.push(...page.rows.filter(({ filetag_id_list }) => filetag_id_list.includes(folder)))
    if (rows.length > until) break
  }
  return {
    status,
    data_file_total: isEnd ? rows.length : null,
    data_file_list: rows.slice(skip, until),
    next_skip: rows.length > until ? until : null,
  }
}
