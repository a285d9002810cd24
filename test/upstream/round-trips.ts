import type { Area } from '../../src/base/groups.ts'
import type { Row } from '../contract/contract.ts'
import { seedRecordings } from '../upstreams/recorder/index.ts'
import { DATA_SOURCES, DATABASES, EMAILS } from '../upstreams/workspace/index.ts'

/**
 * `calls/depth` of the first request in an isolate, and of the same request once more: outgoing calls, and the longest
 * chain of calls each of which needs the answer of the one before. They are the least that the products allow.
 */
type RoundTrips = readonly [cold: string, warm: string]

/** An operation of the group that makes one call, for the request of its row in test/contract. */
const USUAL: Readonly<Record<Exclude<Area, 'admin'>, RoundTrips>> = {
  // A cold isolate first looks for the workspace and exchanges the token.
  recorder: ['3/3', '1/1'],
  notes: ['1/1', '1/1'],
  workspace: ['1/1', '1/1'],
  shop: ['1/1', '1/1'],
  payment: ['1/1', '1/1'],
  video: ['1/1', '1/1'],
  // A cold isolate asks when the token ends.
  social: ['2/2', '1/1'],
  // EVENTS makes the calls of events, and none while a caller waits but for a test.
  events: ['0/0', '0/0'],
  // One cheap read of each connected account: the notes account here, whose cold isolate asks for its workspace.
  gateway: ['2/2', '1/1'],
}

/** The operations that need other calls, by their ids. */
export const EXCEPTIONS: Readonly<Record<string, RoundTrips>> = {
  // The profile, and the listing for the flags, at once.
  recorder_get_user: ['4/3', '2/1'],
  // The detail, the share of both sides and the audio at once, then the transcript, which the detail leads to.
  recorder_fetch_file: ['7/4', '5/2'],
  // The detail leads to it.
  recorder_get_transcript: ['4/4', '2/2'],
  // Both sides at once.
  recorder_get_share: ['4/3', '2/1'],
  recorder_list_searches: ['0/0', '0/0'],
  // The profile, the listing and the devices at once.
  recorder_doctor: ['5/3', '3/1'],
  // The listing, then both details at once. One has a transcript, the other is not ready.
  recorder_sync: ['5/4', '3/2'],
  // The id of the folder comes from the list of folders.
  recorder_organize_files: ['4/4', '2/2'],
  // The length and the quota at once, then the start, which they may forbid.
  recorder_transcribe_file: ['5/4', '3/2'],
  // The same, polls of the running task, then the detail and the transcript.
  recorder_transcribe_file_and_wait: ['10/9', '5/4'],
  // A cold isolate asks for the workspace that the key belongs to.
  notes_list_notes: ['2/2', '1/1'],
  notes_list_folders: ['2/2', '1/1'],
  // The schema is remembered for 60 s.
  workspace_query_data_source: ['2/2', '1/1'],
  // The schema, then a row for the formulas and the related schema for the rollups, at once.
  workspace_get_schema: ['3/2', '3/2'],
  // The database's data source is remembered for 60 s.
  workspace_query_database: ['2/2', '1/1'],
  // The members and the address at once, then two writes in the order of the web app. The second time there is nothing to write.
  workspace_invite_member: ['4/3', '2/1'],
  // The schema, which an insert may change and therefore forgets.
  workspace_insert_records: ['2/2', '2/2'],
  // The start of the import, then a look at it.
  workspace_import_file: ['2/2', '2/2'],
  // The schema, which a write may change and therefore forgets, and the rows of all keys; the write, for which there is no cause again.
  workspace_upsert_records: ['3/3', '2/2'],
  workspace_query_all: ['2/2', '1/1'],
  // The schema is remembered for 60 s, unless the page adds an option.
  workspace_create_page: ['2/2', '1/1'],
  // The page and its content at once.
  workspace_get_page: ['2/1', '2/1'],
  // The page tells where it stands, which leads to its schema.
  workspace_update_page: ['3/3', '2/2'],
  // Six lists, one after another so that no sheet is missed (src/groups/shop/ordersheets.ts).
  shop_list_order_sheets: ['6/6', '6/6'],
  shop_list_sales: ['6/6', '6/6'],
  payment_list_bills: ['0/0', '0/0'],
  // The second one is refused, and a read of the bill proves why.
  payment_destroy_bill: ['1/1', '2/2'],
  payment_format_phone_number: ['0/0', '0/0'],
  // The player leads to it.
  video_get_transcript: ['2/2', '2/2'],
  social_get_insights: ['3/2', '2/1'],
  // Published in one call, then read.
  // The second one is the same post: the published one is answered.
  social_create_post: ['4/4', '1/1'],
  social_repost: ['2/2', '0/0'],
}

/** What the request of an operation's row costs. */
export const getRoundTrips = (id: string): RoundTrips => EXCEPTIONS[id] ?? getUsual(id)

/** What an operation costs that is no exception, by the group that its id begins with. */
export function getUsual(id: string): RoundTrips {
  const [area = ''] = id.split('_')
  return USUAL[area as keyof typeof USUAL]
}

/** Other requests to an operation, put over its row. */
interface OtherWay {
  id: string
  way: string
  row: Partial<Row>
  trips: RoundTrips
}

const way = (id: string, name: string, row: Partial<Row>, ...trips: RoundTrips): OtherWay => ({
  id,
  way: name,
  row,
  trips,
})

const filters = (...of: readonly (readonly [key: string, value: unknown])[]): Partial<Row> => ({
  body: { filters: of.map(([key, value]) => ({ key, value })) },
})
const recordingId = seedRecordings()[0]?.id
const Tasks = 'Find people'
const Owners = EMAILS.minjun
const item = { image_url: 'https://cdn.example.com/shelf.jpg' }
const image = { text: 'The new shelf', image_url: 'https://cdn.example.com/shelf.jpg' }

export const OTHER_WAYS: readonly OtherWay[] = [
  way('workspace_query_database', 'by a simple filter', filters(['Stage', 'In progress']), '3/3', '1/1'),
  // The type of the formula and the person are looked up at once.
  way(
    'workspace_query_data_source',
    'by a formula and a name',
    filters(['Doubled', 1], ['Owners', Owners]),
    '4/3',
    '2/2',
  ),
  way(
    'workspace_query_data_source',
    'by a name and a title',
    filters(['Owners', Owners], ['Tasks', Tasks]),
    '4/3',
    '3/2',
  ),
  // Only the related schema tells that the rollup lists people.
  way('workspace_query_data_source', 'by a name in a rollup', filters(['Assignees', Owners]), '4/4', '2/2'),
  // The person and the relation are looked up at once; so are the database and the schema, the second time.
  way(
    'workspace_insert_records',
    'into a database, with a person and a relation by name',
    { body: { database_id: DATABASES.projects, records: [{ Name: 'New', Owners, Tasks }] } },
    '5/4',
    '5/3',
  ),
  way(
    'workspace_insert_records',
    'of ten rows',
    { body: { data_source_id: DATA_SOURCES.leads2026, records: Array(10).fill({ Name: 'New' }) } },
    '11/11',
    '11/11',
  ),
  way(
    'workspace_invite_member',
    'of an address that the product does not know',
    { body: { email: 'newcomer@haneul.example' } },
    '5/4',
    '2/1',
  ),
  way(
    'recorder_organize_files',
    'into a folder that is not there yet',
    { body: { file_ids: [recordingId], tag_name: 'New' } },
    '5/5',
    '2/2',
  ),
  way('recorder_transcribe_file', 'without a look at the quota', { body: { check_quota: false } }, '3/3', '1/1'),
  way(
    'shop_list_order_sheets',
    'of one status',
    { body: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21', status: 'ACCEPT' } },
    '1/1',
    '1/1',
  ),
  // Kept by LEDGER: the second time nothing is sent.
  way(
    'payment_cancel_bill',
    'with an Idempotency-Key',
    {
      headers: { 'X-Payment-Mode': 'true', 'Idempotency-Key': 'trips-1' },
      again: { status: 200, why: 'the answer is kept' },
    },
    '1/1',
    '0/0',
  ),
  // The container, two looks at it until its image is prepared, the publishing, and the post.
  way('social_create_post', 'with an image', { body: image }, '6/6', '1/1'),
  // Three items at once, a look at each when they had time, the container, a look at it, the publishing, and the post.
  way('social_create_post', 'with a carousel', { body: { text: '', items: Array(3).fill(item) } }, '11/7', '1/1'),
]
