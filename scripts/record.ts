import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { PRODUCT_GROUPS } from '../src/base/groups.ts'
import { accountFor, readDevVars } from './record/account.ts'
import { forwardToProduct } from './record/capture.ts'
import { writeFiles } from './record/fixture.ts'
import { record } from './record/record.ts'
import { buildWorker, ROOT } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

/** `npm run record -- GROUP`: records the responses of a real account, redacted, as fixtures of test/recordings. */
const { values, positionals } = readCommand({
  usage: `npm run record -- GROUP [--known NAME=VALUE]... [--vars FILE] [--to FOLDER] [--yes]

Runs the gateway on this machine with the accounts of .dev.vars, calls all reads of a group and no write, and records the
product's responses, with personal data and credentials replaced. It shows everything before it writes, and writes
nothing if personal data is left. The token of a workspace is X_WORKSPACE_TOKEN in .dev.vars.

  GROUP    ${PRODUCT_GROUPS.join(', ')}
  --known  a value that no listing contains, such as bill_id, video_url or data_source_id
  --vars   a file of settings instead of .dev.vars
  --to     a folder instead of test/recordings/GROUP
  --yes    writes without asking`,
  options: {
    known: { type: 'string', multiple: true, default: [] },
    vars: { type: 'string', default: '.dev.vars' },
    to: { type: 'string' },
    yes: { type: 'boolean', default: false },
  },
  words: 1,
})
const [name] = positionals
const group = PRODUCT_GROUPS.find((known) => known === name)
if (!group) fail(`${name === undefined ? '' : `${name} is no group: `}name one of ${PRODUCT_GROUPS.join(', ')}`)

const pairs = values.known.map((text): [string, string] => {
  const [, key, value] = /^(\w+)=(.+)$/.exec(text) ?? []
  return key && value ? [key, value] : fail(`--known ${text}: must have the form NAME=VALUE`)
})
const known = Object.groupBy(pairs, ([key]) => key)
const settings = await readDevVars(values.vars).catch((error: Error) => fail(error.message))

const { files, leaks, session } = await record({
  contents: await buildWorker(),
  group,
  account: accountFor(group, settings),
  known: Object.fromEntries(Object.entries(known).map(([key, all = []]) => [key, all.map(([, value]) => value)])),
  forward: forwardToProduct,
  tell: console.log,
}).catch((error: Error) => fail(error.message))

if (leaks.length > 0) fail(`\nNothing is written: what is left would tell of the account.\n  ${leaks.join('\n  ')}`)
if (session.taken.length === 0) fail('\nNothing is written: no operation succeeded.')

const folder = values.to ?? join(ROOT, 'test/recordings', group)
for (const [file, text] of files) console.log(`\n${file}\n${text}`)
if (!values.yes && !(await isAgreed())) fail('Nothing is written.')
await writeFiles(folder, files)
console.log(`${files.size} files are written to ${folder}`)

async function isAgreed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(
    `\nRead it once more: is nothing left that is yours? Write ${files.size} files to ${folder} (y/N)? `,
  )
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}
