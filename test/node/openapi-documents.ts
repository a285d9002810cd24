import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { AREAS } from '../../src/base/groups.ts'
import { platform } from '../../src/base/platform.ts'
import { groupFile, OPENAPI_FILE } from '../../src/openapi/public-files.ts'

/** The documents that describe every operation between them, and all documents. */
export const WHOLE_FILES = [OPENAPI_FILE, groupFile('admin')]
export const ALL_FILES = [OPENAPI_FILE, ...AREAS.map(groupFile)]

const app = createApp(platform)
/** The generated files. */
const ASSETS = {
  fetch: async (url: string) => new Response(await readFile(join(ROOT, 'public', new URL(url).pathname))),
}

/** A document as a caller of https://latchkey.test reads it. The log line is swallowed. */
export async function servedDocument(file: string): Promise<string> {
  const response = await app.fetch(new Request(`https://latchkey.test${file}`), { ASSETS })
  if (!response.ok) throw new Error(`${file} is answered with ${response.status}`)
  return response.text()
}
