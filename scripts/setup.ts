import { askAll, CHOICES, type Choices, checked, terminalAsk } from './setup/answers.ts'
import { type Deployed, readDeployed } from './setup/deployed.ts'
import { type Keys, keysFor, parseRotation, ROTATED } from './setup/keys.ts'
import { putLocalFile } from './setup/local.ts'
import { ending, keysText, planText } from './setup/told.ts'
import { deployWith } from './setup/upload.ts'
import { startReencryption } from './setup/wake.ts'
import { fail, readCommand } from './support/usage.ts'
import { runWrangler } from './support/wrangler.ts'

/**
 * `npm run setup`: deploys a gateway for one owner, or changes earlier choices. Each step may be repeated: an existing
 * Worker keeps its keys.
 */
const { values } = readCommand({
  usage: `npm run setup -- [--licence basic|pro|payment] [--name TEXT] [--origins A,B] [--relay URL]
              [--yes] [--dry-run]

Deploys the gateway to your Cloudflare account, or changes a deployment. It asks for missing options, creates missing keys,
uploads, and prints the URL.

  --licence    the licence of the deployment and its API_KEY: pro for your own gateway
  --name       the display name of the gateway
  --origins    origins of web pages that may call, separated by commas
  --relay      URL of the relay for the seller side of Coupang (docs/relay.md)
  --yes        asks nothing: missing options keep the deployed values, or get the defaults
  --dry-run    shows what would be done; nothing is written or changed
  --worker     the name of the Worker in your account (default: latchkey)
  --keys-file  a file for the new keys, instead of showing them
  --rotate     makes ${ROTATED.join(', ')} again, separated by commas
  --local      makes .dev.vars for npm run dev, and deploys nothing`,
  options: {
    licence: { type: 'string' },
    name: { type: 'string' },
    origins: { type: 'string' },
    relay: { type: 'string' },
    worker: { type: 'string', default: 'latchkey' },
    'keys-file': { type: 'string' },
    rotate: { type: 'string', default: '' },
    yes: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    local: { type: 'boolean', default: false },
  },
})
const { worker, yes, 'dry-run': isDryRun, 'keys-file': keysFile } = values
if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(worker)) fail(`--worker ${worker}: has small letters, digits and hyphens only`)
const given = Object.fromEntries(
  CHOICES.flatMap((name) => (values[name] === undefined ? [] : [[name, checked(name, values[name])]])),
) as Partial<Choices>
const rotated = parseRotation(values.rotate)
if (values.local) {
  console.log(await putLocalFile())
  process.exit(0)
}

const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
if (!hasTerminal && !yes && !isDryRun)
  fail('there is no terminal to ask in: say --yes, and --licence, --name and --origins for what the defaults are not')

const deployed = (await isLoggedIn()) ? await readDeployed(worker) : undefined
const asks = hasTerminal && !yes && !isDryRun
const terminal = asks ? terminalAsk() : undefined
const choices = await askAll(given, deployed, terminal?.ask)
terminal?.close()
const keys = await keysFor({ deployed, rotated, keysFile, asks, isDryRun })
const isShown = keysFile === undefined && Object.keys(keys.made).length > 0
if (isShown && !hasTerminal && !isDryRun)
  fail(
    `${Object.keys(keys.made).join(', ')} would be shown in a log: say --keys-file FILE, or set them in the environment`,
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
  const tellKeys = () => {
    if (isShown) console.log(keysText(keys.made))
  }
  const { code, address, said } = await deployWith({
    ...{ worker, choices, secrets: keys.secrets, inTerminal: hasTerminal },
    onInterrupt: () => {
      console.error('\nInterrupted: the secrets file is deleted. Run the same command again to continue.')
      tellKeys()
    },
  })
  // A failure may come after the upload. Then these keys are deployed and cannot be read from there.
  if (code === 0 || (await hasTaken(Object.keys(keys.made)))) tellKeys()
  if (code !== 0) fail(`\nThe deployment failed. It may be run again as it was.\n${said}`)
  const lacksRelayToken = choices.relay !== '' && before?.secrets.has('RELAY_TOKEN') !== true
  console.log(ending({ address, isFirst: before === undefined, made: Object.keys(keys.made), lacksRelayToken }))
  if (keys.secrets.CREDENTIALS_KEY_PREVIOUS) console.log(`\n${await startReencryption(address)}`)
}

/** Whether the Worker now has one of these secrets. */
async function hasTaken(names: readonly string[]): Promise<boolean> {
  const { code, stdout } = await runWrangler(['secret', 'list', '--name', worker])
  return code === 0 && names.some((name) => stdout.includes(`"${name}"`))
}
