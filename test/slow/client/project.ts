import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/support/build.ts'
import { writeClientPackage } from '../../../scripts/support/client-package.ts'
import { TOOL_MODULES } from '../tools/modules.ts'

const run = promisify(execFile)

/**
 * The compilers of the three latest major versions. The package test/slow/tools has the two that this project does not use
 * itself.
 */
export const COMPILERS = {
  '5': join(TOOL_MODULES, 'typescript'),
  '6': join(TOOL_MODULES, 'typescript-6'),
  '7': join(ROOT, 'node_modules/typescript'),
} as const

export const MAJORS = ['5', '6', '7'] as const satisfies readonly (keyof typeof COMPILERS)[]

/** The ambient types of projects that use the package. */
export const SURROUNDINGS = {
  browser: { lib: ['ES2022', 'DOM'], types: [] },
  Node: { lib: ['ES2022'], types: ['node'] },
  Workers: { lib: ['ES2022'], types: ['@cloudflare/workers-types'] },
}

/** A separate project with the installed package. */
export interface Project {
  readonly folder: string
  /** The files of the package, by path. */
  readonly files: readonly string[]
  remove(): Promise<void>
}

/** Builds the package, packs it like `npm publish`, and unpacks it into a new project. */
export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'))
  const made = join(folder, 'made')
  const installed = join(folder, 'node_modules/latchkey-client')
  await writeClientPackage(made)
  await mkdir(installed, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = await run(npm, ['pack', made, '--json', '--pack-destination', folder, '--loglevel', 'silent'])
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>)
  if (!packed) throw new Error('npm pack made nothing')
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components', '1'])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  return {
    folder,
    files: packed.files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** The output of a compiler for a file in a project: the lines with errors, and the amount of work. */
export async function compile(
  { folder }: Project,
  source: string,
  major: keyof typeof COMPILERS,
  surroundings: keyof typeof SURROUNDINGS,
  moduleResolution: 'NodeNext' | 'Bundler' = 'NodeNext',
): Promise<{ wrong: string[]; instantiations: number; seconds: number }> {
  const compilerOptions = {
    ...SURROUNDINGS[surroundings],
    typeRoots: [join(ROOT, 'node_modules'), join(ROOT, 'node_modules/@types')],
    target: 'ES2022',
    module: moduleResolution === 'Bundler' ? 'ESNext' : moduleResolution,
    moduleResolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    isolatedModules: true,
    skipLibCheck: true,
    noEmit: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  await writeFile(join(folder, 'app.ts'), source)
  const compiler = join(COMPILERS[major], 'bin/tsc')
  const said = await run(process.execPath, [
    compiler,
    '-p',
    folder,
    '--extendedDiagnostics',
    '--pretty',
    'false',
  ]).catch((failed: { stdout: string }) => failed)
  const lines = said.stdout.split('\n')
  const wrong = lines
    .filter((line) => /^\S.*: error /.test(line))
    .map((line) => {
      const number = /app\.ts\((\d+),/.exec(line)?.[1]
      return number ? (source.split('\n')[Number(number) - 1] ?? '').trim() : line
    })
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(said.stdout)?.[1])
  return { wrong: [...new Set(wrong)], instantiations: figure('Instantiations'), seconds: figure('Total time') }
}
