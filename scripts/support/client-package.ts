import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { ROOT } from './build.ts'
import { copyLicence } from './licence.ts'
import { copyPictures, KEY_PICTURES } from './pictures.ts'
import { readPublisher, toManifest } from './publisher.ts'

const SOURCE = join(ROOT, 'src/client')
const run = promisify(execFile)

/**
 * The fields that package registries and resolvers read. Types come first, because a resolver takes the first entry
 * that it knows.
 */
const MANIFEST = {
  description: 'The typed client of a Latchkey deployment',
  type: 'module',
  sideEffects: false,
  main: './index.js',
  types: './index.d.ts',
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  bin: { latchkey: './latchkey.js' },
  engines: { node: '>=20' },
  dependencies: { 'openapi-fetch': '^0.17.0', 'openapi-typescript-helpers': '^0.1.0' },
}

/**
 * Rebuilds the folder of the package from src/client, whose generated part `npm run generate` wrote before: one
 * JavaScript module, its declarations, the command, and its manifest. Only openapi-fetch and its helpers, whose types are part of its own, stay dependencies.
 */
export async function writeClientPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all([writeModule(folder), writeCommand(join(folder, 'latchkey.js')), writeDeclarations(folder)])
  for (const file of ['README.md', 'README.ko.md']) await copyFile(join(SOURCE, file), join(folder, file))
  await copyPictures(KEY_PICTURES, folder)
  await copyLicence(folder)
  const publisher = await readPublisher()
  const manifest = toManifest(publisher.names.client, publisher, MANIFEST)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const writeModule = (folder: string) =>
  build({
    entryPoints: [join(SOURCE, 'index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['openapi-fetch'],
    target: 'es2022',
    charset: 'utf8',
  })

/** The command `latchkey`, for Node. */
export const writeCommand = (file: string) =>
  build({
    entryPoints: [join(ROOT, 'src/client/command/main.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    banner: { js: '#!/usr/bin/env node' },
  })

/** The declarations that index.d.ts imports, with file extensions that every resolver understands. */
async function writeDeclarations(folder: string): Promise<void> {
  const all = await mkdtemp(join(ROOT, 'node_modules/.cache/latchkey-client-'))
  try {
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', SOURCE, '--outDir', all])
    const files = ['index.d.ts']
    for (const file of files) {
      const text = await readFile(join(all, file), 'utf8')
      const imported = [...text.matchAll(/ from '(\.[^']+)\.ts'/g)].map(([, path]) =>
        normalize(join(dirname(file), `${path}.d.ts`)),
      )
      files.push(...imported.filter((path) => !files.includes(path)))
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text.replaceAll(/( from '\.[^']+)\.ts'/g, "$1.js'"))
    }
  } finally {
    await rm(all, { recursive: true })
  }
}
