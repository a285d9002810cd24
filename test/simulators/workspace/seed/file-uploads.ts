import type { FileUpload } from '../state.ts'
import { USERS, uploadId } from './ids.ts'

/** One that is attached to a page, and one whose import failed. */
export const seedFileUploads = (): FileUpload[] => [
  upload(1, 'moodboard.png', null),
  upload(2, 'gone.pdf', 'download_error'),
]

function upload(n: number, filename: string, failure: string | null): FileUpload {
  const createdMs = Date.parse('2026-11-18T04:00:00.000Z')
  return {
    id: uploadId(n),
    botId: USERS.bot,
    createdMs,
    filename,
    contentType: 'image/png',
    externalUrl: `https://cdn.example.com/${filename}`,
    importEndsMs: createdMs + 900,
    failure,
    isAttached: failure === null,
  }
}
