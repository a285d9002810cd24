/** `npm run record`: records responses of a real product, for its simulator. */
import { join } from 'node:path'
import { confirm } from '@clack/prompts'
import { Argument, Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { PRODUCT_GROUPS } from '../src/base/groups.ts'
import { accountFor, readDevVars } from './record/account.ts'
import { forwardToProduct } from './record/capture.ts'
import { writeFiles } from './record/fixture.ts'
import { record } from './record/record.ts'
import { buildWorker, ROOT } from './support/build.ts'
import { fail } from './support/fail.ts'

const command = new Command('npm run record "--"')
  .description(
    `Runs the gateway on this machine with the accounts of .dev.vars, calls all reads of a group and no write, and records the product's responses, with personal data and credentials replaced. It shows everything before it writes, and writes nothing if personal data is left. The token of a workspace is X_WORKSPACE_TOKEN in .dev.vars.`,
  )
  .addArgument(new Argument('<group>').choices(PRODUCT_GROUPS))
  .option(
    '--known <name=value>',
    'a value that no listing contains, such as bill_id, video_url or data_source_id; may be repeated',
    addPair,
    [],
  )
  .option('--vars <file>', 'a file of settings', '.dev.vars')
  .option('--to <folder>', 'a folder instead of test/recordings/<group>')
  .option('--yes', 'writes without asking', false)
  .parse()
const [group] = command.processedArgs
const values = command.opts()

function addPair(text: string, pairs: readonly (readonly [string, string])[]) {
  const [, key, value] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (!key || !value) throw new InvalidArgumentError('It must have the form NAME=VALUE.')
  return [...pairs, [key, value] as const]
}

const known = Object.groupBy(values.known, ([key]) => key)
const settings = await readDevVars(values.vars).catch((error: Error) => fail(error.message))

const { files, leaks, session } = await record({
  contents: await buildWorker(),
  group,
  account: accountFor(group, settings),
  known: Object.fromEntries(Object.entries(known).map(([key, all = []]) => [key, all.map(([, value]) => value)])),
  forward: forwardToProduct,
  report: console.log,
}).catch((error: Error) => fail(error.message))

if (leaks.length > 0) fail(`\nNothing is written: what is left would tell of the account.\n  ${leaks.join('\n  ')}`)
if (session.taken.length === 0) fail('\nNothing is written: no operation succeeded.')

const folder = values.to ?? join(ROOT, 'test/recordings', group)
for (const [file, text] of files) console.log(`\n${file}\n${text}`)
if (!values.yes) {
  const message = `Read it once more: is nothing left that is yours? Write ${files.size} files to ${folder}?`
  // Ctrl-C is a symbol. Without a terminal, nobody has read it.
  if (!process.stdin.isTTY || (await confirm({ message, initialValue: false })) !== true) fail('Nothing is written.')
}
await writeFiles(folder, files)
console.log(`${files.size} files are written to ${folder}`)
