import { readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin, type UserConfig } from 'vite'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../scripts/support/build.ts'
import { OBJECTS } from '../../scripts/support/workerd.ts'

/** The files other than tests that vitest and its plugin for Workers import from the bundle, with their exports. */
const ENTRIES = new Map([
  [join(ROOT, 'src/index.ts'), ['default', ...Object.values(OBJECTS)]],
  [join(ROOT, 'test/support/clean.ts'), ['cleanBetweenFiles']],
])

const FOLDER = join(ROOT, 'node_modules/.cache/latchkey')
const IN_BUNDLE = /\/\.cache\/latchkey\/tests-/
const ALL_TESTS = '\0virtual:tests'

/**
 * Bundles the tests of a project with everything that they import. The runtime reads the bundle from a file. Without it, vitest
 * transforms 1,700 modules and sends each of them to each process of the runtime, which is about a sixth of the CPU of a run.
 * A file is still evaluated when it is first imported.
 *
 * Does nothing in watch mode, in which vitest reloads the changed files, and with a debugger.
 */
export function bundled(): Plugin {
  let project: TestProject
  let replacements: Promise<ReadonlyMap<string, string>> | undefined
  return {
    name: 'latchkey:bundled',
    enforce: 'pre',
    config: {
      order: 'post',
      handler({ test }: UserConfig & { test?: { server?: { deps?: object } } }) {
        // The plugin for Workers has vitest transform all modules.
        Object.assign(test?.server?.deps ?? {}, {
          inline: [new RegExp(`^(?!.*${IN_BUNDLE.source})`)],
          external: [IN_BUNDLE],
        })
        // A run in watch mode or with a debugger would store single modules. After an edit, the next run would load unchanged ones
        // from there beside the bundle: a second Worker.
        return { test: { fsModuleCache: false } }
      },
    },
    configureVitest(context) {
      project = context.project
    },
    async load(id) {
      const { watch, inspector } = project.vitest.config
      if (watch || inspector.enabled) return
      replacements ??= bundle(project)
      return (await replacements).get(id)
    },
  }
}

interface Place {
  file: string
  line: number
  column: number
}

/** Changes the frames of a failure: from the place in the bundle to the place in the original file. */
function originalFrames(bundle: string): (error: unknown, frame: Place) => void {
  let map: SourceMap | undefined
  return (_, frame) => {
    if (!IN_BUNDLE.test(frame.file)) return
    map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
    // The map counts lines and columns from 0, and a frame counts them from 1.
    const entry = map.findEntry(frame.line - 1, frame.column - 1)
    if (!('originalSource' in entry)) return
    frame.file = join(dirname(bundle), entry.originalSource)
    frame.line = entry.originalLine + 1
    frame.column = entry.originalColumn + 1
  }
}

/** Writes the bundle. Returns the code that loads a file from it, by the file's path. */
async function bundle(project: TestProject): Promise<ReadonlyMap<string, string>> {
  const { testFiles } = await project.globTestFiles()
  const running = new Set(project.vitest.state.getPaths())
  const files = [...testFiles.filter((file) => running.has(file)), ...ENTRIES.keys()]
  const loaders = files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(file)})`)
  await mkdir(FOLDER, { recursive: true })
  const outDir = await mkdtemp(join(FOLDER, 'tests-'))
  const output = join(outDir, 'tests.mjs')
  project.config.onStackTrace = originalFrames(output)
  // Also after an interruption.
  process.once('exit', () => rmSync(outDir, { recursive: true }))
  const { alias, conditions } = project.vite.config.resolve
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'test',
    resolve: { alias, conditions },
    ssr: { noExternal: true, target: 'webworker' },
    plugins: [
      {
        name: 'latchkey:all-tests',
        resolveId(id) {
          if (id === ALL_TESTS) return id
          // In the module that vitest has under this name, the plugin imports the Worker, which is in the bundle.
          return id === 'cloudflare:test' ? { id: 'cloudflare:test-internal', external: true } : undefined
        },
        load: (id) => (id === ALL_TESTS ? `export const load = {${loaders.join()}}` : undefined),
      },
    ],
    build: {
      ssr: true,
      outDir,
      sourcemap: true,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: { tests: ALL_TESTS },
        // The table of the tokenizer has 4 MB, and few tests count tokens.
        external: [/^vitest$/, /^cloudflare:(?!test$)/, /^node:/, /^gpt-tokenizer\//],
        output: { codeSplitting: false, entryFileNames: '[name].mjs', sourcemapExcludeSources: true },
      },
    },
  })
  return new Map(
    files.map((file) => {
      const code = [
        `import { load } from ${JSON.stringify(output)}`,
        `const loaded = await load[${JSON.stringify(file)}]()`,
        ...(ENTRIES.get(file) ?? []).map((name) =>
          name === 'default' ? 'export default loaded.default' : `export const { ${name} } = loaded`,
        ),
      ]
      return [file, code.join('\n')]
    }),
  )
}
