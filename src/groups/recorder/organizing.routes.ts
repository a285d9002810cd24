import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { changeRecordings } from './change-recordings.ts'
import { connect } from './connection.ts'
import { read, write } from './group.ts'
import * as inputs from './schemas.ts'
import { assignTag, changeTag, createTag, deleteTag, listTags, organize } from './tags.ts'

export const trashRoutes = new Hono<AppEnv>()
  .post(
    '/recorder/files/trash',
    write(
      'recorder_trash_files',
      {
        summary: 'Move recordings to the trash',
        description:
          'recorder_restore_files undoes it. The ids come from recorder_list_files; `results` says what became of each.',
        ko: '녹음을 휴지통으로 옮기기(삭제)',
        search: 'delete remove',
        idempotent: true,
        input: inputs.recordingsToTrash,
      },
      (c) => {
        const connection = connect(c)
        return changeRecordings(connection, c.req.valid('json').file_ids, (body) =>
          connection.call({ method: 'POST', path: '/file/trash/', body }),
        )
      },
    ),
  )
  .post(
    '/recorder/files/restore',
    write(
      'recorder_restore_files',
      {
        summary: 'Take recordings out of the trash',
        description: 'The ids come from recorder_list_files with `is_trash` 1; `results` says what became of each.',
        ko: '휴지통에서 녹음 되살리기(복원)',
        title: 'Restore recordings from the trash',
        search: 'undo delete deletion untrash 취소',
        destructive: false,
        idempotent: true,
        input: inputs.recordingsToRestore,
      },
      (c) => {
        const connection = connect(c)
        return changeRecordings(connection, c.req.valid('json').file_ids, (body) =>
          connection.call({ method: 'POST', path: '/file/untrash/', body }),
        )
      },
    ),
  )

export const tagRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/tags',
    read(
      'recorder_list_tags',
      {
        summary: 'List tags, the folders of recordings',
        description: 'Their `id` is the `tag_id` of recorder_list_files and recorder_assign_tag.',
        ko: '태그(녹음 폴더) 목록',
        title: 'Get folders',
        search: 'folder folders',
      },
      async (c) => ({ tags: await listTags(connect(c)) }),
    ),
  )
  .post(
    '/recorder/tags',
    write(
      'recorder_create_tag',
      {
        summary: 'Create a tag',
        description: '409: there is a tag of this name.',
        ko: '태그(폴더) 만들기',
        title: 'Create a folder',
        search: 'folder',
        tool: { hidden: ['icon'] },
        destructive: false,
        input: inputs.newTag,
        status: 201,
      },
      (c) => createTag(connect(c), c.req.valid('json')),
    ),
  )
  .patch(
    '/recorder/tags/:id',
    write(
      'recorder_change_tag',
      {
        summary: 'Change a tag',
        description: 'The id comes from recorder_list_tags; what is not given stays. 409: another tag has the name.',
        ko: '태그(폴더) 바꾸기',
        title: 'Change a folder',
        search: 'folder rename 이름',
        tool: {
          hidden: ['icon'],
        },
        idempotent: true,
        input: inputs.tagChange,
      },
      (c) => changeTag(connect(c), c.req.valid('param').id, c.req.valid('json')),
    ),
  )
  .delete(
    '/recorder/tags/:id',
    write(
      'recorder_delete_tag',
      {
        summary: 'Delete a tag; its recordings stay',
        description: 'The id comes from recorder_list_tags.',
        ko: '태그(폴더) 삭제, 녹음은 남음',
        title: 'Delete a folder',
        search: 'folder remove',
        effect: 'deletion',
        details: async (c, { id }) => ({ name: (await listTags(connect(c))).find((tag) => tag.id === id)?.name }),
        idempotent: true,
        input: inputs.tagToDelete,
        status: 204,
      },
      (c) => deleteTag(connect(c), c.req.valid('param').id),
    ),
  )
  .post(
    '/recorder/files/tags',
    write(
      'recorder_assign_tag',
      {
        summary: 'Put recordings into a tag, or take them out',
        description:
          'An empty `tag_id` takes them out of theirs. Ids come from recorder_list_tags and recorder_list_files; `results` says what became of each.',
        ko: '녹음을 태그(폴더)에 넣거나 빼기',
        title: 'Move recordings to a folder by ID',
        search: 'folder move 이동',
        idempotent: true,
        input: inputs.tagAssignment,
      },
      (c) => {
        const connection = connect(c)
        const { file_ids, tag_id } = c.req.valid('json')
        return changeRecordings(connection, file_ids, (known) => assignTag(connection, known, tag_id))
      },
    ),
  )
  .post(
    '/recorder/files/organize',
    write(
      'recorder_organize_files',
      {
        summary: 'Put recordings into the tag of a name',
        description: 'As recorder_assign_tag by the name of the tag, which is made when it is missing.',
        ko: '이름으로 정한 태그(폴더)에 녹음 넣기: 정리',
        title: 'Move recordings to a folder',
        wanted: 7,
        search: 'folder move 이동',
        tool: {
          hidden: ['icon', 'color', 'match_mode', 'create_if_missing'],
        },
        idempotent: true,
        input: inputs.organize,
      },
      (c) => organize(connect(c), c.req.valid('json')),
    ),
  )
