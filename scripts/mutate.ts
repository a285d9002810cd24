/** `npm exec -- node scripts/mutate.ts`: plays random mutants of `src` in a copy of the checkout, and lists those that survive the tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import fc from 'fast-check'
import { parseSync } from 'vite'

/** The parts of `src` that the ordinary tests try. The others have tests of browsers and of other programs. */
const TRIED = ['accounts', 'base', 'gateway', 'groups', 'mcp', 'objects', 'openapi', 'renderings', 'upstream']
const OTHER: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }
const EXITS = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']
/** A function that makes a key of its arguments. */
const MAKES_KEY = /(?:key|name|id|digest|hex|fingerprint)$/i
const MOST_MS = 15 * 60_000

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const program = new Command('npm exec -- node scripts/mutate.ts')
  .description(
    'Plays random mutants of src, small changes, in a copy of this checkout. For one that survives, a test is missing.',
  )
  .argument(
    '[paths...]',
    'files or folders of src',
    TRIED.map((name) => `src/${name}`),
  )
  .option('--count <n>', 'how many', Number, 20)
  .option('--seed <n>', 'the same seed chooses the same mutants', Number, Date.now() % 1_000_000)
  .option('--list', 'shows the mutants, and plays none')
  .parse()
const [paths] = program.processedArgs
const { count, seed, list } = program.opts()
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file))
const all = files
  .filter((file) => file.endsWith('.ts') && paths.some((path) => `${file}/`.startsWith(`${path}/`)))
  .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')))
const size = { minLength: Math.min(count, all.length), maxLength: Math.min(count, all.length) }
const [mutants = []] = fc.sample(fc.shuffledSubarray(all, size), { seed, numRuns: 1 })
console.log(`${mutants.length} of ${all.length} mutants, with --seed ${seed}`)
if (list) console.log(mutants.map(({ name }) => name).join('\n'))
else await play()

async function play(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
  let running: ChildProcess | undefined
  process.on('exit', () => {
    running?.kill()
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(130))
  for (const file of files) cpSync(file, join(copy, file))
  execFileSync('git', ['init', '--quiet'], { cwd: copy }) // Some tests ask Git for the files.
  for (const folder of ['node_modules', 'src/client/node_modules'])
    if (existsSync(folder)) symlinkSync(resolve(folder), join(copy, folder), 'junction')
  /** A mutant that runs for ever is killed, too. */
  const passes = (command: string) =>
    new Promise<boolean>((resolve) => {
      const options = { cwd: copy, stdio: 'ignore', timeout: MOST_MS } as const
      running = spawn(process.execPath, command.split(' '), options).on('exit', (code) => resolve(code === 0))
    })
  const vitest = (how: string) =>
    passes(`node_modules/vitest/vitest.mjs ${how} --run --project workerd --project node --bail 1`)
  if (!(await vitest('run'))) return program.error('The tests fail without any mutant: run npm test.')
  let survivors = 0
  for (const { file, name, code } of mutants) {
    const original = readFileSync(join(copy, file))
    writeFileSync(join(copy, file), code)
    const isUnseen =
      (await vitest(`run ${dirname(file).replace('src', 'test')} --passWithNoTests`)) &&
      (await vitest(`related ${file}`)) &&
      (await passes('node_modules/typescript/bin/tsc -p . --noUnusedLocals false'))
    writeFileSync(join(copy, file), original)
    survivors += Number(isUnseen)
    console.log(`${isUnseen ? 'SURVIVED' : 'killed  '} ${name}`)
  }
  console.log(`${survivors} of ${mutants.length} survived`)
  process.exitCode = Math.min(survivors, 1)
}

/** Every small change of a file that is another program. */
function findMutants(file: string, code: string): { file: string; name: string; code: string }[] {
  const root = parseSync(file, code).program as unknown as Node
  return changesIn(root, root, ({ start, end }) => code.slice(start, end)).map(([{ start, end }, text]) => {
    const [from, to] = [code.slice(start, end), text].map((part) => part.replace(/\s+/g, ' ').slice(0, 90) || 'nothing')
    const name = `${file}:${code.slice(0, start).split('\n').length}: ${from} -> ${to}`
    return { file, name, code: code.slice(0, start) + text + code.slice(end) }
  })
}

function changesIn(node: Node, parent: Node, textOf: (node: Node) => string): [Node, string][] {
  // Types have no effect on a program; `value as Type` has an expression.
  if (node.type.startsWith('TS') && !node.expression) return []
  const { type, test, argument, left, right, consequent } = node as Node & Record<string, Node>
  const other = OTHER[String(node.operator)]
  const changes: [Node, string][] = []
  if (test && type !== 'SwitchCase') changes.push([test, `!(${textOf(test)})`])
  if (type === 'IfStatement' && consequent && !node.alternate && isExit(consequent)) changes.push([node, ';'])
  if (type === 'ExpressionStatement' && !node.directive) changes.push([node, ';'])
  if (type === 'AwaitExpression' && argument) changes.push([node, textOf(argument)])
  if (type === 'ArrayExpression') changes.push(...listRemovals(node.elements as (Node | null)[]))
  if (type === 'CallExpression' && MAKES_KEY.test(textOf(node.callee as Node)))
    changes.push(...(node.arguments as Node[]).map((one): [Node, string] => [one, "'' as never"]))
  if (type === 'SpreadElement') changes.push([node, parent.type === 'ObjectExpression' ? '...{}' : '...[]'])
  if (type === 'Literal' && typeof node.value === 'boolean') changes.push([node, String(!node.value)])
  if (type === 'Literal' && typeof node.value === 'number') changes.push([node, String(node.value + 1)])
  if (other && left && right) changes.push([node, `${textOf(left)} ${other} ${textOf(right)}`])
  const children = Object.values(node)
    .flat()
    .filter((value): value is Node => Boolean((value as Node | null)?.type))
  return [...changes, ...children.flatMap((child) => changesIn(child, node, textOf))]
}

/** Each element of a list is removed, with the comma between it and the next or the last one. */
function listRemovals(elements: readonly (Node | null)[]): [Node, string][] {
  return elements.flatMap((element, index): [Node, string][] => {
    if (!element || element.type === 'SpreadElement') return []
    const end = elements[index + 1]?.start ?? element.end
    const start = end === element.end ? (elements[index - 1]?.end ?? element.start) : element.start
    return [[{ ...element, start, end }, '']]
  })
}

function isExit(node: Node): boolean {
  const last = node.type === 'BlockStatement' ? (node.body as Node[]).at(-1) : node
  return EXITS.includes(last?.type ?? '')
}
