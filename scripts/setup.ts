/** `npm run setup`: deploys a gateway for one owner, or changes its settings. A second run keeps the keys of the Worker. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { LICENCES } from '../src/base/groups.ts'
import { askAll, type Choices, PARSERS } from './setup/answers.ts'
import { type Deployed, readDeployed } from './setup/deployed.ts'
import { type Keys, keysFor, parseRotation, ROTATED } from './setup/keys.ts'
import { putLocalFile } from './setup/local.ts'
import { ending, keysText, planText } from './setup/report.ts'
import { deployWith } from './setup/upload.ts'
import { fail } from './support/fail.ts'
import { runWrangler } from './support/wrangler.ts'

const {
  worker,
  yes,
  dryRun: isDryRun,
  keysFile,
  rotate: rotated,
  local,
  ...given
} = new Command('npm run setup "--"')
  .description(
    'Deploys the gateway to your Cloudflare account, or changes a deployment. It asks for missing options, creates missing keys, uploads, and prints the URL.',
  )
  .addOption(
    new Option(
      '--licence <licence>',
      'the licence of the deployment and its API_KEY: pro for your own gateway',
    ).choices(LICENCES),
  )
  .option('--name <text>', 'the display name of the gateway', PARSERS.name)
  .option('--origins <origins>', 'origins of web pages that may call, separated by commas', PARSERS.origins)
  .option('--relay <url>', 'URL of the relay for the seller side of Coupang (docs/relay.md)', PARSERS.relay)
  .option('--notify-from <address>', 'the sender of e-mail to the owner (docs/events.md)', PARSERS.notifyFrom)
  .option('--yes', 'asks nothing: missing options keep the deployed values, or get the defaults', false)
  .option('--dry-run', 'shows what would be done; nothing is written or changed', false)
  .option('--worker <name>', 'the name of the Worker in your account', parseWorker, 'latchkey')
  .option('--keys-file <path>', 'a file for the new keys, instead of showing them')
  .option('--rotate <keys>', `makes ${ROTATED.join(', ')} again, separated by commas`, parseRotation, [])
  .option('--local', 'makes .dev.vars for npm run dev, and deploys nothing', false)
  .parse()
  .opts()
if (local) {
  console.log(await putLocalFile())
  process.exit(0)
}

function parseWorker(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('It has small letters, digits and hyphens only.')
}

const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
if (!hasTerminal && !yes && !isDryRun)
  fail('there is no terminal to ask in: say --yes, and --licence, --name and --origins for what the defaults are not')

const deployed = (await isLoggedIn()) ? await readDeployed(worker) : undefined
const asks = hasTerminal && !yes && !isDryRun
const choices = await askAll(given, deployed, asks ? { input: process.stdin, output: process.stdout } : undefined)
const keys = await keysFor({ deployed, rotated, keysFile, asks, isDryRun })
const isShown = keysFile === undefined && Object.keys(keys.created).length > 0
if (isShown && !hasTerminal && !isDryRun)
  fail(
    `${Object.keys(keys.created).join(', ')} would be shown in a log: say --keys-file FILE, or set them in the environment`,
  )
console.log(planText({ worker, deployed, choices, keys, keysFile }))
if (isDryRun) {
  console.log('\n--dry-run: nothing was written or changed.')
  process.exit(0)
}
await upload(deployed, choices, keys)

/** Whether wrangler is logged in to an account. Starts the login in an interactive terminal. */
async function isLoggedIn(): Promise<boolean> {
  if ((await runWrangler(['whoami', '--json'])).code === 0) return true
  if (isDryRun) {
    console.log('You are not logged in to Cloudflare: what is deployed there is not known.\n')
    return false
  }
  if (!hasTerminal) fail('nobody is logged in to Cloudflare: npx wrangler login, or set CLOUDFLARE_API_TOKEN')
  console.log('First log in to Cloudflare in the browser window that opens now.')
  if ((await runWrangler(['login'], { inTerminal: true })).code !== 0) fail('the login did not succeed: run this again')
  return true
}

async function upload(before: Deployed | undefined, choices: Choices, keys: Keys): Promise<void> {
  const printKeys = () => {
    if (isShown) console.log(keysText(keys.created))
  }
  const { code, address, complaint } = await deployWith({
    worker,
    choices,
    secrets: keys.secrets,
    inTerminal: hasTerminal,
    onInterrupt: () => {
      console.error('\nInterrupted: the secrets file is deleted. Run the same command again to continue.')
      printKeys()
    },
  })
  // A failure may come after the upload. Then these keys are deployed and cannot be read from there.
  if (code === 0 || (await hasTaken(Object.keys(keys.created)))) printKeys()
  if (code !== 0) fail(`\nThe deployment failed. It may be run again as it was.\n${complaint}`)
  const lacksRelayToken = choices.relay !== '' && before?.secrets.has('RELAY_TOKEN') !== true
  console.log(ending({ address, isFirst: before === undefined, created: Object.keys(keys.created), lacksRelayToken }))
  if (keys.secrets.CREDENTIALS_KEY_PREVIOUS)
    console.log(
      '\nLeave CREDENTIALS_KEY_PREVIOUS set until the overview says that it can be removed (docs/operations.md, "Rotating keys").',
    )
}

/** Whether the Worker now has one of these secrets. */
async function hasTaken(names: readonly string[]): Promise<boolean> {
  const { code, stdout } = await runWrangler(['secret', 'list', '--name', worker])
  return code === 0 && names.some((name) => stdout.includes(`"${name}"`))
}
