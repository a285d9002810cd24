import type { Context } from 'hono'
import { AREAS } from '../../base/groups.ts'
import { respond } from '../../gateway/http/respond.ts'
import { routeList } from '../../gateway/http/router.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { groupFile, OPENAPI_FILE, readPrintedBytes } from '../generated.ts'

/** The start of each file, up to the server's URL, and its length in bytes. */
const beginning = (address: string) => `{"openapi":"3.1.0","servers":[{"url":${JSON.stringify(address)}`
const PRINTED_BYTES = beginning('/').length

/**
 * The OpenAPI 3.1 documents, which need no key (decisions.md section 10). The management app has its own document,
 * because no API key opens it. They are generated ahead (printing.ts). A request only inserts its origin, for programs
 * that import the document from a file. The rest is sent as the bytes that were read, because decoding and encoding
 * would be most of the cost of a first request.
 */
export function openapi() {
  const rests = new Map<string, Uint8Array<ArrayBuffer>>()
  const send = (file: string) => async (c: Context<AppEnv>) => {
    const rest = rests.get(file) ?? (await readPrintedBytes(c.env, file)).subarray(PRINTED_BYTES)
    rests.set(file, rest)
    return respond(c, 200, joined(new TextEncoder().encode(beginning(new URL(c.req.url).origin)), rest))
  }
  const surface = routeList().get(OPENAPI_FILE, send(OPENAPI_FILE))
  for (const group of AREAS) surface.get(groupFile(group), send(groupFile(group)))
  return surface
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}
