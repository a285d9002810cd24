import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { fileIds, write } from './group.ts'
import { callV3 } from './library.ts'
import { changeRecordings } from './listing.ts'

const recordingsToTrash = () => ({
  json: z.strictObject({ file_ids: fileIds('aa478fa2715532adbe68d60f7f900f6a') }),
})

const recordingsToRestore = () => ({
  json: z.strictObject({ file_ids: fileIds('02f391d5a88489cb6bbdb4b06c7a2893') }),
})

export const trashRoutes = new Hono<AppEnv>()
  .post(
    '/recorder/files/trash',
    write('recorder_trash_files', {
      summary: 'Move recordings to the trash',
      description:
        'recorder_restore_files undoes it. The ids come from recorder_list_files; `results` says what became of each.',
      ko: '녹음을 휴지통으로 옮기기(삭제)',
      search: 'delete remove',
      idempotent: true,
      input: recordingsToTrash,
      handle: (c) => {
        const connection = connect(c)
        return changeRecordings(connection, c.req.valid('json').file_ids, (body) =>
          callV3(connection, { method: 'POST', path: '/file/trash/', body }),
        )
      },
    }),
  )
  .post(
    '/recorder/files/restore',
    write('recorder_restore_files', {
      summary: 'Take recordings out of the trash',
      description: 'The ids come from recorder_list_files with `is_trash` 1; `results` says what became of each.',
      ko: '휴지통에서 녹음 되살리기(복원)',
      title: 'Restore recordings from the trash',
      search: 'undo delete deletion untrash 취소',
      destructive: false,
      idempotent: true,
      input: recordingsToRestore,
      handle: (c) => {
        const connection = connect(c)
        return changeRecordings(connection, c.req.valid('json').file_ids, (body) =>
          callV3(connection, { method: 'POST', path: '/file/untrash/', body }),
        )
      },
    }),
  )
