import type { View } from '../query/query.ts'
import type { AnyPage } from '../rest/reach.ts'
import type { Block, Json, LoosePage } from '../state.ts'
import { isTrashOnly, link, pageObject } from './objects.ts'
import { partialUser } from './value.ts'

const archived = (version: string, inTrash: boolean) => (isTrashOnly(version) ? {} : { archived: inTrash })

export const anyPageObject = (view: View, { row, table, page }: AnyPage): Json =>
  page ? loosePageObject(view, page) : pageObject(view.notion, view.connection, view.version, table, row)

/** A page outside of tables has its title for its one property. */
function loosePageObject({ version }: View, page: LoosePage): Json {
  const { id, parentId, title, createdTime, lastEditedTime, createdBy, lastEditedBy, inTrash, isArchived } = page
  return {
    object: 'page',
    id,
    created_time: createdTime,
    last_edited_time: lastEditedTime,
    created_by: partialUser(createdBy),
    last_edited_by: partialUser(lastEditedBy),
    cover: null,
    icon: null,
    parent: parentId === null ? { type: 'workspace', workspace: true } : { type: 'page_id', page_id: parentId },
    ...archived(version, inTrash),
    in_trash: inTrash,
    is_archived: isArchived ?? false,
    is_locked: false,
    properties: { title: { id: 'title', type: 'title', title } },
    url: link(id),
    public_url: null,
  }
}

/** `parent` is a page's id, or a block's. */
export function blockObject({ version }: View, block: Block, parent: Json, inTrash: boolean): Json {
  const { id, type, content, children, createdTime, lastEditedTime, createdBy } = block
  return {
    object: 'block',
    id,
    parent,
    created_time: createdTime,
    last_edited_time: lastEditedTime,
    created_by: partialUser(createdBy),
    last_edited_by: partialUser(createdBy),
    has_children: children.length > 0 || type === 'child_page',
    ...archived(version, inTrash),
    in_trash: inTrash,
    type,
    [type]: content,
  }
}
