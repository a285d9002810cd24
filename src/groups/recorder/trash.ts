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
      search:
        'I do not need the recordings any more, delete every recording, delete the recording, throw away recordings, remove test recordings, get rid of the memo, trash voice memos, recordings I no longer need, delete short recordings, 녹음 지워, 녹음 삭제해, 녹음 버려, 녹음 휴지통으로, 필요 없는 녹음, 잘못 찍힌 녹음, 녹음 파일 없애, 테스트 녹음 삭제',
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
      search:
        '쓰레기통에서 도로 가져와, restore the recording, bring the deleted recording back, I deleted the wrong recording, undelete, recover from the trash, rescue the interview, get the recording back out of the bin, undo the deletion, 지운 녹음 살려, 녹음 복구, 녹음 복원, 휴지통에서 꺼내, 실수로 지운 녹음, 되살려, 삭제 취소, 다시 살려',
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
