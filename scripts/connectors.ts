/** `npm run connectors`: prints the packages for other platforms. */
import { globSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { build } from 'esbuild'
import { platform } from '../src/base/platform.ts'
import { makeFiles } from '../src/surfaces/connectors/make/package.ts'
import { n8nFiles } from '../src/surfaces/connectors/n8n/package.ts'
import { describeTasks } from '../src/surfaces/connectors/tasks.ts'
import { zapierFiles } from '../src/surfaces/connectors/zapier/package.ts'
import { registered } from '../src/surfaces/registered.ts'
import { ROOT } from './support/build.ts'
import { putBuildInfo } from './support/build-info.ts'
import { copyPictures, KEY_PICTURES } from './support/pictures.ts'

const { out } = new Command('npm run connectors "--"')
  .description('Builds the packages for other platforms, and says how each is installed (docs/connectors.md).')
  .option('--out <folder>', 'the folder of the packages', join(ROOT, 'dist/connectors'))
  .parse()
  .opts()
const folder = resolve(out)
await putBuildInfo()
const { createApp } = await import('../src/app.ts')
const tasks = describeTasks(registered(await createApp(platform).allRoutes()))

/** A package: `source` is a folder that is copied, `print` returns the generated files, `compile` builds what they need. */
interface Package {
  name: string
  source: string
  /** Of docs/pictures. */
  pictures?: readonly string[]
  print: () => ReadonlyMap<string, string>
  /** What to do with the folder. */
  next: (folder: string) => string
  compile?: (folder: string) => Promise<void>
}

const PACKAGES: readonly Package[] = [
  {
    name: 'n8n-nodes-latchkey',
    source: 'src/connectors/n8n',
    pictures: ['n8n-workflow.png', 'n8n-columns.png'],
    print: () => n8nFiles(tasks),
    next: (folder) => `install it and restart n8n: npm install --prefix ~/.n8n/nodes ${quoted(folder)}`,
    compile: compileNodes,
  },
  {
    name: 'zapier-latchkey',
    source: 'src/connectors/zapier',
    print: () => zapierFiles(tasks),
    next: (folder) => `register and push it with Zapier's own tool, after: npm install --prefix ${quoted(folder)}`,
  },
  {
    name: 'make-latchkey',
    source: 'src/connectors/make',
    print: () => makeFiles(tasks),
    next: (folder) => `open ${quoted(folder)} in Visual Studio Code with the extension "Make Apps SDK", and deploy it`,
  },
]

const quoted = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

for (const { name, source, pictures = [], print, compile, next } of PACKAGES) {
  const out = join(folder, name)
  await rm(out, { recursive: true, force: true })
  await cp(join(ROOT, source), out, { recursive: true })
  await copyPictures([...KEY_PICTURES, ...pictures], out)
  for (const [file, text] of print()) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await writeFile(join(out, file), text)
  }
  await compile?.(out)
  console.log(`${name} is in ${out}\n  ${next(out)}`)
}
console.log('docs/connectors.md has every step')

/** What `n8n-node build` makes: each module in JavaScript, and the files beside them. n8n loads only these. */
async function compileNodes(folder: string): Promise<void> {
  const entryPoints = globSync('{credentials,nodes}/**/*.ts', { cwd: folder })
  const options = { absWorkingDir: folder, outdir: 'dist', outbase: '.', format: 'cjs', target: 'node20' } as const
  await build({ ...options, entryPoints: entryPoints.sort(), logLevel: 'warning' })
  for (const file of globSync('{icons/*.svg,nodes/**/*.json}', { cwd: folder })) {
    await mkdir(dirname(join(folder, 'dist', file)), { recursive: true })
    await cp(join(folder, file), join(folder, 'dist', file))
  }
}
