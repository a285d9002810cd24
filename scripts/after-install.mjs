import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/* Runs after `npm install`, on any Node. */
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url))

// `npm install --package-lock-only` installs nothing.
if (!existsSync(MODULES)) process.exit()

/*
 * Deletes 90 MB of files that this project does not use.
 */

/** The package with the Node of this platform also has the headers for native modules. */
const nodes = readdirSync(MODULES).filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name))
const headers = nodes.map((name) => `${MODULES}${name}/include`)

/** The tests import the `esm` build. */
const otherForms = ['cjs', 'data', 'src'].map((name) => `${MODULES}gpt-tokenizer/${name}`)

for (const path of [...headers, ...otherForms]) rmSync(path, { recursive: true, force: true })

if (nodes.length === 0 && Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`npm has no Node for ${process.platform} ${process.arch}. Install Node 24 or newer yourself.`)
  process.exitCode = 1
}

/*
 * Changes Miniflare, because the tests start more than a hundred gateways. Each change fits the installed version, and has no effect
 * on another one.
 */
const CHANGES = [
  // It enlarges the buffer of the runtime's configuration by 4 KB at a time, and copies the whole buffer each time. The buffer
  // contains the Worker, 0.75 MB for each gateway. With 1 MB at a time, these tests need about a sixth less CPU.
  ['index.js', /(?<=^var MIN_SINGLE_SEGMENT_GROWTH = )4096(?=;)/m, String(2 ** 20)],
  // Each start compiles its store of e-mails, with all of zod: 44 ms of 320. Nothing here sends an e-mail.
  [
    'workers/email/email-store.worker.js',
    /^[\s\S]*"miniflare:zod"[\s\S]*$/,
    "import { DurableObject } from 'cloudflare:workers'\nexport class EmailStore extends DurableObject {}\nexport default {}\n",
  ],
]
for (const [name, pattern, replacement] of CHANGES) {
  const file = `${MODULES}miniflare/dist/src/${name}`
  if (!existsSync(file)) continue
  const code = readFileSync(file, 'utf8')
  if (pattern.test(code)) writeFileSync(file, code.replace(pattern, replacement))
}
