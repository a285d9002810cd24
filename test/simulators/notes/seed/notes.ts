import { paragraphsAfter } from '../recording.ts'
import type { Note, Paragraph, State, Summary } from '../state.ts'

/** Guids of the seeded workspaces. */
export const WORKSPACES = { main: 'ws-haneul', other: 'ws-sakura', off: 'ws-quiet' }

/** Guid of the note that is being recorded. */
const LIVE_NOTE = 'note-live'

/** Guid of the last weekly meeting, with a transcript and a summary: the note in the reference's examples. */
export const WEEKLY_NOTE = '8f0b6c1e-52d7-4a39-b1c4-7e93d05a2f68'

/** Everyone in the seed, invented. */
const PEOPLE = {
  seoyeon: { guid: 'user-seoyeon', name: '김서연', email: 'seoyeon@example.com' },
  junho: { guid: 'user-junho', name: '이준호', email: 'junho@example.com' },
  minji: { guid: 'user-minji', name: '박민지', email: 'minji@example.com' },
  maya: { guid: 'user-maya', name: 'Maya Ellison', email: 'maya@example.com' },
  tom: { guid: 'user-tom', name: 'Tom Rivers', email: 'tom@example.com' },
  hina: { guid: 'user-hina', name: '佐藤 陽菜', email: 'hina@example.com' },
  ren: { guid: 'user-ren', name: '田中 蓮', email: 'ren@example.com' },
}

type Person = keyof typeof PEOPLE

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

function toNote([title, start, sourceType, seconds, from, to, people]: Row, guid: string, workspaceGuid: string): Note {
  const end = new Date(Date.parse(start) + (seconds ?? 0) * 1000).toISOString()
  return {
    ...{ guid, workspaceGuid, title, createdAt: start, updatedAt: end, sourceType },
    recordingStartAt: seconds === null ? null : start,
    recordingEndAt: seconds === null ? null : end,
    recordingDurationSeconds: seconds,
    ...{ transcribeLocale: from, translateLocale: to, webUrl: `https://tiro.ooo/n/${guid}` },
    collaborators: people.map((who, index) => ({
      ...PEOPLE[who],
      role: index === 0 ? 'OWNER' : index === 1 ? 'EDITOR' : 'VIEWER',
    })),
    // The last of several is a guest without a known e-mail address.
    participants: people.map((who, index) => ({
      name: PEOPLE[who].name,
      email: index > 1 ? null : PEOPLE[who].email,
    })),
  }
}

function notes(liveStart: number): Note[] {
  const start = new Date(liveStart).toISOString()
  const live: Row = ['디자인 스프린트 (녹음 중)', start, 'live-voice', null, 'ko_KR', null, ['minji', 'seoyeon']]
  const guid = (index: number) => `note-${String(index + 1).padStart(4, '0')}`
  return [
    ...MAIN.map((row, index) => toNote(row, GUIDS.get(row[0]) ?? guid(index), WORKSPACES.main)),
    ...OTHER.map((row, index) => toNote(row, guid(index + 5000), WORKSPACES.other)),
    toNote(['Trial memo', '2026-11-03T03:00:00Z', 'text', null, 'en_US', null, ['tom']], 'note-7001', WORKSPACES.off),
    { ...toNote(live, LIVE_NOTE, WORKSPACES.main), recordingStartAt: start },
  ]
}

const MINUTES = { id: 'template-minutes', title: '회의록' }
const INTERVIEW = { id: 'template-interview', title: 'Interview insights' }

const WEEKLY =
  '# 제품 주간 회의\n\n## 결정\n- 가입 전환율 목표를 **4.5%**로 올린다\n- Q&A 화면은 박민지가 맡는다\n\n## 할 일\n- 수요일까지 시안 공유'
const FEEDBACK =
  '# Search feedback\n\n- **Top complaint**: names are not found\n- Index participants as well as titles\n- Design note due Friday'
const OSAKA =
  '# 大阪案件\n\n## 要点\n- 初期費用は**30万円**\n- 導入は12月上旬\n\n## 次の一歩\n- 先方が社内確認のうえ連絡'

/** Note, template, locale, markdown, when. */
const ROWS: [string, { id: string; title: string } | null, string, string, string][] = [
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

const summaries = (): Summary[] =>
  ROWS.map(([noteGuid, template, locale, content, at], index) => ({
    id: `summary-${String(index + 1).padStart(4, '0')}`,
    ...{ noteGuid, template, locale, content, createdAt: at, updatedAt: at },
  }))

/** The paragraphs of the ended notes, by guid and start: thousands, which are the same in every new account. */
const ended = new Map<string, Paragraph[]>()

function recorded({ guid, recordingStartAt, recordingDurationSeconds: seconds, transcribeLocale }: Note) {
  if (seconds === null) return undefined
  const name = `${guid} ${recordingStartAt}`
  const startedAt = Date.parse(recordingStartAt ?? '')
  const paragraphs =
    ended.get(name) ?? paragraphsAfter({ startedAt, seconds, ended: true }, transcribeLocale, guid.slice(-4))
  ended.set(name, paragraphs)
  return [[guid, paragraphs.map((paragraph) => ({ ...paragraph }))] as const]
}

/** The notes of a new account. The live one started three minutes before `now` (epoch milliseconds). */
export function noteSeed(now: number): Pick<State, 'notes' | 'paragraphs' | 'live' | 'summaries'> {
  const startedAt = now - 180_000
  const all = notes(startedAt)
  return {
    notes: all,
    paragraphs: new Map(all.flatMap((note) => recorded(note) ?? [])),
    live: { noteGuid: LIVE_NOTE, startedAt, lengthSeconds: 1800 },
    summaries: summaries(),
  }
}
