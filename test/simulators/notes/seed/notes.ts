import type { Note } from '../state.ts'
import { PEOPLE, type Person } from './people.ts'
import { WORKSPACES } from './workspaces.ts'

/** Guid of the note that is being recorded. */
export const LIVE_NOTE = 'note-live'

/** Guid of the last weekly meeting, with a transcript and a summary: the note in the reference's examples. */
export const WEEKLY_NOTE = '8f0b6c1e-52d7-4a39-b1c4-7e93d05a2f68'

/** Title, start, source, seconds recorded (null: nothing was), languages from and to, people (the first owns it). */
type Row = [string, string, Note['sourceType'], number | null, string | null, string | null, Person[]]

const MAIN: Row[] = [
  ['Tiro 시작하기', '2026-10-01T00:30:00Z', 'onboarding', null, 'ko_KR', null, ['seoyeon']],
  ['제품 주간 회의 10월 1주', '2026-10-05T01:00:00Z', 'live-voice', 2835, 'ko_KR', null, ['seoyeon', 'junho', 'minji']],
  ['Interview: first-time user', '2026-10-07T06:00:00Z', 'recording', 1920, 'en_US', 'ko_KR', ['maya', 'tom']],
  ['제품 주간 회의 10월 2주', '2026-10-12T01:00:00Z', 'live-voice', 2610, 'ko_KR', null, ['seoyeon', 'junho', 'minji']],
  ['大阪案件 キックオフ', '2026-10-13T02:00:00Z', 'live-voice', 3300, 'ja_JP', 'ko_KR', ['hina', 'ren', 'seoyeon']],
  ['경쟁 제품 조사', '2026-10-14T07:20:00Z', 'webpage', null, 'ko_KR', null, ['minji']],
  ['Interview: power user', '2026-10-16T06:00:00Z', 'recording', 2405, 'en_US', null, ['maya']],
  ['제품 주간 회의 10월 3주', '2026-10-19T01:00:00Z', 'live-voice', 2700, 'ko_KR', null, ['seoyeon', 'junho']],
  ['대학원 특강: 음성 인식의 역사', '2026-10-21T05:00:00Z', 'recording', 9000, 'ko_KR', null, ['junho']],
  ['Design review: search', '2026-10-22T08:00:00Z', 'live-voice', 1845, 'en_US', null, ['tom', 'maya']],
  ['大阪案件 見積もり', '2026-10-23T02:00:00Z', 'live-voice', 1560, 'ja_JP', 'ko_KR', ['hina', 'ren']],
  ['제품 주간 회의 10월 4주', '2026-10-26T01:00:00Z', 'live-voice', 2955, 'ko_KR', null, ['seoyeon', 'junho', 'minji']],
  ['비행기에서 쓴 생각', '2026-10-28T11:45:00Z', 'offline-mode', 420, 'ko_KR', null, ['seoyeon']],
  ['Conference talk: calm software', '2026-10-30T09:00:00Z', 'video', 2160, 'en_US', 'ko_KR', ['tom']],
  ['제품 주간 회의 11월 1주', '2026-11-02T01:00:00Z', 'live-voice', 2580, 'ko_KR', null, ['seoyeon', 'junho']],
  ['채용 면접 메모', '2026-11-04T05:00:00Z', 'text', null, null, null, ['seoyeon', 'minji']],
  // The same time twice: a cursor must distinguish them.
  ['Interview: churned user', '2026-11-05T06:00:00Z', 'recording', 1500, 'en_US', null, ['maya']],
  ['大阪案件 契約確認', '2026-11-05T06:00:00Z', 'live-voice', 1230, 'ja_JP', null, ['ren', 'hina']],
  ['제품 주간 회의 11월 2주', '2026-11-09T01:00:00Z', 'live-voice', 2745, 'ko_KR', null, ['seoyeon', 'junho', 'minji']],
  ['개인정보 처리방침 개정', '2026-11-11T04:10:00Z', 'text', null, 'ko_KR', null, ['junho']],
  [
    'Design review: Q&A "beta" <draft>',
    '2026-11-12T08:00:00Z',
    'live-voice',
    1710,
    'en_US',
    null,
    ['tom', 'maya', 'minji'],
  ],
  ['제품 주간 회의 11월 3주', '2026-11-16T01:00:00Z', 'live-voice', 2655, 'ko_KR', null, ['seoyeon', 'junho']],
  ['大阪案件 定例', '2026-11-18T02:00:00Z', 'live-voice', 1980, 'ja_JP', 'ko_KR', ['hina', 'ren', 'seoyeon']],
  ['분기 회고', '2026-11-20T06:30:00Z', 'live-voice', 3540, 'ko_KR', 'en_US', ['seoyeon', 'junho', 'minji', 'maya']],
]

const OTHER: Row[] = [
  ['新規開拓ミーティング', '2026-11-10T01:00:00Z', 'live-voice', 1800, 'ja_JP', null, ['ren']],
  ['Partner call', '2026-11-17T07:00:00Z', 'live-voice', 900, 'en_US', null, ['ren', 'maya']],
]

/** By title, for notes with a fixed guid. */
const GUIDS = new Map([['제품 주간 회의 11월 3주', WEEKLY_NOTE]])

/** @param liveStart epoch milliseconds at which the live note started */
export function notes(liveStart: number): Note[] {
  const live: Row = [
    '디자인 스프린트 (녹음 중)',
    new Date(liveStart).toISOString(),
    'live-voice',
    null,
    'ko_KR',
    null,
    ['minji', 'seoyeon'],
  ]
  return [
    ...MAIN.map((row, index) => {
      const guid = GUIDS.get(row[0]) ?? `note-${String(index + 1).padStart(4, '0')}`
      return note(row, guid, WORKSPACES.main)
    }),
    ...OTHER.map((row, index) => note(row, `note-${5001 + index}`, WORKSPACES.other)),
    note(['Trial memo', '2026-11-03T03:00:00Z', 'text', null, 'en_US', null, ['tom']], 'note-7001', WORKSPACES.off),
    { ...note(live, LIVE_NOTE, WORKSPACES.main), recordingStartAt: live[1] },
  ]
}

function note([title, start, sourceType, seconds, from, to, people]: Row, guid: string, workspaceGuid: string): Note {
  const end = new Date(Date.parse(start) + (seconds ?? 0) * 1000).toISOString()
  return {
    guid,
    workspaceGuid,
    title,
    createdAt: start,
    updatedAt: end,
    sourceType,
    recordingStartAt: seconds === null ? null : start,
    recordingEndAt: seconds === null ? null : end,
    recordingDurationSeconds: seconds,
    transcribeLocale: from,
    translateLocale: to,
    webUrl: `https://tiro.ooo/n/${guid}`,
    collaborators: people.map((who, index) => ({
      ...PEOPLE[who],
      role: index === 0 ? 'OWNER' : index === 1 ? 'EDITOR' : 'VIEWER',
    })),
    // The last of several is a guest without a known e-mail address.
    participants: people.map((who, index) => {
      const { name, email } = PEOPLE[who]
      return { name, email: index > 1 ? null : email }
    }),
  }
}
