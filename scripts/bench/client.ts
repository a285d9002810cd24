import { connect, type Socket } from 'node:net'

/**
 * A client that uses little CPU compared with the measured server: open raw sockets, prepared request bytes, and
 * responses of which only status and length are read.
 */
export interface Client {
  /**
   * Sends the request over one connection. Resolves at the end of the response. Rejects for any status but `status`.
   */
  ask(connection: number): Promise<void>
  close(): void
}

export interface RequestOptions {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The expected status of every response. */
  status?: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Opens connections that all send the same request. */
export async function openClient(
  address: URL,
  connections: number,
  { method = 'GET', headers = {}, body = '', status = 200 }: RequestOptions = {},
): Promise<Client> {
  const head = [
    `${method} ${address.pathname}${address.search} HTTP/1.1`,
    `Host: ${address.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(address, bytes, status)))
  return {
    ask: (connection) => lines[connection]?.ask() ?? Promise.reject(new Error(`there is no connection ${connection}`)),
    close: () => {
      for (const line of lines) line.close()
    },
  }
}

interface Line {
  ask(): Promise<void>
  close(): void
}

async function openLine(address: URL, bytes: Buffer, status: number): Promise<Line> {
  const socket = await connected(address)
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  const answer = new AnswerReader(status)
  const end = (error?: Error) => {
    const { resolve, reject } = waiting ?? {}
    waiting = undefined
    if (error) reject?.(error)
    else resolve?.()
  }
  socket.on('data', (chunk) => {
    try {
      if (answer.takes(chunk)) end()
    } catch (error) {
      end(error as Error)
      socket.destroy()
    }
  })
  socket.on('error', end)
  socket.on('close', () => end(new Error('the connection was closed')))
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

const connected = (address: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address.hostname, port: Number(address.port), noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

/** Finds the end of a response: by its Content-Length, or by the last chunk. */
class AnswerReader {
  readonly #status: string
  /** Bytes that are missing. Undefined between responses, infinite for a chunked body. */
  #left: number | undefined

  constructor(status: number) {
    this.#status = `HTTP/1.1 ${status}`
  }

  /** Returns whether the response ends with this chunk. */
  takes(chunk: Buffer): boolean {
    if (this.#left === undefined) {
      const head = chunk.indexOf(END_OF_HEAD)
      const text = chunk.toString('latin1', 0, head)
      if (!text.startsWith(this.#status))
        throw new Error(`answered ${text.split('\r\n', 1)} ${chunk.subarray(head).toString().trim().slice(0, 600)}`)
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      this.#left = (length === undefined ? Number.POSITIVE_INFINITY : Number(length)) + head + END_OF_HEAD.length
    }
    this.#left -= chunk.length
    const isOver = this.#left <= 0 || (this.#left === Number.POSITIVE_INFINITY && endsWith(chunk, LAST_CHUNK))
    if (isOver) this.#left = undefined
    return isOver
  }
}

const endsWith = (chunk: Buffer, end: Buffer) => chunk.subarray(-end.length).equals(end)
