/** `npm run release`: makes what a tag publishes, and publishes it. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import { type Packed, pack, publishAll, ReleaseError } from './release/packages.ts'
import { findObstacles, readNotes } from './release/ready.ts'
import { ROOT } from './support/build.ts'
import { fail } from './support/fail.ts'
import { readPublisher } from './support/publisher.ts'
import { runNode } from './support/run-node.ts'

const { out, publish } = new Command('npm run release "--"')
  .description(
    'Packs the packages that a tag publishes and writes the notes of the release, and says what is missing. Publishes nothing without --publish, and with it all or nothing.',
  )
  .option('--out <folder>', 'the folder of the packages and notes', join(ROOT, 'dist/release'))
  .addOption(new Option('--dry-run', 'publishes nothing; the default').conflicts('publish'))
  .option('--publish', 'publishes the packages with npm, if nothing is missing')
  .parse()
  .opts()

const folder = resolve(out)
const publisher = await readPublisher()
const obstacles = await findObstacles(publisher)
if (publish && obstacles.length > 0) fail(`Nothing was published:\n${list(obstacles)}`)

try {
  await release()
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  fail(error.message)
}

async function release(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const built = { client: join(folder, 'client'), connectors: join(folder, 'connectors') }
  await runNode([join(ROOT, 'scripts/client.ts'), '--out', built.client])
  await runNode([join(ROOT, 'scripts/connectors.ts'), '--out', built.connectors])
  const packages: Packed[] = []
  for (const source of [built.client, join(built.connectors, publisher.names.n8n)])
    packages.push(await pack(source, folder))
  const notes = await readNotes(publisher.version)
  if (notes) await writeFile(join(folder, 'notes.md'), `${notes}\n`)

  for (const { name, version, file, files, size } of packages)
    console.log(`${name} ${version}: ${file}, ${files} files, ${Math.ceil(size / 1024)} KiB`)
  if (publish) {
    for (const line of await publishAll(packages, publisher)) console.log(line)
    return
  }
  console.log('Nothing was published: this is a dry run.')
  if (obstacles.length > 0) console.log(`A release stops until this is done:\n${list(obstacles)}`)
}

function list(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n')
}
