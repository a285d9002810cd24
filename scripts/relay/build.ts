import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../support/build.ts'

const FILES = join(ROOT, 'scripts/relay/files')

/** Builds the folder of a relay: one file for plain Node, and what runs it on a server (docs/relay.md). */
export async function buildRelay(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [join(ROOT, 'scripts/relay/main.ts')],
    outfile: join(folder, 'relay.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
  })
  for (const file of await readdir(FILES)) await copyFile(join(FILES, file), join(folder, file))
  for (const page of ['relay.md', 'ko/relay.md'])
    await copyFile(join(ROOT, 'docs', page), join(folder, NAMES[page] ?? page))
}

const NAMES: Readonly<Record<string, string>> = { 'relay.md': 'README.md', 'ko/relay.md': 'README.ko.md' }
