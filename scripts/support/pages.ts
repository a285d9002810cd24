import { cpSync, globSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountHeaders } from './products.ts'
import { PAGES } from './workerd.ts'

/** Prefilled values of the reference page in a local run. */
export interface Prefilled {
  key: string
  headers: AccountHeaders
}

/**
 * The project's static files in a separate folder, where the reference page contains these values as a block of data.
 * They are in no URL and in no file of the project. The folder is removed by `remove`, or at the end of the process.
 */
export async function prefilledPages(prefilled: Prefilled) {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  process.once('exit', remove)
  // A tenth of the CPU of the asynchronous form, which visits each file in JavaScript.
  cpSync(PAGES.directory, directory, { recursive: true })
  const data = JSON.stringify(prefilled).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="prefilled">${data}</script>`
  for (const file of globSync('docs{,/guide/*}.html', { cwd: directory })) {
    const page = join(directory, file)
    const text = await readFile(page, 'utf8')
    await writeFile(
      page,
      text.replace('</head>', () => `  ${block}\n  </head>`),
    )
  }
  return { assets: { ...PAGES, directory }, remove }
}
