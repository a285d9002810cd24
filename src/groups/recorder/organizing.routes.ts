import { routeList } from '../../gateway/http/router.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import { changeRecordings } from './change-recordings.ts'
import { connect } from './connection.ts'
import * as inputs from './schemas.ts'
import { assignTag, changeTag, createTag, deleteTag, listTags, organize } from './tags.ts'

const { read, write } = operations({ group: 'recorder', gate: pro, synonyms: inputs.SYNONYMS })

/** Trash and folder operations (decisions.md section 3). */
export const organizing = routeList()
  .post(
    '/recorder/files/trash',
    write(
      {
        id: 'recorder_trash_files',
        idempotent: true,
        input: inputs.recordingsToTrash,
        output: answers.changedRecordings,
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
      {
        id: 'recorder_restore_files',
        destructive: false,
        idempotent: true,
        input: inputs.recordingsToRestore,
        output: answers.changedRecordings,
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
    read({ id: 'recorder_list_tags', output: answers.tagList }, async (c) => ({ tags: await listTags(connect(c)) })),
  )
  .post(
    '/recorder/tags',
    write(
      {
        id: 'recorder_create_tag',
        destructive: false,
        input: inputs.newTag,
        output: answers.tag,
        status: 201,
      },
      (c) => createTag(connect(c), c.req.valid('json')),
    ),
  )
  .patch(
    '/recorder/tags/:id',
    write(
      {
        id: 'recorder_change_tag',
        idempotent: true,
        input: inputs.tagChange,
        output: answers.tag,
      },
      (c) => changeTag(connect(c), c.req.valid('param').id, c.req.valid('json')),
    ),
  )
  .delete(
    '/recorder/tags/:id',
    write(
      {
        id: 'recorder_delete_tag',
        effect: 'deletion',
        details: async (c, { id }) => ({ name: (await listTags(connect(c))).find((tag) => tag.id === id)?.name }),
        idempotent: true,
        input: inputs.tagToDelete,
      },
      (c) => deleteTag(connect(c), c.req.valid('param').id),
    ),
  )
  .post(
    '/recorder/files/tags',
    write(
      {
        id: 'recorder_assign_tag',
        idempotent: true,
        input: inputs.tagAssignment,
        output: answers.changedRecordings,
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
      {
        id: 'recorder_organize_files',
        idempotent: true,
        input: inputs.organize,
        output: answers.organized,
      },
      (c) => organize(connect(c), c.req.valid('json')),
    ),
  )
