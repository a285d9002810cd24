/** `npm run client`: builds the package of the typed client, and the bundle for desktop apps. */
import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { ROOT } from './support/build.ts'
import { writeClientPackage } from './support/client-package.ts'
import { writeDesktopBundle } from './support/desktop-bundle.ts'
import { generate } from './support/generate.ts'

const { out } = new Command('npm run client "--"')
  .description(
    'Builds the package latchkey-client from the declarations of the operations, for `npm pack`, `npm publish` or `npm install <folder>`. Next to its folder it writes latchkey.mcpb, an extension for desktop apps that asks for the address of a deployment and an API key, and connects its MCP server.',
  )
  .option('--out <folder>', 'the folder of the package', join(ROOT, 'dist/client'))
  .parse()
  .opts()

const folder = resolve(out)
await generate()
await writeClientPackage(folder)
console.log(`latchkey-client is in ${folder}: npm pack, npm publish or npm install takes it from there`)
const bundle = join(dirname(folder), 'latchkey.mcpb')
await writeDesktopBundle(bundle)
console.log(`The extension for desktop apps is ${bundle}: open it in the app, or give it to a person who has a key`)
