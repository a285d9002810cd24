import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorker, ROOT } from '../../../scripts/support/build.ts'

/** What `npm run deploy` uploads, bundled by Wrangler, beside what `npm start` and the tests run, bundled by scripts/support/build.ts. */
let folder: string
let uploaded: string
let built: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-bundle-'))
  const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')
  await promisify(execFile)(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', folder], { cwd: ROOT })
  uploaded = await readFile(join(folder, 'index.js'), 'utf8')
  built = await buildWorker()
})

afterAll(() => rm(folder, { recursive: true }))

it('has at most 2 MiB', () => {
  expect(uploaded).toContain('recorder_list_files')
  expect(Buffer.byteLength(uploaded)).toBeLessThanOrEqual(2 * 2 ** 20)
})

it('is the same code, but for a few helpers', () => {
  expect(Buffer.byteLength(uploaded) / Buffer.byteLength(built)).toBeCloseTo(1, 1)
  expect(textsOf(uploaded)).toEqual(textsOf(built))
})

it('has a source map to the files of this project', async () => {
  const { sources } = JSON.parse(await readFile(join(folder, 'index.js.map'), 'utf8')) as { sources: string[] }
  expect(sources.some((source) => source.endsWith('src/gateway/auth/access.ts'))).toBe(true)
})

/** The sentences of the code: what a difference between the bundles would change. */
const textsOf = (code: string) => new Set(code.match(/"[^"\\\n]{12,80}"/g))
