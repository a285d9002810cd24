import type { Area } from '../../src/base/groups.ts'
import type { RoundTrips, Row } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import { seedRecordings } from '../simulators/recorder/index.ts'
import { DATA_SOURCES, DATABASES, EMAILS } from '../simulators/workspace/index.ts'

/** An operation of the group that makes one call, for the request of its row in test/contract. */
const USUAL: Readonly<Record<Exclude<Area, 'admin'>, RoundTrips>> = {
  // A cold isolate first finds the workspace and exchanges the token.
  recorder: ['3/3', '1/1'],
  notes: ['1/1', '1/1'],
  workspace: ['1/1', '1/1'],
  shop: ['1/1', '1/1'],
  payment: ['1/1', '1/1'],
  video: ['1/1', '1/1'],
  // A cold isolate first reads the token's expiry.
  social: ['2/2', '1/1'],
  // EVENTS makes the calls of events, and none while a caller waits but for a test.
  events: ['0/0', '0/0'],
  // One read of each connected account. Here that is the notes account, whose cold isolate reads its workspace.
  gateway: ['2/2', '1/1'],
}

/** The operations that make other calls, by their ids. */
export const EXCEPTIONS: Readonly<Record<string, RoundTrips>> = Object.fromEntries(
  contracts.flatMap(({ roundTrips = {} }) => Object.entries(roundTrips)),
)

/** The cost of the request in an operation's row. */
export const getRoundTrips = (id: string): RoundTrips => EXCEPTIONS[id] ?? getUsual(id)

/** The cost of an operation without an exception, by the group in its id. */
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
  way(
    'workspace_query_data_source',
    'by a name and a title',
    filters(['Owners', Owners], ['Tasks', Tasks]),
    '4/3',
    '3/2',
  ),
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
    '6/6',
    '3/3',
  ),
  way('recorder_transcribe_file', 'without a look at the quota', { body: { check_quota: false } }, '3/3', '1/1'),
  way(
    'shop_list_order_sheets',
    'of one status',
    { body: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21', status: 'ACCEPT' } },
    '1/1',
    '1/1',
  ),
  // Stored by LEDGER: the second time nothing is sent.
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
  // The container, two status checks until its image is prepared, publishing, and the post.
  way('social_create_post', 'with an image', { body: image }, '6/6', '1/1'),
  // Three items in parallel, a status check of each when they had time, the container, a status check, publishing, and
  // the post.
  way('social_create_post', 'with a carousel', { body: { text: '', items: Array(3).fill(item) } }, '11/7', '1/1'),
]
