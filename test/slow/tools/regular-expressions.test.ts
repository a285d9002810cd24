import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { parse } from 'acorn'
import { simple } from 'acorn-walk'
import { check } from 'recheck'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

/**
 * Every regular expression of the Worker, and what a text made for it could cost. One that a caller or a product can
 * make run for minutes stops the isolate for everybody.
 */

interface Expression {
  file: string
  source: string
  flags: string
}

/** Texts that these read are short, whoever writes them: the length at hand keeps the worst case below a millisecond. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/groups/payment/phone.ts': 'at most 100 characters',
  'src/groups/recorder/tokens.ts': 'the 80 characters before a token',
  'src/groups/recorder/plaud.ts': 'the message of the product, cut to 300 characters',
  'src/client/client.ts': 'the address that the client itself was given',
  'src/mcp/impossible.ts': 'a task, at most 1,000 characters',
  'src/mcp/intent.ts': 'a task, at most 1,000 characters',
  'src/mcp/rank.ts': 'a task, at most 1,000 characters',
  'src/mcp/terms.ts': 'a task, at most 1,000 characters',
}

const CONSTANT = /^(?:export )?const (\w+) = ((?:String\.raw)?`[^`]*`|'[^'\n]*'|\d+|\/(?:\\.|[^/\\\n])+\/\w*)/gm
const IMPORT = /^import \{([^}]*)\} from '(\.[^']*)'/gm

const readModule = (file: string) => stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))

/** The plain constants of a module, and those that it imports. */
function parseConstants(file: string, code: string): Map<string, string> {
  const constants = new Map<string, string>()
  for (const [, names = '', path = ''] of code.matchAll(IMPORT)) {
    const imported = join(dirname(file), path)
    if (!/\b[A-Z_]{2,}\b/.test(names) || !imported.endsWith('.ts')) continue
    const exported = [...readModule(imported).matchAll(CONSTANT)]
    for (const [, name = '', value = ''] of exported) constants.set(name, value)
  }
  for (const [, name = '', value = ''] of code.matchAll(CONSTANT)) constants.set(name, value)
  return constants
}

/** The value of an expression of constants, such as a pattern that is put together of several. */
function evaluate(expression: string, file: string, code: string): string {
  const constants = parseConstants(file, code)
  const needed = new Map<string, string>()
  const need = (text: string) => {
    for (const [name] of text.matchAll(/\b[A-Z][A-Z_]+\b/g)) {
      const value = constants.get(name)
      if (value === undefined || needed.has(name)) continue
      need(value)
      needed.set(name, value)
    }
  }
  need(expression)
  const body = [...needed].map(([name, value]) => `const ${name} = ${value}`).join('\n')
  return String(new Function(`${body}\nreturn ${expression}`)())
}

const expressions: Expression[] = []
for await (const file of glob('src/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
  const code = readModule(file)
  simple(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Literal({ regex }) {
      if (regex) expressions.push({ file, source: regex.pattern, flags: regex.flags })
    },
    NewExpression({ callee, arguments: [pattern, flags] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !pattern) return
      const written = (node: { start: number; end: number }) => code.slice(node.start, node.end)
      expressions.push({
        file,
        source: evaluate(written(pattern), file, code),
        flags: flags ? evaluate(written(flags), file, code) : '',
      })
    },
  })
}

it('finds them', () => {
  expect(expressions.length).toBeGreaterThan(100)
  // Those that are put together, too.
  expect(expressions.map(({ source }) => source)).toContain('^lk_[0-9A-Za-z]{49}$')
})

/**
 * A match of a text that may be slow is limited by the characters that it reads, because a busy machine uses up any time. The
 * longest text has 300,000 characters. An expression with large counts is analysed as well, unless its automaton is large: then it
 * is tried out.
 */
const LIMITS = { attackLimit: 6_000_000, attackTimeout: null, timeout: null, maxRepeatCount: 10_000, maxNFASize: 5_000 }
/** Files with an expression whose large automaton takes seconds, and whose trial takes a minute. */
const LARGE: Readonly<Record<string, number>> = { 'src/pages/events/address.ts': 35_000 }

/** What a text made for the expression costs: `safe`, or the growth of its time. */
async function formatCost({ file, source, flags }: Expression): Promise<string> {
  // One process checks all. The synchronous function starts one for each.
  const told = await check(source, flags, { ...LIMITS, maxNFASize: LARGE[file] ?? LIMITS.maxNFASize })
  return told.status === 'vulnerable' ? told.complexity.summary : told.status
}

it('tells one that takes cubic time', async () => {
  const source = String.raw`(!\[[^\]]*\]\()(<[^>]*>|[^)\s]+)([^)]*\))`
  expect(await formatCost({ file: '', source, flags: 'g' })).toMatch(/polynomial/)
})

/** Whether there is nothing to go back over: no repetition without an end, and at most one that counts. */
function isPlain(source: string): boolean {
  const outside = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  return !/[*+]|\{\d+,\}/.test(outside) && outside.split(/\{\d/).length <= 2
}

it('finds repetitions outside of classes and escapes', () => {
  expect(['[*+]{1,4096}$', '\\+\\d\\*', 'a?b?', '(?:ab|c){2}'].map(isPlain)).toEqual([true, true, true, true])
  expect(['a+', '[ab]*', 'a{2,}', '(a{2}){3}', '[\\]]+'].map(isPlain)).toEqual([false, false, false, false, false])
})

it('none takes more than linear time, but for those whose text is short; none takes exponential time', async () => {
  const slow: string[] = []
  const costs = new Map<string, string>()
  for (const expression of expressions.filter(({ source }) => !isPlain(source))) {
    const { file, source, flags } = expression
    const key = `/${source}/${flags}`
    const cost = costs.get(key) ?? (await formatCost(expression))
    costs.set(key, cost)
    const isFine = cost === 'safe' || (file in BOUNDED && cost.includes('polynomial'))
    if (!isFine) slow.push(`${file}: ${key} is ${cost}`)
  }
  expect(slow).toEqual([])
}, 600_000)
