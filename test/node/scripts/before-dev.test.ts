import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

/** What `npm run dev` says before Wrangler starts. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dev-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = () =>
  execFileSync(process.execPath, [join(ROOT, 'scripts/before-dev.ts')], { cwd: folder, encoding: 'utf8' })

it('says how to create .dev.vars where it is missing', () => {
  expect(run()).toMatch(/no file \.dev\.vars[\s\S]*npm run setup "--" --local[\s\S]*npm start/)
})

it.each([
  ['.dev.vars', 'API_KEY=one\nADMIN_KEY="two"\n', /sign in with ADMIN_KEY of \.dev\.vars/],
  ['.env', 'API_KEY=one\nADMIN_KEY=two\n', /sign in with ADMIN_KEY of \.env/],
  ['.dev.vars', 'API_KEY=\nADMIN_KEY=two\n', /^\.dev\.vars has no API_KEY: add it/],
  ['.dev.vars', '# API_KEY=one\n', /^\.dev\.vars has no API_KEY and no ADMIN_KEY/],
])('reads %s with %j', async (file, text, said) => {
  await writeFile(join(folder, file), text)
  const output = run()
  expect(output).toMatch(said)
  expect(output).not.toContain('two')
})
