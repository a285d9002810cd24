import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/* Runs after `npm install`, on any Node. */
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url))

/*
 * Deletes 90 MB of packages that this project does not use.
 */

/** The package `node` installs the binary for this platform inside itself, with the headers for native modules. */
const platforms = `${MODULES}node/node_modules`
const headers = (existsSync(platforms) ? readdirSync(platforms) : []).map((name) => `${platforms}/${name}/include`)

/** The tests import the `esm` build. */
const otherForms = ['cjs', 'data', 'src'].map((name) => `${MODULES}gpt-tokenizer/${name}`)

for (const path of [...headers, ...otherForms]) rmSync(path, { recursive: true, force: true })

/*
 * Miniflare enlarges the buffer of the runtime's configuration by 4 KB at a time, and copies the whole buffer each time. The buffer
 * contains the Worker, 0.75 MB for each gateway. With 1 MB at a time, the tests of living gateways need about a sixth less CPU.
 */
const MINIFLARE = `${MODULES}miniflare/dist/src/index.js`
const STEP = /(?<=^var MIN_SINGLE_SEGMENT_GROWTH = )4096(?=;)/m
if (existsSync(MINIFLARE)) {
  const code = readFileSync(MINIFLARE, 'utf8')
  if (STEP.test(code)) writeFileSync(MINIFLARE, code.replace(STEP, String(2 ** 20)))
}
