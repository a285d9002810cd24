import { Hono } from 'hono'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { changeRecordings } from './change-recordings.ts'
import { connect } from './connection.ts'
import * as inputs from './schemas.ts'
import { assignTag, changeTag, createTag, deleteTag, listTags, organize } from './tags.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'recorder',
  gate: pro,
  synonyms: inputs.SYNONYMS,
})

/** Trash and folder operations. */
export const organizing = new Hono<AppEnv>()
  .post(
    '/recorder/files/trash',
    write(
      'recorder_trash_files',
      {
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
  .get(
    '/recorder/tags',
    read('recorder_list_tags', {}, async (c) => ({ tags: await listTags(connect(c)) })),
  )
  .post(
    '/recorder/tags',
    write(
      'recorder_create_tag',
      {
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
        idempotent: true,
        input: inputs.organize,
      },
      (c) => organize(connect(c), c.req.valid('json')),
    ),
  )
