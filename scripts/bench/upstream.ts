import { createServer } from 'node:http'

/**
 * The product as the benchmark needs it, as a process of its own behind a real connection: an exchange of tokens, one
 * answer of 1.7 KB, and a library. Waits some milliseconds before each answer; tells its address on the first line.
 */
const DELAY_MS = Number(process.argv[2])

const features = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`feature_number_${i}`, i % 2 === 0]))

const row = (index: number) => ({
  id: `recording${index}`,
  filename: `Recording ${index}`,
  start_time: 1_795_000_000_000 - index,
  edit_time: 1_795_000_000 - index,
})

const detail = (id: string) => ({
  file_id: id,
  content_list: [
    { data_id: `transcript:${id}`, data_type: 'transaction', task_status: 1, data_link: `${origin}/transcript` },
    { data_id: `summary:${id}`, data_type: 'auto_sum_note', task_status: 1, data_link: '' },
  ],
  pre_download_content_list: [{ data_id: `summary:${id}`, data_content: '# Summary' }],
})

function answer({ pathname, searchParams }: URL): unknown {
  if (pathname === '/config/init')
    return { status: 0, msg: 'success', request_id: 'bench', data: { region: 'us', features } }
  if (pathname === '/team-app/workspaces/list') {
    return { status: 0, data: { workspaces: [{ workspace_id: 'ws_bench', workspace_type: '0' }] } }
  }
  if (pathname.startsWith('/user-app/'))
    return { status: 0, data: { workspace_token: 'bench-token', expires_in: 86_400 } }
  if (pathname === '/file/simple/web') {
    const length = Number(searchParams.get('limit'))
    return { status: 0, data_file_total: 100, data_file_list: Array.from({ length }, (_, index) => row(index)) }
  }
  if (pathname.startsWith('/file/detail/')) return { status: 0, data: detail(pathname.slice('/file/detail/'.length)) }
  if (pathname === '/transcript') return [{ start_time: 0, end_time: 1000, speaker: 'Mina', content: 'Good morning' }]
  return undefined
}

let origin = ''
const texts = new Map<string, string>()

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  let text = texts.get(path)
  if (text === undefined) {
    text = JSON.stringify(answer(new URL(path, origin))) ?? ''
    texts.set(path, text)
  }
  const body = text
  const send = () => {
    response.writeHead(body === '' ? 404 : 200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  if (DELAY_MS > 0) setTimeout(send, DELAY_MS)
  else send()
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
  console.log(origin)
})
