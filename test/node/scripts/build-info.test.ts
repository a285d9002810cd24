import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { buildId, putBuildInfo } from '../../../scripts/support/build-info.ts'

/** The disk of the drafts, which are renamed. */
const CACHE = join(ROOT, 'node_modules/.cache/latchkey')
/** A build's info, in a separate folder. */
let folder: string
beforeEach(async () => {
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(join(CACHE, 'build-'))
  vi.stubEnv('WORKERS_CI_COMMIT_SHA', '')
  vi.stubEnv('SOURCE_DATE_EPOCH', '')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder }).toString()

async function commit(text: string): Promise<string> {
  await writeFile(join(folder, 'code.ts'), text)
  git('add', 'code.ts')
  git('commit', '-q', '-m', text)
  return git('rev-parse', 'HEAD').trim()
}

async function built(at: string) {
  vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
  await putBuildInfo(folder)
  const text = await readFile(join(folder, 'src/base/generated/build.ts'), 'utf8')
  const [, commit = '', build, built_at] =
    /COMMIT: string \| null = (.*)\nexport const BUILD = '(.*)'\nexport const BUILT_AT = '(.*)'/.exec(text) ?? []
  return { commit: commit.replaceAll("'", ''), build, built_at }
}

it('contains the commit, and the same time for the same commit', async () => {
  git('init', '-q')
  const first = await commit('one')
  expect(await built('2026-11-22T01:00:00.500Z')).toEqual({
    commit: first,
    build: buildId(first),
    built_at: '2026-11-22T01:00:00Z',
  })
  expect(await built('2026-11-22T02:00:00Z')).toEqual({
    commit: first,
    build: buildId(first),
    built_at: '2026-11-22T01:00:00Z',
  })
  const second = await commit('two')
  expect(await built('2026-11-22T03:00:00Z')).toEqual({
    commit: second,
    build: buildId(second),
    built_at: '2026-11-22T03:00:00Z',
  })
})

it('shows changed files, and another time for each change', async () => {
  git('init', '-q')
  const first = await commit('one')
  const changed = { commit: `${first}-dirty`, built_at: '2026-11-22T01:00:00Z' }
  await writeFile(join(folder, 'code.ts'), 'changed')
  const { build, ...one } = await built('2026-11-22T01:00:00Z')
  expect(one).toEqual(changed)
  expect(build).not.toBe(buildId(first))
  expect(await built('2026-11-22T02:00:00Z')).toEqual({ ...changed, build })
  await writeFile(join(folder, 'code.ts'), 'changed again')
  const again = await built('2026-11-22T03:00:00Z')
  expect(again).toMatchObject({ ...changed, built_at: '2026-11-22T03:00:00Z' })
  expect(again.build).not.toBe(build)
})

it('does not count the ids that a deployment writes into wrangler.toml', async () => {
  git('init', '-q')
  await writeFile(join(folder, 'wrangler.toml'), 'name = "latchkey"')
  git('add', 'wrangler.toml')
  const first = await commit('one')
  await writeFile(join(folder, 'wrangler.toml'), 'id = "0"')
  expect(await built('2026-11-22T01:00:00Z')).toMatchObject({ commit: first })
})

it("contains no commit without git, or that of Cloudflare's build", async () => {
  const build = buildId('2026-11-22T01:00:00Z')
  expect(await built('2026-11-22T01:00:00Z')).toEqual({ commit: 'null', build, built_at: '2026-11-22T01:00:00Z' })
  expect(await built('2026-11-22T02:00:00Z')).toEqual({ commit: 'null', build, built_at: '2026-11-22T01:00:00Z' })
  const named = 'a'.repeat(40)
  vi.stubEnv('WORKERS_CI_COMMIT_SHA', named)
  expect(await built('2026-11-22T03:00:00Z')).toMatchObject({ commit: named, build: buildId(named) })
})

it('takes the time of SOURCE_DATE_EPOCH', async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1795309200')
  expect(await built('2027-01-01T00:00:00Z')).toMatchObject({ built_at: '2026-11-22T01:00:00Z' })
})

it('uses no commit of an outer checkout', async () => {
  git('init', '-q')
  await commit('one')
  const outer = folder
  folder = await mkdtemp(join(outer, 'copy-'))
  expect(await built('2026-11-22T01:00:00Z')).toMatchObject({ commit: 'null' })
  folder = outer
})
