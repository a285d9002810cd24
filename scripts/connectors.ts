/** `npm run connectors`: builds the packages for other platforms. */
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { build } from 'esbuild'
import type { Document } from '../src/connectors/shared/openapi.ts'
import { actionsOf, EVENTS, slim } from '../src/connectors/shared/static.ts'
import { packExtension } from './support/browser-extension.ts'
import { ROOT } from './support/build.ts'
import { generate } from './support/generate.ts'
import { copyLicence } from './support/licence.ts'
import { copyPictures, KEY_PICTURES } from './support/pictures.ts'
import { readPublisher, toManifest } from './support/publisher.ts'

const { out } = new Command('npm run connectors "--"')
  .description('Builds the packages for other platforms, and says how each is installed (docs/connect.md).')
  .option('--out <folder>', 'the folder of the packages', join(ROOT, 'dist/connectors'))
  .parse()
  .opts()
const folder = resolve(out)
await generate()
const document = JSON.parse(await readFile(join(ROOT, 'public/openapi.json'), 'utf8')) as Document
const print = (value: unknown) => `${JSON.stringify(value)}\n`

/** A package: its folder of src/connectors, and the files that are added to it. */
interface Package {
  name: string
  source: string
  /** Pictures of docs/pictures, in addition to the one about keys. */
  pictures: readonly string[]
  files: ReadonlyMap<string, string>
  /** The next step with the folder. */
  next: (folder: string) => string
  compile: (folder: string) => Promise<unknown>
}

const publisher = await readPublisher()
const actions = actionsOf(document)
const CREDENTIALS = 'credentials/LatchkeyApi.credentials.ts'
const credentials = await readFile(join(ROOT, 'src/connectors/n8n', CREDENTIALS), 'utf8')
const homepage = `documentationUrl = ${JSON.stringify(publisher.fields.homepage ?? '')}`
const SHARED = join(ROOT, 'src/connectors/shared/openapi.ts')

const PACKAGES: readonly Package[] = [
  {
    name: publisher.names.n8n,
    source: 'n8n',
    pictures: ['n8n-workflow.png', 'n8n-columns.png'],
    files: new Map([
      ['nodes/shared/actions.json', print(actions.map(({ sample, label, reads, ...action }) => action))],
      [
        'nodes/shared/events.json',
        print(EVENTS.map(({ type, name, description, accounts }) => ({ type, name, description, accounts }))),
      ],
      ['nodes/shared/document.json', print(slim(document))],
      ['nodes/shared/openapi.ts', await readFile(SHARED, 'utf8')],
      [CREDENTIALS, credentials.replace("documentationUrl = ''", homepage)],
    ]),
    next: (folder) => `install it and restart n8n: npm install --prefix ~/.n8n/nodes ${quoted(folder)}`,
    compile: compileNodes,
  },
  {
    name: 'zapier-latchkey',
    source: 'zapier',
    pictures: [],
    files: new Map([
      ['actions.json', print(actions)],
      ['events.json', print(EVENTS)],
      ['lists.json', print(Object.entries(document['x-lists']).map(([name, { label }]) => ({ name, label })))],
      ['document.json', print(slim(document))],
    ]),
    next: (folder) => `register and push it with Zapier's own tool, after: npm install --prefix ${quoted(folder)}`,
    compile: (folder) =>
      build({ entryPoints: [SHARED], outfile: join(folder, 'lib/openapi.js'), format: 'cjs', target: 'node20' }),
  },
]

const quoted = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

// A package that there is no more is not left behind.
if (folder === join(ROOT, 'dist/connectors')) await rm(folder, { recursive: true, force: true })
for (const { name, source, pictures, files, compile, next } of PACKAGES) {
  const out = join(folder, name)
  await rm(out, { recursive: true, force: true })
  await cp(join(ROOT, 'src/connectors', source), out, { recursive: true })
  await copyPictures([...KEY_PICTURES, ...pictures], out)
  for (const [file, text] of files) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await writeFile(join(out, file), text)
  }
  await copyLicence(out)
  const own = JSON.parse(await readFile(join(out, 'package.json'), 'utf8'))
  await writeFile(join(out, 'package.json'), `${JSON.stringify(toManifest(name, publisher, own), null, 2)}\n`)
  await compile(out)
  console.log(`${name} is in ${out}\n  ${next(out)}`)
}
const extension = join(folder, 'latchkey-browser')
await packExtension(extension, publisher.version)
await copyLicence(extension)
console.log(`latchkey-browser is in ${extension}\n  load it: chrome://extensions, Developer mode, Load unpacked`)
console.log('docs/connect.md has every step')

/** Does the work of `n8n-node build`: each module in JavaScript, and the files next to them. n8n loads only these. */
async function compileNodes(folder: string): Promise<void> {
  const entryPoints = globSync('{credentials,nodes}/**/*.ts', { cwd: folder })
  const options = { absWorkingDir: folder, outdir: 'dist', outbase: '.', format: 'cjs', target: 'node20' } as const
  await build({ ...options, entryPoints: entryPoints.sort(), logLevel: 'warning' })
  for (const file of globSync('{icons/*.svg,nodes/**/*.json}', { cwd: folder })) {
    await mkdir(dirname(join(folder, 'dist', file)), { recursive: true })
    await cp(join(folder, file), join(folder, 'dist', file))
  }
}
