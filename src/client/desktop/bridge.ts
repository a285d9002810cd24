import { createInterface } from 'node:readline'
import { NAMED_BY } from '../../base/mcp-named-by.ts'

/**
 * The server in the bundle for desktop apps: passes each message between the standard input and output of the app and
 * `/mcp` of a deployment, unchanged, with the API key of the user. Runs on plain Node 18 and later, without packages.
 */

interface Message {
  id?: string | number
  method?: string
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> }
}

const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion'
/** The code of the protocol for errors of an implementation. */
const FAILED = -32000

const endpoint = readEndpoint(process.env.LATCHKEY_ADDRESS ?? '', process.env.LATCHKEY_READ_ONLY === 'true')
const key = process.env.LATCHKEY_KEY ?? ''
if (!key) stop('The API key is missing: enter it in the settings of this extension.')

/** The revision of the handshake, which later requests name. Undefined before it, and for clients without one. */
let negotiated: string | undefined
const running = new Map<string | number, AbortController>()

/** Exits with a message that the app shows in its log. */
function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

/** The address of `/mcp`. The key is only sent by https, or to this machine. */
function readEndpoint(text: string, isReadOnly: boolean): URL {
  if (!URL.canParse(text.trim())) stop('The address is not valid: it looks like https://latchkey.example.workers.dev')
  const url = new URL(text.trim())
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) stop('The address must start with https://')
  if (!url.pathname.endsWith('/mcp')) url.pathname = '/mcp'
  if (isReadOnly) url.searchParams.set('readonly', '1')
  return url
}

const write = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`)

const reportFailure = (id: Message['id'], message: string) => {
  if (id === undefined) console.error(message)
  else write({ jsonrpc: '2.0', id, error: { code: FAILED, message } })
}

/** Header values are ASCII, so any other name is sent in Base64, in the form of the protocol. */
const toHeader = (value: string) =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')
    ? value
    : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`

function toHeaders({ method, params }: Message): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'X-API-KEY': key,
  }
  const claimed = params?._meta?.[REVISION_KEY]
  const revision = typeof claimed === 'string' ? claimed : negotiated
  if (revision !== undefined && method !== 'initialize') headers['MCP-Protocol-Version'] = revision
  if (typeof claimed !== 'string' || method === undefined) return headers
  headers['Mcp-Method'] = method
  const name = params?.[NAMED_BY[method] ?? '']
  if (typeof name === 'string') headers['Mcp-Name'] = toHeader(name)
  return headers
}

async function pass(message: Message): Promise<void> {
  const { id, method, params } = message
  if (method === 'notifications/cancelled') {
    const cancelled = params?.requestId
    if (typeof cancelled === 'string' || typeof cancelled === 'number') running.get(cancelled)?.abort()
  }
  const controller = new AbortController()
  if (id !== undefined) running.set(id, controller)
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: toHeaders(message),
      body: JSON.stringify(message),
      // A redirect could lead to another host, which must not get the key.
      redirect: 'error',
      signal: controller.signal,
    })
    await passAnswer(message, response)
  } catch (error) {
    if (controller.signal.aborted) return
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    reportFailure(id, `${endpoint.host} does not answer: ${cause}`)
  } finally {
    if (id !== undefined) running.delete(id)
  }
}

async function passAnswer({ id, method }: Message, response: Response): Promise<void> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) return passStream(response)
  const text = await response.text()
  if (text === '' || id === undefined) return
  const answer = parse(text)
  if (answer === undefined || answer.jsonrpc !== '2.0') {
    const said = typeof answer?.error === 'string' ? answer.error : 'this is not the address of a gateway'
    return reportFailure(id, `HTTP ${response.status} from ${endpoint.host}: ${said}`)
  }
  if (method === 'initialize') negotiated = readRevision(answer.result)
  write(answer)
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readRevision = (result: unknown): string | undefined => {
  const revision = typeof result === 'object' && result !== null && Reflect.get(result, 'protocolVersion')
  return typeof revision === 'string' ? revision : undefined
}

/** Each event is a message. */
async function passStream(response: Response): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split(/\r?\n\r?\n/)
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
      const message = parse(data.join('\n'))
      if (message) write(message)
    }
  }
}

let last: Promise<unknown> = Promise.resolve()
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const message = parse(line) as Message | undefined
  if (!message) {
    write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    continue
  }
  const passed = pass(message)
  // What follows the handshake names its revision.
  if (message.method === 'initialize') await passed
  last = Promise.all([last, passed])
}
await last
