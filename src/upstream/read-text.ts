import { badGateway } from '../base/errors.ts'

/**
 * The longest answer of a product that is read, in bytes. Parsed, it takes several times as much memory, and an isolate
 * has 128 MB.
 */
export const MAX_ANSWER = 10 * 1024 * 1024

const GZIP_MAGIC = [0x1f, 0x8b] as const

/**
 * Reads a body as text; 502 for more than MAX_ANSWER bytes. A body whose length is known is read at once, any other is
 * counted as it comes. Gzip without a Content-Encoding (recorder facts, section 7) is unpacked.
 */
export async function readText(response: Response, maybeGzip: boolean): Promise<string> {
  const length = response.headers.get('Content-Length')
  if (length !== null && Number(length) > MAX_ANSWER) throw tooLarge()
  if (length !== null && !maybeGzip && !response.headers.has('Content-Encoding')) return response.text()
  if (!response.body) return ''
  const bytes = await readBytes(response.body).catch(asUnpackable)
  const isGzip = maybeGzip && bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1]
  return new TextDecoder().decode(isGzip ? await gunzip(bytes).catch(asUnpackable) : bytes)
}

const gunzip = (bytes: Uint8Array) => {
  const packed = new Response(bytes).body as ReadableStream<Uint8Array>
  return readBytes(packed.pipeThrough(new DecompressionStream('gzip')))
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw tooLarge()
    chunks.push(chunk)
  }
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

/** The runtime throws a TypeError for a body that cannot be unpacked; a lost connection is an error of another class. */
function asUnpackable(error: unknown): never {
  throw error instanceof TypeError
    ? badGateway('the answer of the upstream service is packed wrongly', 'broken')
    : error
}

const tooLarge = () => badGateway('the answer of the upstream service is larger than 10 MiB', 'too large')
