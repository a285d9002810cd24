import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/* Runs after `npm install`, on any Node: deletes 90 MB of packages that this project does not use. */
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** The package `node` installs the binary for this platform inside itself, with the headers for native modules. */
const platforms = `${MODULES}node/node_modules`
const headers = (existsSync(platforms) ? readdirSync(platforms) : []).map((name) => `${platforms}/${name}/include`)

/** The tests import the `esm` build. */
const otherForms = ['cjs', 'data', 'src'].map((name) => `${MODULES}gpt-tokenizer/${name}`)

for (const path of [...headers, ...otherForms]) rmSync(path, { recursive: true, force: true })
