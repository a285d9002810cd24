import { type Context, Hono } from 'hono'
import { badInput } from '../base/errors.ts'
import { AREAS, type Area } from '../base/groups.ts'
import { respond } from '../gateway/http/respond.ts'
import type { AppEnv } from '../gateway/state.ts'
import { groupFile, OPENAPI_FILE, readPrinted, readPrintedBytes } from './public-files.ts'

/** The start of each file, up to the server's URL. */
const documentStart = (address: string) => `{"openapi":"3.1.0","servers":[{"url":${JSON.stringify(address)}`

/**
 * The OpenAPI documents, which need no key. The management app has its own document, because no API key opens it. They
 * are generated ahead (generate.ts). A request only inserts its origin, for programs that import the document from a
 * file. The rest is sent as the bytes that were read, because decoding and encoding would be most of the cost of a
 * first request.
 */
export function openapi() {
  const rests = new Map<string, Uint8Array<ArrayBuffer>>()
  const send = async (c: Context<AppEnv>, file: string) => {
    const rest = rests.get(file) ?? (await readPrintedBytes(c.env, file)).subarray(documentStart('/').length)
    rests.set(file, rest)
    return respond(c, 200, joined(new TextEncoder().encode(documentStart(new URL(c.req.url).origin)), rest))
  }
  const surface = new Hono<AppEnv>().get(OPENAPI_FILE, async (c) => {
    const names = c.req.query('groups')
    if (!names) return send(c, OPENAPI_FILE)
    const documents = await Promise.all(getGroups(names).map((group) => readPrinted(c.env, groupFile(group))))
    const text = JSON.stringify(documents.map((document): Document => JSON.parse(document)).reduce(merge))
    return respond(c, 200, documentStart(new URL(c.req.url).origin) + text.slice(documentStart('/').length))
  })
  for (const group of AREAS) surface.get(groupFile(group), (c) => send(c, groupFile(group)))
  return surface
}

const AREAS_OF_KEYS = AREAS.filter((area) => area !== 'admin')

/** Throws 400 for a name that is none of a group. */
function getGroups(names: string): Area[] {
  const wanted = new Set(names.split(',').map((name) => name.trim()))
  const groups = AREAS_OF_KEYS.filter((area) => wanted.has(area))
  if (groups.length < wanted.size) throw badInput(`groups: must be of ${AREAS_OF_KEYS.join(', ')}, with commas`)
  return groups
}

type Parts = Readonly<Record<string, object>>

interface Document {
  tags: readonly unknown[]
  paths: Parts
  webhooks?: Parts
  components: Readonly<Record<string, Parts>>
}

/** Two documents as one: what has the same name is the same. */
const merge = (one: Document, other: Document): Document => ({
  ...one,
  tags: [...one.tags, ...other.tags],
  paths: { ...one.paths, ...other.paths },
  ...((one.webhooks ?? other.webhooks) && { webhooks: { ...one.webhooks, ...other.webhooks } }),
  components: Object.fromEntries(
    Object.entries(one.components).map(([kind, parts]) => [kind, { ...parts, ...other.components[kind] }]),
  ),
})

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}
