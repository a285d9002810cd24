import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deploy, readSecrets } from './deploy.ts'
import { type Invocation, OPTIONS, say, WranglerError } from './invocation.ts'
import { bulk, list, put, remove } from './secrets.ts'
import { addCall, type Failure, readBehaviour, readCalls } from './state.ts'
import { deploymentsList, deploymentsStatus, rollback, versionsList, versionsView } from './versions.ts'

/**
 * A fake of wrangler 4.156, without an account. It stores Workers, versions and secrets in the folder of
 * WRANGLER_STAND_IN, records each call there, and fails as behaviour.json says.
 */
const COMMANDS: Readonly<Record<string, (invocation: Invocation) => Promise<void>>> = {
  deploy,
  'secret list': list,
  'secret put': put,
  'secret delete': remove,
  'secret bulk': bulk,
  'versions list': versionsList,
  'versions view': versionsView,
  'deployments list': deploymentsList,
  'deployments status': deploymentsStatus,
  rollback,
  login: async () => say('Successfully logged in.'),
  whoami: async ({ options }) => {
    const accounts = [{ id: '00000000000000000000000000000000', name: 'Example' }]
    if (options.json)
      say(JSON.stringify({ loggedIn: true, authType: 'OAuth Token', email: 'owner@example.com', accounts }))
    else
      say(
        'Getting User settings...\n👋 You are logged in with an OAuth Token, associated with the email owner@example.com.',
      )
  },
}

const folder = process.env.WRANGLER_STAND_IN ?? '.'
const args = process.argv.slice(2)
const { values: options, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
const command = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find((words) =>
  Object.hasOwn(COMMANDS, words),
)
const name = options.name ?? 'latchkey'

try {
  await run()
} catch (error) {
  if (!(error instanceof WranglerError)) throw error
  process.stderr.write(`\n✘ [ERROR] ${error.message}\n\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  if (command === undefined) throw new WranglerError(`Unknown arguments: ${positionals.join(', ')}`)
  const { loggedIn = true, failures = [] } = await readBehaviour(folder)
  const file = options['secrets-file']
  const secrets = file === undefined ? {} : { secrets: await readSecrets(file) }
  await addCall(folder, { command, name, args, ...secrets })
  if (!loggedIn && command === 'whoami') {
    if (options.json) say('{"loggedIn":false}')
    else say('Getting User settings...\nYou are not authenticated. Please run `wrangler login`.')
    process.exitCode = options.json ? 1 : 0
    return
  }
  if (!loggedIn && command !== 'login' && !options['dry-run'])
    throw new WranglerError(
      "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
    )
  const failure = await toFailure(command, failures)
  if (failure && failure.when !== 'after') await fail(failure)
  const words = positionals.slice(command.split(' ').length)
  await COMMANDS[command]?.({ folder, name, words, options, config: resolve(options.config ?? 'wrangler.toml') })
  if (failure) await fail(failure)
}

/** The first failure that is meant for this call. */
async function toFailure(command: string, failures: readonly Failure[]): Promise<Failure | undefined> {
  const calls = await readCalls(folder)
  return failures.find((failure) => {
    const meant = (call: { command: string; name: string }) =>
      call.command === failure.command && (failure.name === undefined || call.name === failure.name)
    return meant({ command, name }) && calls.filter(meant).length <= (failure.times ?? Number.POSITIVE_INFINITY)
  })
}

async function fail({
  hangs,
  message = 'A request to the Cloudflare API failed. [code: 10013]',
}: Failure): Promise<void> {
  if (hangs) await new Promise((done) => setTimeout(done, 120_000))
  throw new WranglerError(message)
}
