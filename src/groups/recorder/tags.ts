import { hasStatus, notFound } from '../../base/errors.ts'
import { at, identifier, items } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { changeRecordings } from './change-recordings.ts'
import type { Connection } from './connection.ts'
import { optionalList, string } from './product-values.ts'

/** A folder of recordings. The product calls it a file tag. */
export interface Tag {
  id: string
  name: string
  icon: string | null
  color: string | null
}

const required = requiredFields('recorder', 'data_filetag_list', 'data_filetag')

/** Null without an id or a name. */
function readTag(tag: unknown): Tag | null {
  const id = identifier(at(tag, 'id'))
  const name = string(at(tag, 'name'))
  return id === null || name === null
    ? null
    : { id, name, icon: string(at(tag, 'icon')), color: string(at(tag, 'color')) }
}

/** The icon and colour that the product's web app gives a new folder. */
const DEFAULT_ICON = 'e627'
const DEFAULT_COLOR = '#4c8eff'

type Appearance = { icon?: string | undefined; color?: string | undefined }

export async function listTags(connection: Connection): Promise<Tag[]> {
  const { body, stated } = await connection.call({ path: '/filetag/' })
  return items(required('data_filetag_list', optionalList(body.data_filetag_list, stated)), readTag)
}

/** Creates a tag. Throws 409 when the name exists. If the product does not return the tag, it is looked up by name. */
export async function createTag(
  connection: Connection,
  { name, icon = DEFAULT_ICON, color = DEFAULT_COLOR }: Appearance & { name: string },
): Promise<Tag> {
  const { body } = await connection.call({ method: 'POST', path: '/filetag/', body: { name, icon, color } })
  const created = readTag(body.data_filetag)
  if (created) return created
  const tags = await listTags(connection)
  return required(
    'data_filetag',
    tags.find((tag) => tag.name === name),
  )
}

/** Changes the given fields. Throws 404 for an unknown tag, and 409 when the new name exists. */
export async function changeTag(
  connection: Connection,
  id: string,
  change: Appearance & { name?: string | undefined },
): Promise<Tag> {
  const { body } = await connection.call({ method: 'PATCH', path: `/filetag/${id}`, body: change })
  const changed = readTag(body.data_filetag)
  if (changed) return changed
  const tags = await listTags(connection)
  return required(
    'data_filetag',
    tags.find((tag) => tag.id === id),
  )
}

/** Deletes a tag. Its recordings remain, without a folder. */
export async function deleteTag(connection: Connection, id: string): Promise<void> {
  await connection.call({ method: 'DELETE', path: `/filetag/${id}` })
}

/** Puts recordings into a folder. An empty id removes them from theirs. */
export async function assignTag(connection: Connection, fileIds: readonly string[], tagId: string): Promise<void> {
  await connection.call({
    method: 'POST',
    path: '/file/update-tags',
    body: { file_id_list: fileIds, filetag_id: tagId },
  })
}

export interface OrganizeOptions extends Appearance {
  file_ids: string[]
  tag_name: string
  /** `fold` ignores case, character width and surrounding spaces. */
  match_mode: 'exact' | 'fold'
  create_if_missing: boolean
}

/** Puts recordings into the folder with this name. Creates a missing folder, unless no recording is known. */
export async function organize(connection: Connection, { file_ids, ...options }: OrganizeOptions) {
  let found: { tag: Tag; isNew: boolean } | undefined
  const report = await changeRecordings(connection, file_ids, async (known) => {
    found = await findOrCreateTag(connection, options)
    await assignTag(connection, known, found.tag.id)
  })
  const { tag, isNew } = required('data_filetag', found)
  return { tag, tag_created: isNew, files_assigned: report.successful, ...report }
}

/** Throws 404 for a missing folder without `create_if_missing`. */
async function findOrCreateTag(
  connection: Connection,
  { tag_name, match_mode, create_if_missing, ...look }: Omit<OrganizeOptions, 'file_ids'>,
) {
  const findTag = async () => {
    const tags = await listTags(connection)
    const exact = tags.find(({ name }) => name === tag_name)
    return exact ?? (match_mode === 'fold' ? tags.find(({ name }) => fold(name) === fold(tag_name)) : undefined)
  }
  const tag = await findTag()
  if (tag) return { tag, isNew: false }
  if (!create_if_missing) throw notFound('tag_name: there is no tag with this name')
  const created = await createTag(connection, { name: tag_name, ...look }).catch(ignoreConflict)
  // A conflict means that someone else has created it in between.
  return { tag: created ?? required('data_filetag', await findTag()), isNew: created !== undefined }
}

const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase()

function ignoreConflict(error: unknown): undefined {
  if (!hasStatus(error, 409)) throw error
}
