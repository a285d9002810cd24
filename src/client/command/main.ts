import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings'
import { VERSION } from '../../base/version.ts'
import { call } from './call.ts'
import { doctor } from './doctor.ts'
import { describeFailure } from './gateway.ts'
import { addKeyCommands } from './keys.ts'
import { listen } from './listen.ts'
import { listOperations, UsageError } from './operations.ts'
import { readSettings } from './settings.ts'

/** The command `latchkey` of the package latchkey-client. */
const program = new Command('latchkey')
  .description('Calls a Latchkey gateway.')
  .version(VERSION)
  .enablePositionalOptions()
  .exitOverride()
  .addHelpText(
    'after',
    `
The address of the gateway and the API key come from the variables LATCHKEY_URL and LATCHKEY_API_KEY, or from a file .env in this folder. A failure prints the sentence and the code of the gateway, and ends with 1. A wrong use ends with 2.`,
  )

const settings = (url?: string) => readSettings(process.env, process.cwd(), url)

program
  .command('operations')
  .summary('lists the operations')
  .description('Lists the operations, or only operations with all of these words in their name, summary or fields.')
  .argument('[words...]')
  .action((words) => console.log(listOperations(words)))

program
  .command('call')
  .summary('calls an operation, and prints its answer')
  .description(
    `Calls an operation, and prints its answer as JSON. latchkey call <operation> --help lists its fields and options.

An operation that pays, posts or makes another change that must happen once takes --idempotency-key: repeat a call with the key that it printed, and nothing is done twice. When no answer came, the call is sent once more with the same key.`,
  )
  .argument('<operation>')
  .argument('[options...]', 'the fields, as --<field> <value>')
  // They belong to the operation, as its --help does.
  .passThroughOptions()
  .allowUnknownOption()
  .action((id, args) => call(id, args, () => settings()))

program
  .command('doctor')
  .description('Tests the address, the key and the connected accounts. Ends with 1 if an account does not work.')
  .option('--url <address>', 'the address of the gateway, instead of LATCHKEY_URL')
  .action(async ({ url }) => {
    process.exitCode = (await doctor(await settings(url))) ? 0 : 1
  })

program
  .command('listen')
  .summary('forwards events to an address that only this machine can reach')
  .description(
    `Forwards each event to an address as a POST, signed as deliveries of the gateway are (Standard Webhooks), with the secret that it prints. The address may be on this machine: no tunnel is needed.

A target that fails gets the same event again, after 1 second, 2, 4 and so on, up to a minute. The order stays. The next start continues where this one stopped, with the same secret. An event may arrive twice, with the same webhook-id.`,
  )
  .requiredOption('--forward <address>', 'such as http://localhost:5678/webhook/latchkey', parseTarget)
  .option('--types <types>', 'only these, a comma list (default: all types of the connected accounts)')
  .option('--every <seconds>', 'how often the gateway is asked', parseSeconds, 5)
  .option('--now', 'forgets where it stopped, and starts with the events from now on', false)
  .action(async ({ forward, types, every, now }) =>
    listen(await settings(), {
      target: forward,
      types,
      isFromNow: now,
      everyMs: every * 1000,
      signal: untilEnded(),
    }),
  )

addKeyCommands(program.command('keys'))

function parseTarget(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href
  throw new InvalidArgumentError('It must be an address, such as http://localhost:5678/webhook/latchkey.')
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds >= 1 && seconds <= 3600) return seconds
  throw new InvalidArgumentError('It must be a number of seconds from 1 to 3600.')
}

/** Ends with Ctrl-C, or when the process is asked to end. */
function untilEnded(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort())
  return ending.signal
}

try {
  await program.parseAsync()
} catch (error) {
  // The parser has printed its own message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2
  else {
    console.error(describeFailure(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
