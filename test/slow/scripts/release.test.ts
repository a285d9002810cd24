import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

/** A release from a copy of this project, to a registry on this machine. */

const OWNER = {
  author: 'Kim Sora',
  license: 'MIT',
  homepage: 'https://github.com/sora/latchkey',
  repository: 'github:sora/latchkey',
}
const [CLIENT, N8N] = ['latchkey-client', 'n8n-nodes-latchkey'] as const

type Manifest = Record<string, unknown> & { version: string }
interface Published {
  name: string
  versions: Record<string, Manifest>
}

let folder: string
/** What the registry has, by the name of the package. */
const published = new Map<string, Published>()
/** The package that it does not take. */
let refused: string | undefined

const registry = createServer(async (request, response) => {
  const name = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*/, ''))
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (request.method === 'PUT') {
    const sent = (await json(request)) as Published
    if (name === refused) return answer(403, { error: 'not today' })
    published.set(name, sent)
    return answer(201, { ok: true })
  }
  const found = published.get(name)
  return found ? answer(200, found) : answer(404, { error: 'not found' })
})

const git = (...args: string[]) => {
  const who = ['-c', 'user.name=Sora', '-c', 'user.email=sora@bookshop.kr', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...who, ...args], { cwd: join(folder, 'copy'), encoding: 'utf8' })
}

async function release(...args: string[]): Promise<{ code: number; said: string }> {
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const userconfig = join(folder, '.npmrc')
  await writeFile(
    userconfig,
    `registry=${address}\n${address.replace('http:', '')}:_authToken=of-this-test\nfetch-retries=0\n`,
  )
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|github_|actions_)/i.test(name)),
  )
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(folder, 'copy/scripts/release.ts'), ...args],
      { cwd: join(folder, 'copy'), env: { ...env, npm_config_userconfig: userconfig } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const path = join(folder, 'copy', file)
  await writeFile(path, edit(await readFile(path, 'utf8')))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const copy = join(folder, 'copy')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  // Also where node_modules is a link.
  for (const file of files
    .trim()
    .split('\n')
    .filter((file) => !/(^|\/)node_modules/.test(file))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file), { force: true }).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  // Its own cache of what is generated.
  await mkdir(join(copy, 'node_modules/.cache'), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '.cache') await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name), 'junction')
  await symlink(join(ROOT, 'src/client/node_modules'), join(copy, 'src/client/node_modules'), 'junction').catch(
    () => {},
  )
  await change('package.json', (text) => {
    const { author, license, homepage, repository, ...manifest } = JSON.parse(text)
    return JSON.stringify(manifest)
  })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'all')
})

afterAll(async () => {
  registry.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

async function readManifest(name: string): Promise<Manifest> {
  const made = join(folder, 'copy/dist/release')
  const file = (await readdir(made)).find((one) => one.startsWith(`${name}-`) && one.endsWith('.tgz')) ?? ''
  const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { cwd: made, encoding: 'utf8' })
  return JSON.parse(text)
}

it('is tried without what the owner gives, and says what is missing', async () => {
  const { code, said } = await release('--dry-run')
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining('Nothing was published: this is a dry run.'),
  })
  for (const field of Object.keys(OWNER)) expect(said).toContain(`- package.json has no ${field}: `)
  for (const name of [CLIENT, N8N]) {
    const manifest = await readManifest(name)
    expect(manifest).toMatchObject({ name, private: true })
    for (const field of Object.keys(OWNER)) expect(manifest).not.toHaveProperty(field)
  }
})

it('stops without it, before anything is made or sent', async () => {
  await rm(join(folder, 'copy/dist'), { recursive: true })
  const { code, said } = await release('--publish')
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/^Nothing was published:\n- package\.json has no author/),
  })
  expect(await readdir(join(folder, 'copy'))).not.toContain('dist')
  expect([...published.keys()]).toEqual([])
})

it('stops for a README that says the opposite, and a commit without the tag', async () => {
  await change('package.json', (text) => JSON.stringify({ ...JSON.parse(text), ...OWNER }))
  const { code, said } = await release('--publish')
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect([code, ...said.trim().split('\n').sort()]).toEqual([
    1,
    '- README.ko.md still has OWNER in an address',
    '- README.ko.md still says that no licence was chosen',
    '- README.md still has OWNER in an address',
    '- README.md still says that no licence was chosen',
    `- the commit has no tag v${version}`,
    '- the file LICENSE with the text of the licence is missing',
    '- the work tree has changes that are not committed',
    'Nothing was published:',
  ])
  for (const file of ['README.md', 'README.ko.md'])
    await change(file, (text) =>
      text.replaceAll('OWNER', 'sora').replace(/.*(has not chosen a licence|라이선스는 아직 정해지지).*\n/, ''),
    )
  await appendFile(join(folder, 'copy/LICENSE'), 'MIT\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'what the owner gives')
  git('tag', `v${version}`)
})

it('publishes nothing if one of the names belongs to another project', async () => {
  const theirs = {
    name: N8N,
    version: '0.1.0',
    repository: { type: 'git', url: 'git+https://github.com/other/nodes.git' },
  }
  published.set(N8N, { name: N8N, 'dist-tags': { latest: '0.1.0' }, versions: { '0.1.0': theirs } } as Published)
  const { code, said } = await release('--publish')
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(`- ${N8N} is a package of another project`) })
  expect([...published.keys()]).toEqual([N8N])
  published.clear()
})

it('goes on where it stopped', async () => {
  refused = N8N
  const first = await release('--publish')
  expect({ ...first }).toEqual({
    code: 1,
    said: expect.stringMatching(
      /latchkey-client \S+ is published\nn8n-\S+ \S+ was not published: [\s\S]*Run the same command again/,
    ),
  })
  expect([...published.keys()]).toEqual([CLIENT])
  refused = undefined
  const { code, said } = await release('--publish')
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringMatching(/latchkey-client \S+ is published already\nn8n-nodes-latchkey \S+ is published\n/),
  })
  for (const name of [CLIENT, N8N]) {
    const [manifest] = Object.values(published.get(name)?.versions ?? {})
    expect(manifest).toMatchObject({
      ...OWNER,
      name,
      author: { name: 'Kim Sora' },
      repository: { url: expect.stringContaining('github.com/sora/latchkey') },
    })
    expect(manifest).not.toHaveProperty('private')
  }
  expect(await readFile(join(folder, 'copy/dist/release/notes.md'), 'utf8')).toMatch(/\S/)
})

it('does not replace a version that has other contents', async () => {
  const { versions } = published.get(CLIENT) ?? { versions: {} }
  for (const manifest of Object.values<Manifest>(versions))
    Object.assign(Object(manifest.dist), { integrity: 'sha512-other' })
  const { code, said } = await release('--publish')
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/- latchkey-client \S+ exists with other contents: raise the version/),
  })
})
