import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type UserConfig } from 'vite'
import type { TestProject } from 'vitest/node'

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url).href)

/** What vitest and its plugin for Workers import, other than the tests, with the names that they use of it. */
const ENTRIES = new Map<string, readonly string[]>([
  [path('src/index.ts'), ['default', 'Access', 'Accounts', 'Events', 'Ledger', 'Usage']],
  [path('test/support/clean.ts'), ['cleanBetweenFiles']],
])

const FOLDER = path('node_modules/.cache/latchkey')
const IN_BUNDLE = /\/\.cache\/latchkey\/tests-/
const ALL_TESTS = '\0virtual:tests'

/**
 * Loads the tests of a project, and all that they import, as one module that the runtime reads from a file. Otherwise vitest
 * transforms each of 1,700 modules and sends it to each process of the runtime: a fifth of the CPU of a run. Each file is
 * evaluated with its first import, as otherwise.
 *
 * Does nothing while vitest watches, because it loads again what changed, and with a debugger.
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

/** For the frames of a failure: their lines in the files that were bundled. */
function originalFrames(bundle: string): (error: unknown, frame: Place) => void {
  let map: SourceMap | undefined
  return (_, frame) => {
    if (!IN_BUNDLE.test(frame.file)) return
    map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
    // It counts from 0, and a frame from 1.
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
  const files = [...testFiles.filter((file) => running.has(file)), ...ENTRIES.keys()].map((file) =>
    JSON.stringify(file),
  )
  await mkdir(FOLDER, { recursive: true })
  const outDir = await mkdtemp(join(FOLDER, 'tests-'))
  const output = join(outDir, 'tests.mjs')
  project.config.onStackTrace = originalFrames(output)
  project.vitest.onClose(() => rm(outDir, { recursive: true }))
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
          // The plugin's own module of this name imports the Worker, and so the bundle.
          return id === 'cloudflare:test' ? { id: 'cloudflare:test-internal', external: true } : undefined
        },
        load: (id) =>
          id === ALL_TESTS
            ? `export const load = {${files.map((file) => `${file}: () => import(${file})`).join()}}`
            : undefined,
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
        // Only the tests that count tokens evaluate the table of the tokenizer, 4 MB.
        external: [/^vitest$/, /^cloudflare:(?!test$)/, /^node:/, /^gpt-tokenizer\//],
        output: { codeSplitting: false, entryFileNames: '[name].mjs' },
      },
    },
  })
  return new Map(
    files.map((file) => {
      const code = [
        `import { load } from ${JSON.stringify(output)}`,
        `const loaded = await load[${file}]()`,
        ...(ENTRIES.get(JSON.parse(file)) ?? []).map((name) =>
          name === 'default' ? 'export default loaded.default' : `export const { ${name} } = loaded`,
        ),
      ]
      return [JSON.parse(file) as string, code.join('\n')]
    }),
  )
}
