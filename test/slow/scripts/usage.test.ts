import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

/** How scripts answer a call that is not right: in words, without a stack, and before anything is started. */
const SCRIPTS = [
  'bench',
  'check',
  'client',
  'faults',
  'fuzz',
  'generate',
  'pages',
  'record',
  'reliability',
  'routes',
  'start',
  'tour',
  'try-docs',
  'typical-day',
]

afterEach(() => vi.restoreAllMocks())

it('npm start shows with --help how it is called', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/start.ts', '--help'], { cwd: ROOT })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^npm start -- \[--port N\]/)
})

describe('a script', () => {
  it.each(SCRIPTS)('%s names an unknown option, and shows how it is called', async (name) => {
    const { code, out, err } = await run(name, '--nonsense')
    expect([code, out]).toEqual([1, ''])
    const called = name === 'start' ? 'npm start' : `npm run ${name}`
    expect(err).toMatch(new RegExp(`^Unknown option '--nonsense'\n\n${called}`))
  })

  it.each([
    ['start', ['--port', 'http'], '--port must be a number from 1 to 65535\n'],
    ['start', ['8080'], /^8080: nothing is known by this word\n/],
    ['record', [], /^name one of recorder, notes, /],
    ['record', ['photos'], /^photos is no group: name one of recorder, notes, /],
    ['record', ['notes', '--known', 'bill'], '--known bill: must have the form NAME=VALUE\n'],
    ['record', ['notes', '--vars', 'no/.dev.vars'], /^no\/\.dev\.vars is missing: copy \.dev\.vars\.example/],
    ['fuzz', ['--count', 'many'], '--count must be a number of at least 1\n'],
  ])('%s %j says what is wrong', async (name, args, message) => {
    const { code, out, err } = await run(name, ...args)
    expect([code, out]).toEqual([1, ''])
    if (typeof message === 'string') expect(err).toBe(message)
    else expect(err).toMatch(message)
    expect(err).not.toMatch(/^ +at /m)
  })
})

it('is in package.json under its name', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(SCRIPTS.map((name) => scripts[name])).toEqual(SCRIPTS.map((name) => `node scripts/${name}.ts`))
})

/** How the script ended. */
class Exit extends Error {
  readonly code: unknown
  constructor(code: unknown) {
    super(`exit ${code}`)
    this.code = code
  }
}

let runs = 0

/** Runs a script in this process; a process for each takes several times as long. */
async function run(name: string, ...args: string[]) {
  const said = (stream: 'log' | 'error') =>
    vi
      .mocked(console[stream])
      .mock.calls.map(([line]) => `${line}\n`)
      .join('')
  for (const stream of ['log', 'error'] as const) vi.spyOn(console, stream).mockImplementation(() => {})
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code)
  })
  const { argv } = process
  process.argv = [process.execPath, `scripts/${name}.ts`, ...args]
  // An import runs the script, once for each query.
  runs++
  try {
    await import(`../../../scripts/${name}.ts?run=${runs}`)
    return { code: 0, out: said('log'), err: said('error') }
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    return { code: error.code, out: said('log'), err: said('error') }
  } finally {
    process.argv = argv
  }
}
