import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../../scripts/support/build.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'

/**
 * docs/settings.md: its tables, which `--update` writes, are what .dev.vars.example and package.json say about each
 * setting and binding, and its page of the log has every reason.
 */
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
const written = read('docs/settings.md')
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

it('.dev.vars.example explains every setting that the code reads, and no other', () => {
  const source = read('src/base/env.ts') + read('src/base/groups.ts')
  const names = [...source.matchAll(/^ +\| '([A-Z_]+)'|^ {2}([A-Z_]+)\?: string/gm)]
    .map(([, a, b]) => a ?? b ?? '')
    .sort()
  expect(names).toEqual(expect.arrayContaining(['RECORDER_TOKEN', 'SOCIAL_API_URL', 'API_KEY', 'SUBREQUESTS']))
  expect(rows.flatMap((row) => row.names).sort()).toEqual(names)
  expect([...SETTING_NAMES.secret, ...SETTING_NAMES.var].sort()).toEqual(names)
  expect(rows.filter(({ meaning }) => !/^\S.{20,}\.$/.test(meaning))).toEqual([])
})

it('docs/settings.md is what they say', async () => {
  const { bindings } = packageJson.cloudflare
  const page = [
    '# Settings and the log',
    '`npx vitest run test/node/settings.test.ts --update` prints the tables from `.dev.vars.example` and `package.json`. [Deploying](deploying.md) says how to set a setting, and [accounts](accounts.md) where to find the values of an account. A setting without a default is unset.',
    '## Settings',
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
    `## The log\n${written.split('\n## The log\n')[1]}`,
  ].join('\n\n')
  await expect(page).toMatchFileSnapshot('../../docs/settings.md')
})

it('the log has every reason', () => {
  const [, type = ''] = /export type Reason =([\s\S]*?)\n\n/.exec(read('src/base/errors.ts')) ?? []
  const reasons = [...type.matchAll(/^ {2}\| ['`](.*)['`]$/gm)].flatMap(([, word = '']) => {
    const [, start = '', list] = /^([^$]*)\$\{(.*)\}$/.exec(word) ?? [word, word]
    if (list === undefined) return [word]
    const ways = [...list.matchAll(/'([^']+)'/g)].map(([, way]) => `${start}${way}`)
    return ways.length > 0 ? ways : [start]
  })
  expect(reasons).toContain('refused limit')
  const [, log = ''] = written.split('\n## The log\n')
  const rows = log.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  )
  expect(reasons.filter((reason) => !told.some((word) => word === reason || word.startsWith(`${reason}`)))).toEqual([])
})
