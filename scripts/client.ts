/** `npm run client`: builds the package of the typed client. */
import { join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { ROOT } from './support/build.ts'
import { writeClientPackage } from './support/client-package.ts'
import { generate } from './support/generate.ts'

const { out } = new Command('npm run client "--"')
  .description(
    'Builds the package of the typed client from the declarations of the operations, for `npm install <folder>`. npm run release publishes it.',
  )
  .option('--out <folder>', 'the folder of the package', join(ROOT, 'dist/client'))
  .parse()
  .opts()

const folder = resolve(out)
await generate()
await writeClientPackage(folder)
console.log(`The client is in ${folder}: npm install takes it from there`)
