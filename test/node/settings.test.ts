import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../../scripts/support/build.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'

/** docs/settings.md, which `--update` writes: what .dev.vars.example and package.json say about each setting and binding. */
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')

/** Comments, and the settings below them, which share these comments. */
const BLOCK = /((?:^# (?![A-Z_]+=).*\n)*)((?:^(?:# )?[A-Z_]+=.*\n)+)/gm

const rows = [...read('.dev.vars.example').matchAll(BLOCK)].map(([, comments = '', block = '']) => {
  const settings = [...block.matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)]
  return {
    meaning: comments.replaceAll(/^# /gm, '').trim().replaceAll('\n', ' '),
    names: settings.map(([, , name = '']) => name),
    defaults: settings.flatMap(([, isUnset, , value = '']) => (isUnset && value ? [value] : [])),
  }
})
const kindOf = (name: string | undefined) => (SETTING_NAMES.secret.some((secret) => secret === name) ? 'secret' : 'var')
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

it('.dev.vars.example explains every setting that the code reads, and no other', () => {
  const source = read('src/base/env.ts') + read('src/base/secret-names.ts')
  const names = [...source.matchAll(/\| '([A-Z_]+)'|^ {2}([A-Z_]+)\?: string/gm)].map(([, a, b]) => a ?? b ?? '').sort()
  expect(names).toEqual(expect.arrayContaining(['RECORDER_TOKEN', 'SOCIAL_API_URL', 'API_KEY', 'SUBREQUESTS']))
  expect(rows.flatMap((row) => row.names).sort()).toEqual(names)
  expect([...SETTING_NAMES.secret, ...SETTING_NAMES.var].sort()).toEqual(names)
  expect(rows.filter(({ meaning }) => !/^\S.{20,}\.$/.test(meaning))).toEqual([])
})

it('docs/settings.md is what they say', async () => {
  const { bindings } = packageJson.cloudflare
  const page = [
    '# Settings',
    '`npx vitest run test/node/settings.test.ts --update` prints this page from `.dev.vars.example` and `package.json`. [Deploying](deploying.md) says how to set a setting, and [accounts](accounts.md) where to find the values of an account. A setting without a default is unset.',
    [
      '| Name | Kind | Default | Meaning |',
      '|---|---|---|---|',
      ...rows.map(
        ({ names, defaults, meaning }) =>
          `| ${code(names)} | ${kindOf(names[0])} | ${code(defaults)} | ${meaning.replaceAll('|', '\\|')} |`,
      ),
    ].join('\n'),
    '## Bindings',
    [
      '| Name | What it is for |',
      '|---|---|',
      ...SETTING_NAMES.binding.map((name) => `| \`${name}\` | ${bindings[name].description} |`),
    ].join('\n'),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../docs/settings.md')
})
