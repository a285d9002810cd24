import { createServer, type Socket } from 'node:net'
import { answerTo } from './products.ts'

/**
 * The products of the benchmark as a separate process: prepared response bytes over raw sockets, so that it uses little
 * CPU compared with the gateway. Takes the delay of each response in milliseconds and the utterances of a recording.
 * Prints its URL on the first line.
 */
const DELAY_MS = Number(process.argv[2])
const UTTERANCES = Number(process.argv[3])

const END_OF_HEAD = '\r\n\r\n'
const prepared = new Map<string, Buffer>()

function bytesFor(path: string): Buffer {
  const known = prepared.get(path)
  if (known) return known
  const { status, type, body } = answerTo(path, origin, UTTERANCES)
  const head = `HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.byteLength}${END_OF_HEAD}`
  const bytes = Buffer.concat([Buffer.from(head), body])
  prepared.set(path, bytes)
  return bytes
}

function serve(socket: Socket): void {
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    for (let end = received.indexOf(END_OF_HEAD); end >= 0; end = received.indexOf(END_OF_HEAD)) {
      const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? 0)
      const whole = end + END_OF_HEAD.length + length
      if (received.length < whole) return
      const bytes = bytesFor(received.slice(received.indexOf(' ') + 1, received.indexOf(' HTTP/1.1')))
      received = received.slice(whole)
      if (DELAY_MS > 0) setTimeout(() => socket.write(bytes), DELAY_MS)
      else socket.write(bytes)
    }
  })
}

let origin = ''
const server = createServer({ noDelay: true }, serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
  console.log(origin)
})
process.once('SIGINT', () => process.exit())
