import { rows, schema } from './notion-rows.ts'
import { orderPage } from './orders.ts'
import type { PreparedAnswer } from './prepared.ts'
import { sheetPage } from './sheets.ts'
import { packedTranscript } from './transcripts.ts'

const json = (value: unknown, status = 200): PreparedAnswer => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

const features = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`feature_number_${i}`, i % 2 === 0]))

/** The id says how many utterances the recording has: `u3000-7`. */
const recording = (index: number, utterances: number) => ({
  id: `u${utterances}-${index}`,
  filename: `Recording ${index}`,
  start_time: 1_795_000_000_000 - index,
  edit_time: 1_795_000_000 - index,
})

const detail = (id: string, origin: string) => ({
  file_id: id,
  content_list: [
    { data_id: `transcript:${id}`, data_type: 'transaction', task_status: 1, data_link: `${origin}/content/${id}` },
    { data_id: `summary:${id}`, data_type: 'auto_sum_note', task_status: 1, data_link: '' },
  ],
  pre_download_content_list: [{ data_id: `summary:${id}`, data_content: '# Summary' }],
})

/**
 * The products of the benchmark: the recorder with its token exchange, a response of 1.7 KB, a library, and recordings
 * of any length; notes; a workspace whose tables have as many rows as the last digits of their id; a shop with 10 orders
 * per page; a video; a social account.
 *
 * @param utterances of each recording in the listing
 */
export function answerTo(path: string, origin: string, utterances: number): PreparedAnswer {
  const { pathname, searchParams } = new URL(path, origin)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (pathname === '/config/init')
    return json({ status: 0, msg: 'success', request_id: 'bench', data: { region: 'us', features } })
  if (pathname === '/team-app/workspaces/list')
    return json({ status: 0, data: { workspaces: [{ workspace_id: 'ws_bench', workspace_type: '0' }] } })
  if (pathname.startsWith('/user-app/'))
    return json({ status: 0, data: { workspace_token: 'bench-token', expires_in: 86_400 } })
  if (pathname === '/file/simple/web') {
    const length = Number(searchParams.get('limit'))
    const list = Array.from({ length }, (_, index) => recording(index, utterances))
    return json({ status: 0, data_file_total: 1000, data_file_list: list })
  }
  if (pathname.startsWith('/file/detail/')) return json({ status: 0, data: detail(last, origin) })
  if (pathname.startsWith('/content/'))
    return { status: 200, type: 'application/octet-stream', body: packedTranscript(lengthIn(last)) }
  if (pathname.endsWith('/query')) return json(rows(Number(/(\d+)\/query$/.exec(pathname)?.[1])))
  if (pathname.includes('/data_sources/')) return json(schema(last))
  if (pathname.endsWith('/pages')) return json({ object: 'page', id: '0c1d2e3f-4a5b-4c6d-8e7f-001122334455' })
  if (pathname.startsWith('/v1/external/notes/')) return json({ guid: last, title: 'A note' })
  if (pathname === '/youtube/v3/videos')
    return json({ items: [{ id: searchParams.get('id'), snippet: { title: 'A video' } }] })
  if (pathname.endsWith('/debug_token')) return json({ data: { expires_at: 4_102_444_800 } })
  if (pathname.endsWith('/me')) return json({ id: '1', username: 'bench' })
  if (pathname.endsWith('/ordersheets')) return sheetPage(searchParams)
  if (pathname.endsWith('/model/page')) return json(orderPage(Number(searchParams.get('pageIndex'))))
  return json({ message: 'the benchmark has no such path' }, 404)
}

const lengthIn = (id: string) => Number(/^u(\d+)/.exec(id)?.[1] ?? 1)
