import { expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import type { EventInput } from '../../../src/base/events.ts'
import type { EventFilter } from '../../../src/gateway/events.types.ts'
import { events, fileReady, settle, subscribe, useStage } from './stage.ts'

const stage = useStage()

const TABLE = '2f1c0de0-0003-4000-8000-000000000001'

const DATABASE = '2f1c0de0-0002-4000-8000-000000000001'

const row = (subject: string, table: string, changed: string[] | null): EventInput => ({
  ...{ type: changed ? 'workspace.row.updated' : 'workspace.row.created', account: 'workspace', subject, at: 1 },
  data: {
    id: subject,
    data_source_id: table,
    parent: { type: 'data_source_id', data_source_id: table, database_id: table.replace('-0003-', '-0002-') },
    changed_properties: changed,
    as_of: new Date(stage().clock.now()).toISOString(),
  },
})

const ROWS = () => [
  row('stage', TABLE, ['Stage']),
  row('budget', TABLE, ['Budget']),
  row('content', TABLE, []),
  row('new', TABLE, null),
  row('elsewhere', '2f1c0de0-0003-4000-8000-000000000002', ['Stage']),
]

it.each<[string, EventFilter | null, string[]]>([
  ['no filter', null, ['stage', 'budget', 'content', 'new', 'elsewhere']],
  ['a data source', { data_source_id: TABLE }, ['stage', 'budget', 'content', 'new']],
  ['its database', { data_source_id: DATABASE }, ['stage', 'budget', 'content', 'new']],
  ['a property', { properties: ['Stage', 'Owner'] }, ['stage', 'new', 'elsewhere']],
  ['both', { data_source_id: TABLE, properties: ['Stage'] }, ['stage', 'new']],
])('%s', async (_, filter, expected) => {
  await subscribe({ types: ['workspace.row.created', 'workspace.row.updated', 'recorder.file.ready'], filter })
  await events().keep([...ROWS(), fileReady('recording')])
  await settle(stage())
  const told = stage().received.map(({ body }) => JSON.parse(body).data.id ?? 'recording')
  expect(told.sort()).toEqual([...expected, 'recording'].sort())
})

it('counts for a redelivery, and can be changed and taken away', async () => {
  const { id } = await subscribe({ types: ['workspace.row.updated'], filter: { properties: ['Stage'] } })
  await events().keep([row('budget', TABLE, ['Budget'])])
  await settle(stage())
  expect(stage().received).toEqual([])
  const [event] = unwrap(await events().feed(null, { limit: 1 })).events
  expect(unwrap(await events().redeliver(null, event?.id ?? ''))).toEqual({ deliveries: 0 })
  expect(unwrap(await events().change(null, id, { filter: null }))).toMatchObject({ filter: null })
  expect(unwrap(await events().redeliver(null, event?.id ?? ''))).toEqual({ deliveries: 1 })
})
