import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namedFiles } from '../../../scripts/release/packages.ts'
import { findNotes, findStale, toSlug } from '../../../scripts/release/ready.ts'
import { ROOT } from '../../../scripts/support/build.ts'
import { readPublisher, toManifest, toPublisher } from '../../../scripts/support/publisher.ts'

const PACKAGE = { version: '1.2.0', packages: { client: 'latchkey-client', n8n: 'n8n-nodes-latchkey' } }
const GIVEN = {
  author: { name: 'Kim Sora', email: 'sora@bookshop.kr' },
  license: 'MIT',
  homepage: 'https://github.com/sora/latchkey',
  repository: 'github:sora/latchkey',
}

describe('what the owner gives in package.json', () => {
  it('is in the manifest of each package, as it is there', () => {
    const publisher = toPublisher({ ...PACKAGE, ...GIVEN })
    expect(publisher.missing).toEqual([])
    const manifest = toManifest('latchkey-client', publisher, { type: 'module' })
    expect(manifest).toEqual({ name: 'latchkey-client', version: '1.2.0', ...GIVEN, type: 'module' })
  })

  it.each([
    ['author', [undefined, '', ' ', 'OWNER', {}, { name: '' }, { name: 'Sora', email: 'owner@example.com' }]],
    ['license', [undefined, '', '  ', null, { type: 'MIT' }]],
    ['homepage', [undefined, '', 'latchkey', 'http://shop.kr', 'https://github.com/OWNER/latchkey', 'https://x']],
    ['repository', [undefined, '', 'github:OWNER/latchkey', { type: 'git' }, { url: '' }]],
  ])('is missing without %s, or with a placeholder in it, and then nothing can be published', (field, values) => {
    for (const value of values) {
      const publisher = toPublisher({ ...PACKAGE, ...GIVEN, [field]: value })
      expect(publisher.missing, JSON.stringify(value)).toEqual([
        expect.stringMatching(`^package.json has no ${field}: `),
      ])
      const manifest = toManifest('latchkey-client', publisher, {})
      expect(manifest).toMatchObject({ private: true })
      expect(manifest).not.toHaveProperty(field)
    }
  })

  it('includes names that n8n finds', () => {
    const named = (n8n: unknown) => toPublisher({ ...PACKAGE, packages: { ...PACKAGE.packages, n8n } }).names.n8n
    expect(named('@sora/n8n-nodes-latchkey')).toBe('@sora/n8n-nodes-latchkey')
    for (const wrong of ['latchkey', '', undefined]) expect(() => named(wrong)).toThrow()
  })
})

it('says of a page what is not true any more', async () => {
  const page = 'See https://github.com/OWNER/latchkey. The owner has not chosen a licence for this project yet.'
  expect(findStale(page, { fields: {} })).toEqual([])
  expect(findStale(page, { fields: GIVEN })).toEqual(['says that no licence was chosen', 'has OWNER in an address'])
})

it('the READMEs say that no licence was chosen as long as that is so', async () => {
  const { fields } = await readPublisher()
  for (const file of ['README.md', 'README.ko.md']) {
    const stale = findStale(await readFile(join(ROOT, file), 'utf8'), { fields: { license: 'MIT' } })
    expect(stale.length > 0, file).toBe(fields.license === undefined)
  }
})

it('no package has a licence, a version or a name of its own', async () => {
  for (const file of [
    'src/connectors/n8n/package.json',
    'src/client/package.json',
    'src/connectors/zapier/package.json',
  ]) {
    const manifest = JSON.parse(await readFile(join(ROOT, file), 'utf8'))
    expect(manifest, file).not.toHaveProperty('license')
    if (!manifest.private)
      for (const field of ['name', 'version', 'author', 'homepage', 'repository', 'scripts.prepublishOnly'])
        expect(manifest, file).not.toHaveProperty(field)
  }
})

it.each([
  ['## Unreleased\n\n- a\n\n## 1.2.0 - 2026-11-27\n\n- b\n\n### Added\n\n- c\n\n## 1.1.0\n', '- b\n\n### Added\n\n- c'],
  ['## [1.2.0] - 2026-11-27\n- b\n', '- b'],
  ['## 1.2.0\r\n\r\n- b\r\n', '- b'],
  ['## 1.2.01\n\n- b\n', ''],
  ['## 1.2.0-beta.1\n\n- b\n', ''],
  ['## 1.2.0\n\n## 1.1.0\n\n- a\n', ''],
  ['# Changelog\n', ''],
])('takes the notes of a version from the changelog %j', (changelog, notes) => {
  expect(findNotes(changelog, '1.2.0')).toBe(notes)
})

it.each([
  'github:Sora/latchkey',
  'sora/latchkey',
  'https://github.com/sora/latchkey',
  'git+https://github.com/sora/latchkey.git',
  'git+ssh://git@github.com/sora/latchkey.git',
  'git@github.com:sora/latchkey.git',
  'https://github.com/sora/latchkey#readme',
])('knows the repository %s', (url) => {
  expect(toSlug(url)).toBe('sora/latchkey')
})

it('knows the files that a manifest leads to', () => {
  expect(
    namedFiles({
      ...{ main: './index.js', types: './index.d.ts', bin: { latchkey: './latchkey.js' } },
      exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
      n8n: { n8nNodesApiVersion: 1, strict: true, credentials: ['dist/a.js'], nodes: ['dist/b.js'] },
    }),
  ).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'latchkey.js', 'package.json', 'dist/a.js', 'dist/b.js']))
})
