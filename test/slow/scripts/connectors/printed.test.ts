import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { printConnectors, printedConnectors } from './printed.ts'

const filesOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((one) => one.isFile() && !/node_modules/.test(one.parentPath))
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .sort()
}

it('prints the same again, and what to do with each package', async () => {
  const first = await printedConnectors()
  const second = await mkdtemp(join(tmpdir(), 'latchkey-printed-'))
  try {
    const { stdout } = await printConnectors(second)
    expect(stdout.split('\n').filter((line) => line.startsWith('  '))).toEqual([
      expect.stringMatching(/ npm install --prefix ~\/\.n8n\/nodes .*n8n-nodes-latchkey$/),
      expect.stringMatching(/ npm install --prefix .*zapier-latchkey$/),
      expect.stringMatching(/ load it: chrome:\/\/extensions, Developer mode, Load unpacked$/),
    ])
    for (const name of await readdir(second)) {
      const files = await filesOf(join(second, name))
      expect(files.length, name).toBeGreaterThan(10)
      expect(await filesOf(join(first, name))).toEqual(files)
      for (const file of files)
        expect(await readFile(join(second, name, file)), file).toEqual(await readFile(join(first, name, file)))
    }
  } finally {
    await rm(second, { recursive: true })
  }
})

it('has a README in both languages with pictures that exist', async () => {
  const folder = await printedConnectors()
  const packages = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory())
  const names = ['latchkey-browser', 'n8n-nodes-latchkey', 'zapier-latchkey']
  expect(packages.map(({ name }) => name).sort()).toEqual(names)
  for (const { name } of packages)
    for (const readme of ['README.md', 'README.ko.md']) {
      const text = await readFile(join(folder, name, readme), 'utf8')
      const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path)
      // The extension has pages of its own that say what to do.
      if (name !== 'latchkey-browser') expect(pictures.length, `${name}/${readme}`).toBeGreaterThan(0)
      for (const picture of pictures) expect((await readFile(join(folder, name, picture))).length).toBeGreaterThan(5000)
    }
})

/** Only some rules of the linter of n8n, which is too large for a test (docs/connectors.md, "How they are checked"). */
it('has in the package for n8n no global that n8n forbids, and the unchanged configuration of its linter', async () => {
  const folder = join(await printedConnectors(), 'n8n-nodes-latchkey')
  const forbidden =
    /(?<![\w.])(?:(?:set|clear)(?:Timeout|Interval|Immediate)\b|(?:process|global|globalThis)\.|__\w+name\b)/
  const sources = (await filesOf(folder)).filter((file) => /^(?:nodes|credentials)\/.*\.ts$/.test(file))
  expect(sources.length).toBeGreaterThan(8)
  for (const file of sources) expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(forbidden)
  const config = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n"
  expect(await readFile(join(folder, 'eslint.config.mjs'), 'utf8')).toBe(config)
})
