import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { ROOT } from '../../../scripts/support/build.ts'
import { TOOL_MODULES } from './modules.ts'

const run = promisify(execFile)
/** Below the packages that a generated client imports. */
const BENEATH = join(TOOL_MODULES, '.cache/latchkey')

/** The commands of the generators, which write `client.ts` beside the saved document. */
const GENERATORS = {
  oazapfts: ['oazapfts/dist/cli.js', 'openapi.json', 'client.ts'],
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'client.ts'],
}
export type Generator = keyof typeof GENERATORS

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** What the compiler says of a program that uses a generated client, and what the program prints when it runs, as JSON. */
export interface Tried {
  compiler: string
  printed: unknown
}

/**
 * Saves a document of a gateway to a file, generates a client from that file, and compiles and runs a program that imports
 * `./client.ts`.
 */
export async function tryGenerated(generator: Generator, document: string, program: string): Promise<Tried> {
  await mkdir(BENEATH, { recursive: true })
  const folder = await mkdtemp(join(BENEATH, 'generated-'))
  try {
    const saved = await fetch(document)
    await writeFile(join(folder, 'openapi.json'), await saved.text())
    const [command = '', ...args] = GENERATORS[generator]
    await run(process.execPath, [join(TOOL_MODULES, command), ...args], { cwd: folder })
    await writeFile(join(folder, 'program.ts'), program)
    return { compiler: await compile(folder), printed: JSON.parse(await output(folder)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function compile(folder: string): Promise<string> {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['client.ts', 'program.ts'] }),
  )
  return new Promise((resolve) =>
    execFile(join(ROOT, 'node_modules/.bin/tsc'), ['--pretty', 'false'], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    ),
  )
}

/** Bundled before, since a generated client may hold what Node does not strip from TypeScript, such as an enum. */
async function output(folder: string): Promise<string> {
  const outfile = join(folder, 'program.mjs')
  await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, format: 'esm', platform: 'node' })
  return (await run(process.execPath, [outfile])).stdout
}
