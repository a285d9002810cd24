import type { Comment } from '../state.ts'
import { dressedText, signedUrl, text } from './cells.ts'
import { commentId, discussionId, projectId, USERS } from './ids.ts'

/** Two discussions on the first project, one of them with a reply. */
export const seedComments = (): Comment[] => [
  {
    id: commentId(1),
    pageId: projectId(1),
    discussionId: discussionId(1),
    createdTime: '2026-11-19T02:10:00.000Z',
    createdBy: USERS.minjun,
    richText: dressedText('Print too?', ' The letterhead is the old one.'),
  },
  {
    id: commentId(2),
    pageId: projectId(1),
    discussionId: discussionId(1),
    createdTime: '2026-11-19T02:31:00.000Z',
    createdBy: USERS.jiwoo,
    richText: text('네, 12월에 바꿉니다 🙂'),
    attachments: [
      {
        category: 'pdf',
        file: {
          url: signedUrl('letterhead.pdf'),
          expiry_time: '2026-11-21T10:00:00.000Z',
        },
      },
    ],
  },
  {
    id: commentId(3),
    pageId: projectId(1),
    discussionId: discussionId(2),
    createdTime: '2026-11-20T07:00:00.000Z',
    createdBy: USERS.bot,
    richText: text('The logo was delivered.'),
  },
]
