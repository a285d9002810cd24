/** `npm run bench`: prints the table of docs/measurements.md, and fails when a limit is broken. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { Argument, Command } from '@commander-js/extra-typings'
import { type Figure, isBroken, printTable, replaceRun } from './bench/page.ts'
import { type Cost, inRounds, median, type Request, startRuntime, type Worker } from './bench/runtime.ts'
import { buildWorker, ROOT } from './support/build.ts'
import { fail } from './support/fail.ts'
import { LOCAL_CREDENTIALS_KEY } from './support/gateways.ts'
import { COMPATIBILITY, gatewayWorker } from './support/workerd.ts'

const PARTS = { requests, large, start, first, growth }

const command = new Command('npm run bench "--"')
  .description(
    'Prints what the gateway costs on this machine, beside other Workers that run in the same minutes, and fails when a limit is broken. It takes three minutes, needs no network, and wants a machine that does nothing else. BUILT_WORKER=file.js measures another build.',
  )
  .addArgument(new Argument('[part]', 'measures one part only').choices(Object.keys(PARTS)))
  .option('--write', 'writes the table of all parts into docs/measurements.md, with the date and the commit')
  .parse()
const [only] = command.processedArgs
const { write } = command.opts()
if (write && (only || process.env.BUILT_WORKER)) fail('--write measures all parts of this project: give it alone.')
if (process.platform !== 'linux') fail('The CPU of a process can only be read on Linux: run this on Linux.')

const us = (value: number) => `${Math.round(value * 1000)} us`
const ms = (value: number) => `${value.toFixed(1)} ms`
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`

const KEY = 'bench-key'
const get = (path: string): Request => ({ path, headers: { 'X-API-KEY': KEY } })
const post = (path: string, body: object): Request => ({
  path,
  method: 'POST',
  headers: {
    'X-API-KEY': KEY,
    'X-Workspace-Token': 'ntn_bench',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify(body),
})

const HOT = get('/api/v1/recorder/config')
const transcript = (utterances: number, query = '') => get(`/api/v1/recorder/files/u${utterances}-0/transcript${query}`)
const tableOf = (rows: number) => `0c1d2e3f-4a5b-4c6d-8e7f-${String(rows).padStart(12, '0')}`
const query = (rows: number) => post(`/api/v2/workspace/data-source/${tableOf(rows)}/query`, { page_size: rows })

const PAGE = join(ROOT, 'docs/measurements.md')
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const readRun = () => ({
  date: new Date().toISOString().slice(0, 10),
  commit: git('rev-parse', '--short=8', 'HEAD'),
  isChanged: git('status', '--porcelain', 'src', 'package.json', 'package-lock.json') !== '',
  processors: availableParallelism(),
})

// As the code is when it is built.
const measured = write && readRun()
const built = await buildWorker()
const products = new Thread(new URL('bench/products.ts', import.meta.url))
const [origin] = (await once(products, 'message')) as [string]

const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) if (!only || only === name) figures.push(...(await measure()))
figures.push({ what: 'the upload', latchkey: Buffer.byteLength(built), print: mib, most: 2 * 2 ** 20 })
await products.terminate()

console.log(printTable(figures))
if (measured) await writeFile(PAGE, replaceRun(await readFile(PAGE, 'utf8'), measured, figures))
const broken = figures.filter(isBroken)
if (broken.length > 0) fail(`\nover the limit: ${broken.map(({ what }) => what).join('; ')}`)

/** A warm GET that is passed on, compared with Workers that do the same. */
async function requests(): Promise<Figure[]> {
  const names = ['forwarding', 'handwritten', 'latchkey'] as const
  const runtime = await startRuntime([await plain('forwarding'), await plain('handwritten'), gateway('latchkey')])
  const run = (part: keyof Cost, amount: number, connections: number) => async (name: (typeof names)[number]) =>
    (await runtime.load(name, HOT, amount, connections))[part]
  try {
    for (const name of names) await run('cpu', 5000, 32)(name)
    const cpu = await inRounds(25, names, run('cpu', 1200, 32))
    const wait = await inRounds(15, names, run('wait', 300, 1))
    const of = ({ latchkey }: typeof cpu) => ({ latchkey: median(latchkey), print: us })
    const byHand = { beside: 'a Worker by hand', anchor: median(cpu.handwritten) }
    const forwarding = (values: typeof cpu) => ({ beside: 'one that forwards', anchor: median(values.forwarding) })
    return [
      { what: 'CPU of a warm GET', ...of(cpu), ...byHand, most: 1.25 },
      { what: 'the same', ...of(cpu), ...forwarding(cpu) },
      { what: 'time of a warm GET', ...of(wait), ...forwarding(wait) },
    ]
  } finally {
    await runtime.stop()
  }
}

/**
 * Large answers, compared with a Worker that makes the same calls, parses what they return, and prints the same answer.
 */
async function large(): Promise<Figure[]> {
  const answers = [
    { what: 'CPU of 100 rows', printed: `/rows/${tableOf(100)}`, request: query(100), most: 1.45 },
    { what: 'CPU of 3,000 utterances as json', printed: '/transcript/u3000-0', request: transcript(3000), most: 2 },
    {
      what: 'CPU of 3,000 utterances as srt',
      printed: '/transcript/u3000-0',
      request: transcript(3000, '?format=srt'),
      most: 3.6,
    },
  ]
  const names = ['printing', 'latchkey'] as const
  const runtime = await startRuntime([await plain('printing'), gateway('latchkey')])
  try {
    const figures: Figure[] = []
    for (const { what, printed, request, most } of answers) {
      const run = (amount: number) => async (name: (typeof names)[number]) =>
        (await runtime.load(name, name === 'printing' ? { path: printed } : request, amount)).cpu
      await runtime.load('printing', { path: '/', method: 'PUT', body: await runtime.read('latchkey', request) }, 1)
      for (const name of names) await run(25)(name)
      const { printing, latchkey } = await inRounds(40, names, run(4))
      const compared = { beside: 'printing', anchor: median(printing) }
      figures.push({ what, latchkey: median(latchkey), print: ms, ...compared, most })
    }
    return figures
  } finally {
    await runtime.stop()
  }
}

/** The start of an isolate, compared with an empty Worker of the same size: the runtime reads all scripts at its start. */
async function start(): Promise<Figure[]> {
  const ISOLATES = 16
  const data = { type: 'data' as const, contents: Buffer.from(built) }
  const workers = {
    empty: worker({ 'index.js': { type: 'esm', contents: 'export default { fetch: () => new Response() }' }, data }),
    latchkey: worker({ 'index.js': { type: 'esm', contents: built } }),
  }
  const { empty, latchkey } = await inRounds(6, ['empty', 'latchkey'], async (name) => {
    const runtime = await startRuntime(list(ISOLATES, (at) => ({ ...workers[name], name: `isolate${at}` })))
    const cpu = await runtime.restingCpu()
    await runtime.stop()
    return cpu / ISOLATES
  })
  const compared = { beside: 'an empty Worker', anchor: median(empty) }
  return [{ what: 'CPU of a start', latchkey: median(latchkey), print: ms, ...compared, most: 4 }]
}

/** The first request of an isolate, compared with a Worker that forwards. */
async function first(): Promise<Figure[]> {
  const firstOnes = {
    'a GET that is passed on': HOT,
    'a listing': get('/api/v1/recorder/files?limit=20'),
    'a query of the workspace': query(1),
    'the list of MCP tools': post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  }
  const measure = async (named: (name: string) => Worker, request: Request) => {
    const names = list(8, (at) => `isolate${at}`)
    const runtime = await startRuntime(names.map(named))
    const costs: number[] = []
    for (const name of names) {
      const before = await runtime.restingCpu()
      await runtime.load(name, request, 1)
      costs.push((await runtime.restingCpu()) - before)
    }
    await runtime.stop()
    // The first request of a process also loads what all isolates share.
    return median(costs.slice(1))
  }
  const forwarding = await plain('forwarding')
  const compared = { beside: 'one that forwards', anchor: await measure((name) => ({ ...forwarding, name }), HOT) }
  const figures: Figure[] = []
  for (const [name, request] of Object.entries(firstOnes)) {
    const latchkey = await measure(gateway, request)
    figures.push({ what: `CPU of a first request: ${name}`, latchkey, print: ms, ...compared })
  }
  return figures
}

/** One unit of a large answer, compared with one of a medium answer: 1.00 is linear. */
async function growth(): Promise<Figure[]> {
  const records = (length: number) => list(length, (at) => ({ Name: `Row ${at}`, Amount: at }))
  const growing: { what: string; sizes: [number, number]; request: (size: number) => Request }[] = [
    // 20,000 utterances are 13 hours of speech.
    { what: 'utterances as srt', sizes: [5000, 20_000], request: (size) => transcript(size, '?format=srt') },
    { what: 'utterances as json', sizes: [5000, 20_000], request: (size) => transcript(size) },
    {
      what: 'recordings of a sync',
      sizes: [5, 20],
      request: (size) => get(`/api/v1/recorder/sync?limit=${size}&transcript_format=srt`),
    },
    { what: 'rows of a query', sizes: [25, 100], request: query },
    {
      what: 'rows inserted',
      sizes: [25, 100],
      request: (size) => post('/api/v1/workspace/bulk-insert', { data_source_id: tableOf(1), records: records(size) }),
    },
  ]
  const runtime = await startRuntime([gateway('latchkey')])
  try {
    const figures: Figure[] = []
    for (const { what, sizes, request } of growing) {
      const unit = async (size: number) => (await runtime.load('latchkey', request(size), 1)).cpu / size
      for (const size of sizes) await unit(size)
      const names = ['medium', 'large'] as const
      const { medium, large } = await inRounds(9, names, (name) => unit(sizes[names.indexOf(name)] ?? 0))
      const [less, more] = sizes.map((size) => size.toLocaleString('en'))
      const compared = { beside: `one of ${less}`, anchor: median(medium), most: 1.5 }
      figures.push({ what: `CPU of one of ${more} ${what}`, latchkey: median(large), print: us, ...compared })
    }
    return figures
  } finally {
    await runtime.stop()
  }
}

function gateway(name: string): Worker {
  const credentials = { ADMIN_KEY: 'bench-admin-key-that-is-long-enough', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY }
  const account = { RECORDER_TOKEN: 'bench-user-token', RECORDER_API_URL: origin, WORKSPACE_API_URL: origin }
  const settings = { API_KEY: KEY, LICENCE: 'pro', SUBREQUESTS: '1000', ...credentials, ...account }
  return gatewayWorker(built, settings, { name })
}

async function plain(name: string): Promise<Worker> {
  const contents = await readFile(new URL(`bench/${name}-worker.js`, import.meta.url), 'utf8')
  const text = (value: string) => ({ type: 'text' as const, value })
  const env = { API_KEY: text(KEY), LICENCE: text('pro'), UPSTREAM: text(origin) }
  return { ...worker({ 'index.js': { type: 'esm', contents } }), name, env }
}

function worker(modules: NonNullable<Worker['manifest']>['modules']): Worker {
  return { name: 'worker', ...COMPATIBILITY, manifest: { mainModule: 'index.js', modules } }
}

function list<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index))
}
