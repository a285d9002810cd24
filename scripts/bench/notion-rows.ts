const PROPERTIES = 30

const uuid = (n: number) => `0c1d2e3f-4a5b-4c6d-8e7f-${n.toString(16).padStart(12, '0')}`

const richText = (content: string) => ({
  type: 'text',
  text: { content, link: null },
  annotations: { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' },
  plain_text: content,
  href: null,
})

const person = (n: number) => ({
  object: 'user',
  id: uuid(n),
  name: `Person ${n}`,
  avatar_url: null,
  type: 'person',
  person: { email: `person${n}@haneul.example` },
})

/** One value of each of ten types, used by the columns of a table in turn. */
const VALUES: readonly ((row: number) => Record<string, unknown>)[] = [
  (row) => ({ type: 'rich_text', rich_text: [richText(`Notes on row ${row}: `), richText('다음 주까지 확인하기')] }),
  (row) => ({ type: 'number', number: row * 1.25 }),
  (row) => ({ type: 'select', select: { id: `o${row % 5}`, name: `Option ${row % 5}`, color: 'blue' } }),
  (row) => ({
    type: 'multi_select',
    multi_select: [0, 1].map((n) => ({ id: `m${n}`, name: `Tag ${row % 3}${n}`, color: 'green' })),
  }),
  (row) => ({
    type: 'date',
    date: { start: `2026-11-${10 + (row % 20)}T09:00:00.000+09:00`, end: null, time_zone: null },
  }),
  (row) => ({ type: 'checkbox', checkbox: row % 2 === 0 }),
  (row) => ({ type: 'people', people: [person(row % 7)] }),
  (row) => ({ type: 'url', url: `https://example.com/projects/${row}` }),
  (row) => ({
    type: 'files',
    files: [
      {
        name: `plan-${row}.pdf`,
        type: 'file',
        file: { url: signedLink(row), expiry_time: '2026-11-21T10:00:00.000Z' },
      },
    ],
  }),
  (row) => ({ type: 'relation', relation: [{ id: uuid(row + 500) }, { id: uuid(row + 501) }], has_more: false }),
]

const signedLink = (row: number) =>
  `https://files.example/secure/${uuid(row)}/plan.pdf?X-Amz-Credential=20261121&X-Amz-Expires=3600&X-Amz-Signature=${String(row).repeat(16).padEnd(64, '7')}`

const valueAt = (column: number, row: number) => VALUES[column % VALUES.length]?.(row) ?? {}

const row = (index: number) => ({
  object: 'page',
  id: uuid(index),
  created_time: '2026-11-01T09:00:00.000Z',
  last_edited_time: '2026-11-20T09:00:00.000Z',
  created_by: { object: 'user', id: uuid(1) },
  last_edited_by: { object: 'user', id: uuid(2) },
  cover: null,
  icon: null,
  parent: { type: 'data_source_id', data_source_id: uuid(99), database_id: uuid(98) },
  in_trash: false,
  is_locked: false,
  properties: {
    Name: { id: 'title', type: 'title', title: [richText(`Row ${index}`)] },
    ...Object.fromEntries(
      Array.from({ length: PROPERTIES - 1 }, (_, column) => [
        `Column ${column}`,
        { id: `c${column}`, ...valueAt(column, index) },
      ]),
    ),
  },
  url: `https://www.notion.so/Row-${index}-${uuid(index).replaceAll('-', '')}`,
  public_url: null,
})

/** Rows with 30 properties of common types. */
export const rows = (length: number) => ({
  object: 'list',
  results: Array.from({ length }, (_, index) => row(index)),
  next_cursor: null,
  has_more: false,
  type: 'page_or_data_source',
  page_or_data_source: {},
  request_status: { type: 'complete' },
})

/** The data source of a small table, for inserts. */
export const schema = (id: string) => ({
  object: 'data_source',
  id,
  title: [richText('Projects')],
  parent: { type: 'database_id', database_id: uuid(98) },
  properties: {
    Name: { id: 'title', name: 'Name', type: 'title', title: {} },
    Amount: { id: 'c1', name: 'Amount', type: 'number', number: { format: 'number' } },
  },
})
