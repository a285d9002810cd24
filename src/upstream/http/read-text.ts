import { badGateway } from '../../base/errors.ts'

/**
 * The longest response of a product that is read, in bytes. Parsed, it takes several times as much memory, and an
 * isolate has 128 MB.
 */
export const MAX_ANSWER = 10 * 1024 * 1024

const GZIP_MAGIC = [0x1f, 0x8b] as const

/** The initial buffer for a body of unknown length, in bytes. Most responses are smaller. */
const FIRST_ROOM = 32 * 1024

/**
 * Reads a body as text. Throws 502 for more than `most` bytes. A body of known length is read at once, any other is
 * counted as it arrives. Gzip without a Content-Encoding is decompressed.
 */
export async function readText(response: Response, maybeGzip: boolean, most = MAX_ANSWER): Promise<string> {
  const length = response.headers.get('Content-Length')
  if (length !== null && Number(length) > most) throw tooLarge(most)
  const isCounted = length === null || response.headers.has('Content-Encoding')
  if (!isCounted && !maybeGzip) return response.text()
  if (!response.body) return ''
  const read = isCounted
    ? readBytes(response.body, most)
    : response.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  const bytes = await read.catch(asUnpackable)
  const isGzip = maybeGzip && bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1]
  return new TextDecoder().decode(isGzip ? await gunzip(bytes, most).catch(asUnpackable) : bytes)
}

/**
 * How much of a compressed body is decompressed at once, in bytes. The runtime decompresses everything that it gets,
 * whether it is read or not, and zeros become a thousand times as long: a whole body would fill the memory before its
 * size is known.
 */
const PACKED_PIECE = 16 * 1024

function gunzip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip')
  // An error here reaches the reader as well.
  writeInPieces(writable, bytes).catch(() => {})
  return readBytes(readable, most, unpackedLength(bytes) + 1)
}

async function writeInPieces(writable: WritableStream<BufferSource>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = writable.getWriter()
  for (let at = 0; at < bytes.byteLength; at += PACKED_PIECE) await writer.write(bytes.subarray(at, at + PACKED_PIECE))
  await writer.close()
}

/** The length in gzip's last four bytes. It only saves copies, and nothing relies on it. */
const unpackedLength = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  byteLength < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(byteLength - 4, true)

/**
 * All bytes of a stream. Throws 502 for more than `most`. The runtime fills each buffer by itself, while reading chunk
 * by chunk costs a turn of JavaScript for every 4 KiB.
 *
 * @param room the initial buffer size in bytes
 */
async function readBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  room = FIRST_ROOM,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(body)
  let buffer = new ArrayBuffer(Math.min(room, most + 1))
  for (let size = 0; ; ) {
    const { done, value } = await reader.readAtLeast(buffer.byteLength - size, new Uint8Array(buffer, size))
    if (!value) return new Uint8Array(0)
    buffer = value.buffer as ArrayBuffer
    size += value.byteLength
    if (done) return new Uint8Array(buffer, 0, size)
    if (size > most) {
      await reader.cancel()
      throw tooLarge(most)
    }
    if (size === buffer.byteLength) buffer = buffer.transfer(Math.min(2 * size, most + 1))
  }
}

/**
 * Streams of the runtime can be read into a given buffer. One that is written in JavaScript is piped through such a
 * stream.
 */
function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return body.pipeThrough(new IdentityTransformStream()).getReader({ mode: 'byob' })
  }
}

/**
 * The runtime throws a TypeError for a body that cannot be decompressed. A lost connection is an error of another
 * class.
 */
function asUnpackable(error: unknown): never {
  throw error instanceof TypeError ? badGateway('the upstream response could not be decompressed', 'broken') : error
}

const tooLarge = (most: number) => {
  const size = most < MAX_ANSWER ? `${most / 1024} KiB` : '10 MiB'
  return badGateway(`the answer of the upstream service is larger than ${size}`, 'too large')
}
