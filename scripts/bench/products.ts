import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'

/**
 * The products of the benchmark in a thread of their own. Each answer is prepared once. An id says how large the answer is:
 * `u3000-7` is a recording of 3,000 utterances, and the last digits of a data source are its number of rows.
 */
interface Prepared {
  type: string
  body: Buffer
}

const json = (value: unknown): Prepared => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) })

const features = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`feature_number_${i}`, i % 2 === 0]))

const list = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index))

function answerTo(path: string, origin: string): Prepared | undefined {
  const { pathname, searchParams } = new URL(path, origin)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (pathname === '/config/init')
    return json({ status: 0, msg: 'success', request_id: 'bench', data: { region: 'us', features } })
  if (pathname === '/team-app/workspaces/list')
    return json({ status: 0, data: { workspaces: [{ workspace_id: 'ws_bench', workspace_type: '0' }] } })
  if (pathname.startsWith('/user-app/'))
    return json({ status: 0, data: { workspace_token: 'bench-token', expires_in: 86_400 } })
  if (pathname === '/file/simple/web') {
    const recordings = list(Number(searchParams.get('limit')), (index) => ({
      id: `u3000-${index}`,
      filename: `Recording ${index}`,
      start_time: 1_795_000_000_000 - index,
      edit_time: 1_795_000_000 - index,
    }))
    return json({ status: 0, data_file_total: 1000, data_file_list: recordings })
  }
  if (pathname.startsWith('/file/detail/')) return json({ status: 0, data: recording(last, origin) })
  if (pathname.startsWith('/content/'))
    return { type: 'application/octet-stream', body: transcript(Number(/^u(\d+)/.exec(last)?.[1])) }
  if (pathname.endsWith('/query')) return json(rows(Number(/(\d+)\/query$/.exec(pathname)?.[1])))
  if (pathname.includes('/data_sources/')) return json(dataSource(last))
  if (pathname.endsWith('/pages')) return json({ object: 'page', id: uuid(1) })
  return undefined
}

const recording = (id: string, origin: string) => ({
  file_id: id,
  content_list: [
    { data_id: `transcript:${id}`, data_type: 'transaction', task_status: 1, data_link: `${origin}/content/${id}` },
    { data_id: `summary:${id}`, data_type: 'auto_sum_note', task_status: 1, data_link: '' },
  ],
  pre_download_content_list: [{ data_id: `summary:${id}`, data_content: '# Summary' }],
})

const SAID = [
  'Good morning everybody, shall we begin with what was decided last week about the new recorder?',
  '네, 지난주에 정한 일정부터 다시 확인하겠습니다. 첫 번째 안건은 다음 분기의 출시 계획입니다.',
  'The tests on the second device took longer than we thought, and the battery was the reason.',
  '그 문제는 어제 해결했고, 오늘 오후에 새 버전을 배포할 예정이니까 확인해 주세요.',
]
const SPEAKERS = ['Mina', '준호', 'Speaker 3']

/** As the recorder's storage sends it: gzip without a Content-Encoding. */
const transcript = (utterances: number): Buffer =>
  gzipSync(
    JSON.stringify(
      list(utterances, (index) => ({
        start_time: index * 2400,
        end_time: index * 2400 + 2300,
        speaker: SPEAKERS[index % SPEAKERS.length],
        original_speaker: `Speaker ${(index % SPEAKERS.length) + 1}`,
        content: `${SAID[index % SAID.length]} (${index})`,
      })),
    ),
  )

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

const signedLink = (row: number) =>
  `https://files.example/secure/${uuid(row)}/plan.pdf?X-Amz-Credential=20261121&X-Amz-Expires=3600&X-Amz-Signature=${String(row).repeat(16).padEnd(64, '7')}`

/** One value of each of ten types, used by the 29 columns of a table in turn. */
const VALUES: readonly ((row: number) => object)[] = [
  (row) => ({ type: 'rich_text', rich_text: [richText(`Notes on row ${row}: `), richText('다음 주까지 확인하기')] }),
  (row) => ({ type: 'number', number: row * 1.25 }),
  (row) => ({ type: 'select', select: { id: `o${row % 5}`, name: `Option ${row % 5}`, color: 'blue' } }),
  (row) => ({
    type: 'multi_select',
    multi_select: list(2, (n) => ({ id: `m${n}`, name: `Tag ${row % 3}${n}`, color: 'green' })),
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

const rows = (length: number) => ({
  object: 'list',
  results: list(length, (index) => ({
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
        list(29, (column) => [`Column ${column}`, { id: `c${column}`, ...VALUES[column % VALUES.length]?.(index) }]),
      ),
    },
    url: `https://www.notion.so/Row-${index}-${uuid(index).replaceAll('-', '')}`,
    public_url: null,
  })),
  next_cursor: null,
  has_more: false,
  type: 'page_or_data_source',
  page_or_data_source: {},
  request_status: { type: 'complete' },
})

const dataSource = (id: string) => ({
  object: 'data_source',
  id,
  title: [richText('Projects')],
  parent: { type: 'database_id', database_id: uuid(98) },
  properties: {
    Name: { id: 'title', name: 'Name', type: 'title', title: {} },
    Amount: { id: 'c1', name: 'Amount', type: 'number', number: { format: 'number' } },
  },
})

const prepared = new Map<string, Prepared>()
const server = createServer((request, response) => {
  const path = request.url ?? '/'
  const answer = prepared.get(path) ?? answerTo(path, `http://${request.headers.host}`)
  if (answer) prepared.set(path, answer)
  request.resume().on('end', () => {
    response.writeHead(answer ? 200 : 404, { 'Content-Type': answer?.type, 'Content-Length': answer?.body.length ?? 0 })
    response.end(answer?.body)
  })
})
server.listen(0, '127.0.0.1', () =>
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
