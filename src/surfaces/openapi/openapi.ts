import { type Context, Hono } from 'hono'
import { badInput } from '../../base/errors.ts'
import { AREAS } from '../../base/groups.ts'
import { respond } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { groupFile, OPENAPI_FILE, olderFile, readPrintedBytes } from '../generated.ts'

/** The version of a document, by what a caller requests with `?openapi=`. */
const VERSIONS = { '3.1': '3.1.0', '3.0': '3.0.3' } as const
type Requested = keyof typeof VERSIONS

/** The start of each file, up to the server's URL. */
const beginning = (version: Requested, address: string) =>
  `{"openapi":"${VERSIONS[version]}","servers":[{"url":${JSON.stringify(address)}`

/** Throws 400 for another version. */
function getVersion(requested = '3.1'): Requested {
  if (requested === '3.1' || requested === '3.0') return requested
  throw badInput(`openapi: must be one of ${Object.keys(VERSIONS).sort().reverse().join(', ')}`)
}

/**
 * The OpenAPI documents, of 3.1 or, for older importers, of 3.0, which need no key (decisions.md section 10). The management app has its own document,
 * because no API key opens it. They are generated ahead (printing.ts). A request only inserts its origin, for programs
 * that import the document from a file. The rest is sent as the bytes that were read, because decoding and encoding
 * would be most of the cost of a first request.
 */
export function openapi() {
  const rests = new Map<string, Uint8Array<ArrayBuffer>>()
  const send = (newest: string) => async (c: Context<AppEnv>) => {
    const version = getVersion(c.req.query('openapi') || undefined)
    const file = version === '3.1' ? newest : olderFile(newest)
    const rest = rests.get(file) ?? (await readPrintedBytes(c.env, file)).subarray(beginning(version, '/').length)
    rests.set(file, rest)
    return respond(c, 200, joined(new TextEncoder().encode(beginning(version, new URL(c.req.url).origin)), rest))
  }
  const surface = new Hono<AppEnv>().get(OPENAPI_FILE, send(OPENAPI_FILE))
  for (const group of AREAS) surface.get(groupFile(group), send(groupFile(group)))
  return surface
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}
