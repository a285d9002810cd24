import type { Context } from 'hono'
import { AREAS } from '../base/groups.ts'
import { respond } from '../gateway/respond.ts'
import { routeList } from '../gateway/router.ts'
import type { Gateway } from '../gateway/state.ts'
import { groupFile, OPENAPI_FILE, readPrinted } from './printed.ts'

/** As the document has it, before any schema that could hold the same. */
const PRINTED_SERVER = '"servers":[{"url":"/"'

/**
 * The OpenAPI 3.1 documents, which need no key (decisions.md section 10). The management app stands in a document of its
 * own alone, since no API key opens it. They are printed ahead (printing.ts); a request
 * adds the origin that it came to, which programs that import a document from a file go by.
 */
export function openapi() {
  const texts = new Map<string, string>()
  const send = (file: string) => async (c: Context<Gateway>) => {
    const text = texts.get(file) ?? (await readPrinted(c.env, file))
    texts.set(file, text)
    const { origin } = new URL(c.req.url)
    return respond(
      c,
      200,
      text.replace(PRINTED_SERVER, () => `"servers":[{"url":${JSON.stringify(origin)}`),
    )
  }
  const surface = routeList().get(OPENAPI_FILE, send(OPENAPI_FILE))
  for (const group of AREAS) surface.get(groupFile(group), send(groupFile(group)))
  return surface
}
