import type { Json } from '../state.ts'
import { date, dressedText, external, ids, text, uploaded } from './cells.ts'
import { taskId, USERS } from './ids.ts'

const PRIORITY = {
  High: { id: 'p-hi', name: 'High', color: 'red' },
  Medium: { id: 'p-md', name: 'Medium', color: 'yellow' },
  Low: { id: 'p-lo', name: 'Low', color: 'gray' },
}
const STAGE = {
  'Not started': { id: 's-no', name: 'Not started', color: 'default' },
  'In progress': { id: 's-go', name: 'In progress', color: 'blue' },
  Done: { id: 's-ok', name: 'Done', color: 'green' },
}
const TAG = {
  Design: { id: 't-de', name: 'Design', color: 'pink' },
  Backend: { id: 't-be', name: 'Backend', color: 'blue' },
  리서치: { id: 't-rs', name: '리서치', color: 'green' },
}

export interface SeedRow {
  created: string
  edited: string
  by: string
  editedBy?: string
  inTrash?: boolean
  publicUrl?: string
  values: Json
}

/** Rich rows, bare rows, ranges, zones; the last one is in the trash. */
export const projectRows = (): SeedRow[] => [
  {
    created: '2026-09-01T00:12:00.000Z',
    edited: '2026-11-20T05:30:00.000Z',
    by: USERS.jiwoo,
    publicUrl: 'https://haneul.notion.site/brand-renewal',
    values: {
      Name: text('Brand renewal'),
      Summary: dressedText('New logo', ' and colours for the spring'),
      Budget: 12_000_000,
      Priority: PRIORITY.High,
      Tags: [TAG.Design, TAG.리서치],
      Stage: STAGE['In progress'],
      Due: date('2026-12-01'),
      Billable: true,
      Website: 'https://brand.example/renewal',
      Contact: 'hello@brand.example',
      Phone: '+82 10-0000-0001',
      Owners: ids(USERS.jiwoo, USERS.minjun),
      Attachments: [uploaded('logo.pdf'), external('moodboard.png', 'https://cdn.example/moodboard.png')],
      Check: {
        state: 'verified',
        date: date('2026-10-01', '2027-01-01'),
        verified_by: { object: 'user', id: USERS.jiwoo },
      },
      Office: { lat: 37.5665, lon: 126.978, name: '서울 시청', address: '110 Sejong-daero' },
      Tasks: ids(taskId(1), taskId(2)),
    },
  },
  {
    created: '2026-09-15T03:00:00.000Z',
    edited: '2026-11-19T23:59:00.000Z',
    by: USERS.minjun,
    values: {
      Name: text('결제 시스템 이전'),
      Summary: text('Move the payment jobs to the new queue'),
      Budget: 5_500_000.5,
      Priority: PRIORITY.High,
      Tags: [TAG.Backend],
      Stage: STAGE['In progress'],
      Due: date('2026-11-21T18:00:00.000+09:00', '2026-11-22T18:00:00.000+09:00'),
      Billable: true,
      Contact: 'ops@haneul.example',
      Owners: ids(USERS.minjun),
      Check: {
        state: 'expired',
        date: date('2026-01-01', '2026-06-30'),
        verified_by: { object: 'user', id: USERS.minjun },
      },
      Office: { lat: 35.1796, lon: 129.0756, name: null, address: 'Busan' },
      Tasks: ids(taskId(3)),
    },
  },
  {
    created: '2026-10-02T08:45:00.000Z',
    edited: '2026-10-30T10:00:00.000Z',
    by: USERS.seoyeon,
    editedBy: USERS.jiwoo,
    values: {
      Name: text('사용자 인터뷰'),
      Summary: text('Ten interviews in three cities'),
      Budget: 800_000,
      Priority: PRIORITY.Medium,
      Tags: [TAG.리서치],
      Stage: STAGE.Done,
      Due: date('2026-10-31'),
      Owners: ids(USERS.seoyeon),
      Attachments: [external('notes', 'https://docs.example/notes')],
      Office: { lat: 36.35, lon: 127.38 },
      Tasks: ids(taskId(4), taskId(5), taskId(6)),
    },
  },
  {
    created: '2026-10-10T01:00:00.000Z',
    edited: '2026-11-21T08:59:00.000Z',
    by: USERS.jiwoo,
    editedBy: USERS.bot,
    values: {
      Name: text('Newsletter'),
      Budget: 0,
      Priority: PRIORITY.Low,
      Stage: STAGE['Not started'],
      Due: date('2026-11-24', '2026-11-28'),
      Website: 'https://letters.example',
      Phone: '02-000-0000',
    },
  },
  {
    created: '2026-10-21T12:00:00.000Z',
    edited: '2026-10-21T12:00:00.000Z',
    by: USERS.jiwoo,
    values: { Name: text('Someday'), Stage: STAGE['Not started'] },
  },
  {
    created: '2026-11-02T06:20:00.000Z',
    edited: '2026-11-15T11:11:00.000Z',
    by: USERS.minjun,
    values: {
      Name: text('Design system'),
      Summary: text('Components, tokens, documentation'),
      Budget: 3_000_000,
      Priority: PRIORITY.Medium,
      Tags: [TAG.Design, TAG.Backend],
      Stage: STAGE['In progress'],
      Due: date('2027-02-28'),
      Billable: true,
      Website: 'https://design.example',
      Contact: 'design@haneul.example',
      Owners: ids(USERS.seoyeon, USERS.minjun),
      Tasks: ids(taskId(7)),
    },
  },
  {
    created: '2026-11-12T02:02:00.000Z',
    edited: '2026-11-20T00:00:00.000Z',
    by: USERS.seoyeon,
    values: {
      Name: text('Refund'),
      Summary: text('100% of the deposit'),
      Budget: -250_000,
      Stage: STAGE.Done,
      Due: date('2026-11-20T23:30:00.000Z'),
      Owners: ids(USERS.jiwoo),
    },
  },
  {
    created: '2026-11-20T22:10:00.000Z',
    edited: '2026-11-21T00:01:00.000Z',
    by: USERS.bot,
    values: { Budget: 1_000_000, Priority: PRIORITY.Low, Tags: [TAG.Backend], Billable: true, Due: date('2025-11-21') },
  },
  {
    created: '2026-08-08T08:08:00.000Z',
    edited: '2026-11-01T00:00:00.000Z',
    by: USERS.jiwoo,
    inTrash: true,
    values: { Name: text('Cancelled'), Budget: 1, Stage: STAGE.Done },
  },
]
