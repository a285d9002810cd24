import { readFile } from 'node:fs/promises'
import { Miniflare } from 'miniflare'
import { buildWorker } from '../support/build.ts'
import { COMPATIBILITY, gatewayWorker } from '../support/workerd.ts'

/**
 * The Workers of the request figures in one workerd, as a process of its own, so that the one who measures does not read
 * their log lines as well. Takes the upstream's origin and a key; tells its address on the first line. A Worker is chosen
 * by the Host header `<name>.test`.
 */
const [upstream = '', key = ''] = process.argv.slice(2)

const plain = async (name: string) => ({
  name,
  ...COMPATIBILITY,
  manifest: {
    mainModule: 'index.js',
    modules: { 'index.js': { type: 'esm' as const, contents: await source(name) } },
  },
  env: {
    API_KEY: { type: 'text' as const, value: key },
    LICENCE: { type: 'text' as const, value: 'pro' },
    UPSTREAM: { type: 'text' as const, value: upstream },
  },
})

const source = (name: string) => readFile(new URL(`${name}-worker.js`, import.meta.url), 'utf8')

const settings = { API_KEY: key, LICENCE: 'pro', RECORDER_TOKEN: 'bench-user-token', RECORDER_API_URL: upstream }
const configs = [gatewayWorker(await buildWorker(), settings), await plain('forwarding'), await plain('handwritten')]
const runtime = new Miniflare({
  cf: false,
  telemetry: { enabled: false },
  handleStructuredLogs: () => {},
  workers: configs.map((config) => ({
    config: { ...config, triggers: [{ type: 'fetch' as const, pattern: `${config.name}.test/*` }] },
  })),
})
console.log((await runtime.ready).origin)
