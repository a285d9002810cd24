import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { printed } from '../src/surfaces/printing.ts'
import { registered } from '../src/surfaces/registered.ts'
import { ROOT } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run generate`: prints the OpenAPI documents and the list of MCP tools from the declarations of the operations. */
readCommand({
  usage: `npm run generate

Prints the OpenAPI documents and the MCP tools into public/, from the declarations of the operations. Every start, build and
upload does so first (wrangler.toml, [build]).`,
  options: {},
})

/** Beside no static file, since a folder that is watched is not to see a file that is half written. */
const DRAFTS = join(ROOT, 'node_modules/.cache/latchkey')
await mkdir(DRAFTS, { recursive: true })

for (const [file, text] of printed(registered(createApp(platform).routes))) {
  const path = join(ROOT, 'public', file)
  // What is the same is not written, so that nobody who watches the file starts anew.
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue
  const draft = join(DRAFTS, `${process.pid}-${file.replaceAll('/', '-')}`)
  await writeFile(draft, text)
  await mkdir(dirname(path), { recursive: true })
  await rename(draft, path)
}
