import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

/** How scripts answer a call that is not right: in words, without a stack, and before anything is started. */
const SCRIPTS = ['client', 'connectors', 'fleet', 'generate', 'record', 'relay', 'release', 'setup', 'start']

const getName = (script: string) => (script === 'start' ? 'npm start' : `npm run ${script}`)

afterEach(() => vi.restoreAllMocks())

describe('a script', () => {
  it.each(SCRIPTS)(
    '%s names an unknown option and a surplus word, and shows with --help how it is called',
    async (name) => {
      expect(await run(name, '--nonsense')).toEqual({
        ...{ code: 1, out: '' },
        err: expect.stringMatching(/^error: unknown option '--nonsense'/),
      })
      const surplus = await run(name, 'nonsense', 'more')
      expect([surplus.code, surplus.err]).toEqual([1, expect.stringMatching(/^error: /)])
      expect(await run(name, '--help')).toEqual({
        ...{ code: 0, err: '' },
        out: expect.stringMatching(new RegExp(`^Usage: ${getName(name)}`)),
      })
    },
  )

  it.each([
    ['start', ['9000'], 'error: 9000 is no option: npm start -- --help lists them\n'],
    ['start', ['--port', 'http'], /'http' is invalid\. It must be a number from 1 to 65535\.\n$/],
    ['start', ['--origin', 'localhost:3000'], /It must be an address such as http:\/\/localhost:3000\.\n$/],
    ['record', [], "error: missing required argument 'group'\n"],
    ['record', ['photos'], /'photos' is invalid for argument 'group'\. Allowed choices are recorder, notes, /],
    ['record', ['notes', '--known', 'bill'], /'--known <name=value>' argument 'bill' is invalid/],
    ['record', ['notes', '--vars', 'no/.dev.vars'], /^no\/\.dev\.vars is missing: copy \.dev\.vars\.example/],
    ['release', ['--dry-run', '--publish'], /^error: option '--dry-run' cannot be used with option '--publish'\n$/],
    ['fleet', [], /^Usage: npm run fleet "--" [\s\S]*\n {2}rollback /],
    ['fleet', ['deploy', '--wave-size', '0'], /'0' is invalid\. It must be a whole number, 1 or more\.\n$/],
  ])('%s %j says what is wrong', async (name, args, message) => {
    const { code, out, err } = await run(name, ...args)
    expect([code, out]).toEqual([1, ''])
    if (typeof message === 'string') expect(err).toBe(message)
    else expect(err).toMatch(message)
    expect(err).not.toMatch(/^ +at /m)
  })

  it.each(SCRIPTS)('%s is in package.json under its name, and says in its first line what it is for', async (name) => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(scripts[name]).toBe(`node scripts/${name}.ts`)
    const [first = '', second] = (await readFile(join(ROOT, `scripts/${name}.ts`), 'utf8')).split('\n')
    expect(first === '/**' ? second : first).toContain(`\`${getName(name)}\`: `)
  })
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
  const said = { out: '', err: '' }
  const hear = (stream: 'out' | 'err') => (text: unknown) => {
    said[stream] += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(hear('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(hear('err'))
  vi.spyOn(console, 'error').mockImplementation((text) => void hear('err')(`${text}\n`))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code ?? 0)
  })
  const { argv } = process
  process.argv = [process.execPath, `scripts/${name}.ts`, ...args]
  // An import runs the script, once for each query.
  runs++
  try {
    await import(`../../../scripts/${name}.ts?run=${runs}`)
    return { code: 0, ...said }
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    return { code: error.code, ...said }
  } finally {
    process.argv = argv
    vi.restoreAllMocks()
  }
}
