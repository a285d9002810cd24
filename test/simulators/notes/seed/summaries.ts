import type { NoteDocument, Summary, Template } from '../state.ts'
import { WEEKLY_NOTE } from './notes.ts'

const MINUTES: Template = { id: 'template-minutes', title: '회의록' }
const INTERVIEW: Template = { id: 'template-interview', title: 'Interview insights' }

const WEEKLY =
  '# 제품 주간 회의\n\n## 결정\n- 가입 전환율 목표를 **4.5%**로 올린다\n- Q&A 화면은 박민지가 맡는다\n\n## 할 일\n- 수요일까지 시안 공유'
const FEEDBACK =
  '# Search feedback\n\n- **Top complaint**: names are not found\n- Index participants as well as titles\n- Design note due Friday'
const OSAKA =
  '# 大阪案件\n\n## 要点\n- 初期費用は**30万円**\n- 導入は12月上旬\n\n## 次の一歩\n- 先方が社内確認のうえ連絡'

/** Note, template, locale, markdown, when. */
const ROWS: [string, Template | null, string, string, string][] = [
  ['note-0002', null, 'ko_KR', WEEKLY, '2026-10-05T01:50:00Z'],
  ['note-0002', MINUTES, 'ko_KR', `${WEEKLY}\n- 다음 회의는 10월 12일`, '2026-10-05T01:52:00Z'],
  ['note-0002', MINUTES, 'en_US', '# Product weekly\n\n- Raise the sign-up goal to **4.5%**', '2026-10-05T01:55:00Z'],
  ['note-0003', INTERVIEW, 'en_US', FEEDBACK, '2026-10-07T06:40:00Z'],
  ['note-0004', null, 'ko_KR', WEEKLY, '2026-10-12T01:48:00Z'],
  ['note-0005', null, 'ja_JP', OSAKA, '2026-10-13T03:00:00Z'],
  ['note-0010', null, 'en_US', FEEDBACK, '2026-10-22T08:35:00Z'],
  ['note-0011', MINUTES, 'ja_JP', OSAKA, '2026-10-23T02:30:00Z'],
  ['note-0019', null, 'ko_KR', WEEKLY, '2026-11-09T01:50:00Z'],
  [WEEKLY_NOTE, null, 'ko_KR', WEEKLY, '2026-11-16T01:49:00Z'],
  [
    'note-0024',
    null,
    'ko_KR',
    '# 분기 회고\n\n- 잘한 점: **꾸준한 배포**\n- 아쉬운 점: 문서 부족',
    '2026-11-20T07:35:00Z',
  ],
  ['note-5001', null, 'ja_JP', '# 新規開拓\n\n- 来週までに候補を**十社**', '2026-11-10T01:35:00Z'],
]

export const summaries = (): Summary[] =>
  ROWS.map(([noteGuid, template, locale, content, at], index) => ({
    id: `summary-${String(index + 1).padStart(4, '0')}`,
    noteGuid,
    template,
    locale,
    content,
    createdAt: at,
    updatedAt: at,
  }))

export const documents = (): NoteDocument[] =>
  ROWS.flatMap(([noteGuid, template, locale, , at], index) =>
    template
      ? [
          {
            id: `document-${String(index + 1).padStart(4, '0')}`,
            noteGuid,
            template,
            locale,
            createdAt: at,
            updatedAt: at,
          },
        ]
      : [],
  )
