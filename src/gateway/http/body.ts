import type { Context } from 'hono'
import { badInput, GatewayError } from '../../base/errors.ts'
import { DEEPEST_JSON, isDeeperThan } from '../../base/json.ts'
import type { AppEnv } from '../state.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Reads the JSON of a request. An empty body is `{}`, whatever its Content-Type: Make and n8n send an empty text. A
 * missing Content-Type counts as JSON. Throws what `readText` throws, 415 for another content type, and 400 for invalid
 * JSON, or for JSON that is nested too deep for recursive code.
 */
export async function readJson(c: Context<AppEnv>, maxSize: number): Promise<unknown> {
  const declared = c.req.header('Content-Type')
  if (declared !== undefined && !JSON_TYPE.test(declared)) {
    const given = new TextDecoder().decode(await readBytes(c, maxSize))
    if (given.trim() === '') return {}
    throw new GatewayError(
      415,
      'Content-Type: must be application/json: add the header Content-Type: application/json, and send JSON',
    )
  }
  const text = (await readText(c, maxSize)).trim()
  const body = text === '' ? {} : parsed(text)
  if (isDeeperThan(body, DEEPEST_JSON)) throw badInput(`body: must not be nested deeper than ${DEEPEST_JSON} levels`)
  return body
}

/**
 * A body that is too large is read up to this many times the limit. A client that is still sending when the response arrives
 * often reports a broken connection instead of the response.
 */
const MOST_READ = 8

/** Throws 413 for a body of more than `maxSize` bytes, including chunked bodies, and 400 if the caller disconnects before its end. */
export const readText = (c: Context<AppEnv>, maxSize: number): Promise<string> =>
  reading(c, maxSize, () => c.req.text())

/** The same in bytes. */
export const readBytes = (c: Context<AppEnv>, maxSize: number): Promise<ArrayBuffer> =>
  reading(c, maxSize, () => c.req.arrayBuffer())

async function reading<Body>(c: Context<AppEnv>, maxSize: number, read: () => Promise<Body>): Promise<Body> {
  try {
    await limitBody(c, maxSize)
    return await read()
  } catch (error) {
    if (error instanceof GatewayError) throw error
    throw badInput('body: the connection closed before its end')
  }
}

async function limitBody(c: Context<AppEnv>, maxSize: number): Promise<void> {
  const { body, headers } = c.req.raw
  const declared = headers.has('Transfer-Encoding') ? undefined : headers.get('Content-Length')
  if (!body || (declared && Number(declared) <= maxSize)) return
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size <= maxSize) kept.push(chunk)
    if (size > MOST_READ * maxSize) break
  }
  if (size > maxSize) throw new GatewayError(413, `body: is larger than ${maxSize} bytes`)
  c.req.raw = new Request(c.req.raw, { body: new Blob(kept) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, at] = / at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const place = at === undefined ? '' : `, from character ${Number(at) + 1} on`
    // The command line of Windows sends single quotes as part of the text.
    const hint = text.startsWith("'") ? ': Windows wants double quotes around it, and \\" inside' : ''
    throw badInput(`body: is not valid JSON${place}${hint}`)
  }
}
