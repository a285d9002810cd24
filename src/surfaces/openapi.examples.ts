import * as z from 'zod'

const UUID = '0f4c8a52-6f1d-4c59-9a8e-2b7d30c1e5f4'
/** A recording, a tag or a note: the social group takes digits only. */
const IDS = ['7d0c35a91be24f68a0d14c7e5b92f836', '17900000000000001']

/**
 * Made-up values by the name of the field. The example of a field is the first value that its own schema takes; a field
 * that is not here is left out.
 */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  bill_id: ['BILL20261121001'],
  callback_url: ['https://academy.example/payments'],
  createdAtFrom: ['2026-11-01'],
  createdAtTo: ['2026-11-21'],
  customer: ['customer-1'],
  data_source_id: [UUID],
  database_id: [UUID],
  email: ['ada@example.com'],
  eventTypes: [['note.ended']],
  expire_dt: ['2026-12-31'],
  file_ids: [IDS.slice(0, 1)],
  filename: ['Weekly review'],
  filters: [[{ key: 'Status', operator: 'equals', value: 'Done' }]],
  id: IDS,
  language: ['en'],
  member_nm: ['Hong Gildong'],
  name: ['Weekly review'],
  page_ids: [[UUID]],
  pageIndex: [0],
  pageSize: [10],
  phone: ['010-1234-5678'],
  price: [33000],
  product_nm: ['Workbook'],
  productName: ['Wireless mouse'],
  query: ['harbour'],
  records: [[{ Name: 'Call the harbour office', Status: 'Open' }]],
  tag_id: IDS,
  tag_name: ['Interviews'],
  template: ['AUTO-SELECT'],
  text: ['Good morning from the harbour'],
  url: ['https://bot.example.com/in'],
  video_id: ['aaaaaaaaaaa'],
  'X-Payment-Mode': ['true'],
  'X-Workspace-Space-ID': [UUID],
  'X-Workspace-Token': ['ntn_example', 'example-session-token'],
  'X-Workspace-User-ID': [UUID],
}

/** What a request might hold in these fields, as it is sent; valid as a whole where the values above can make it so. */
export function exampleOf(fields: z.ZodObject): Record<string, unknown> {
  const example: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields.shape)) {
    const value = VALUES[name]?.find((candidate) => z.safeParse(field, candidate).success)
    if (value !== undefined) example[name] = value
  }
  // Two optional fields may exclude each other: the first one stays.
  for (const [name, field] of Object.entries(fields.shape).reverse()) {
    if (fields.safeParse(example).success) break
    if (z.safeParse(field, undefined).success) delete example[name]
  }
  return example
}
