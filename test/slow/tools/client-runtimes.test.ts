import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../../scripts/support/chromium.ts'
import { COMPATIBILITY } from '../../../scripts/support/workerd.ts'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'
import { RIGHT, START, WRONG } from '../client/client-samples.ts'
import { compile, createProject, MAJORS, type Project, SURROUNDINGS } from '../client/project.ts'
import { TOOL_MODULES } from './modules.ts'

/** The package in every compiler and runtime that npm has. */
const run = promisify(execFile)

let project: Project
let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  ;[project, gateway] = await Promise.all([createProject(), startGateway()])
})

afterAll(async () => {
  await Promise.all([project?.remove(), gateway?.stop()])
})

const surroundings = Object.keys(SURROUNDINGS) as (keyof typeof SURROUNDINGS)[]

/** Every compiler with all surroundings and both resolutions of modules, which do not depend on each other. */
const combinations = MAJORS.flatMap((major, row) =>
  surroundings.map((name, column) => [major, name, (row + column) % 2 === 0 ? 'NodeNext' : 'Bundler'] as const),
)

it.each(combinations)(
  'TypeScript %s compiles what is right and nothing that is wrong, in a project for %s, with %s',
  async (major, name, resolution) => {
    const { wrong } = await compile(project, [START, ...RIGHT, ...WRONG].join('\n'), major, name, resolution)
    expect(wrong).toEqual(WRONG)
  },
)

/** A program that calls, goes through pages, and fails. */
const program = (baseUrl: string) => `
  import { createClient, LatchkeyError } from 'latchkey-client'
  export async function use() {
    const latchkey = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: ${JSON.stringify(PRO_KEY)} })
    const FILES = '/api/v1/recorder/files'
    const ids = new Set()
    for await (const { id } of latchkey.items(FILES, { params: { query: { limit: 7 } } })) ids.add(id)
    const { data_file_list: files } = (await latchkey.GET(FILES, { params: { query: { limit: 1000 } } })).data
    const { data: phone } = await latchkey.POST('/api/v1/payment/format-phone-number', { body: { phone: '010-1234-5678' } })
    const failure = await latchkey.POST('/api/v1/video/transcript/v2', { body: { video_id: 'short' } }).catch((error) => error)
    const late = await latchkey.GET(FILES, { signal: AbortSignal.abort() }).catch((error) => error.name)
    const { data: doctor } = await latchkey.GET('/api/v1/doctor', { params: { query: { accounts: 'notes,video' } } })
    return [files.length > 7 && ids.size === files.length, phone.e164, failure instanceof LatchkeyError, failure.status, late, doctor.ok]
  }
`
const EXPECTED = [true, '+821012345678', true, 400, 'AbortError', true]

const commands: [name: string, command: string, ...args: string[]][] = [
  [`Node ${process.versions.node}`, process.execPath],
  ['the Node that runs npm, at least 20', process.env.npm_node_execpath ?? 'node'],
  ['Bun', join(TOOL_MODULES, '.bin/bun'), 'run'],
  ['Deno', join(TOOL_MODULES, '.bin/deno'), 'run', '--quiet', '--allow-net', '--node-modules-dir=manual'],
]

it.each(commands)('works in %s', async (_, command, ...args) => {
  await writeFile(join(project.folder, 'use.js'), program(gateway.origin))
  await writeFile(join(project.folder, 'run.js'), "console.log(JSON.stringify(await (await import('./use.js')).use()))")
  const { stdout } = await run(command, [...args, 'run.js'], { cwd: project.folder })
  expect(JSON.parse(stdout)).toEqual(EXPECTED)
})

/** The program and the package in one module, as a bundler makes it. */
async function bundled(baseUrl: string, end: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program(baseUrl) + end, resolveDir: project.folder },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

it('works in a Worker', async () => {
  const contents = await bundled(gateway.origin, 'export default { fetch: async () => Response.json(await use()) }')
  const miniflare = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    workers: [
      {
        config: {
          name: 'program',
          ...COMPATIBILITY,
          manifest: { mainModule: 'index.js', modules: { 'index.js': { type: 'esm', contents } } },
        },
      },
    ],
  })
  try {
    const answer = await miniflare.dispatchFetch('https://program.test/')
    expect(await answer.json()).toEqual(EXPECTED)
  } finally {
    await miniflare.dispose()
  }
})

const chromium = findChromium()
if (!chromium) console.warn(`The typed client is not tried in a browser, since ${NO_CHROMIUM}`)

it.skipIf(!chromium)(
  'works in a browser, from the package as it is, and from a page of the gateway itself',
  async () => {
    const browser = await launchChromium(chromium ?? '')
    try {
      const page = await browser.newPage()
      const module = await readFile(join(project.folder, 'node_modules/latchkey-client/index.js'), 'utf8')
      const served: Record<string, [type: string, body: string]> = {
        '/try/page.html': [
          'text/html',
          '<script type="importmap">{"imports":{"latchkey-client":"/try/client.js","openapi-fetch":"/try/fetch.js"}}</script>',
        ],
        '/try/client.js': ['text/javascript', module],
        '/try/fetch.js': [
          'text/javascript',
          await readFile(join(ROOT, 'node_modules/openapi-fetch/dist/index.mjs'), 'utf8'),
        ],
        '/try/use.js': ['text/javascript', program('')],
      }
      await page.route('**/try/*', (route) => {
        const [contentType, body] = served[new URL(route.request().url()).pathname] ?? ['text/plain', '']
        return route.fulfill({ contentType, body })
      })
      await page.goto(`${gateway.origin}/try/page.html`)
      expect(await page.evaluate("import('/try/use.js').then(({ use }) => use())")).toEqual(EXPECTED)
    } finally {
      await browser.close()
    }
  },
)
