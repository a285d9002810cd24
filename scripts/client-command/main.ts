import { parseArgs } from 'node:util'
import { VERSION } from '../../src/base/version.ts'
import { call } from './call.ts'
import { doctor } from './doctor.ts'
import { describeFailure } from './gateway.ts'
import { listen } from './listen.ts'
import { listOperations } from './operations.ts'
import { readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** The command `latchkey` of the package latchkey-client. */

const USAGE = `latchkey <command>

  operations [words]             lists the operations
  call <operation> [--<field>]   calls one, and prints its answer
  doctor                         tests the connected accounts
  listen --forward <address>     forwards events to an address that only this machine can reach

latchkey <command> --help and latchkey call <operation> --help say more. The address of the gateway and the API key come
from the variables LATCHKEY_URL and LATCHKEY_API_KEY, or from a file .env in this folder.`

const OPERATIONS_USAGE = `latchkey operations [words]

Lists the operations, or those that have all of these words in their name, their summary or their fields.`

const CALL_USAGE = `latchkey call <operation> [--<field> <value>] [--body <file>] [--output <file>] [--idempotency-key <key>]

Calls an operation, and prints its answer as JSON. latchkey call <operation> --help lists its fields.

  --body <file>            a JSON object with fields; - reads the standard input. Fields of the command go first
  --output <file>          writes the answer to a file instead
  --idempotency-key <key>  for payments, posts and other changes that must happen once: repeat a call with the key that it
                           printed, and nothing is done twice. Without it a new key is used. When no answer came, the
                           call is sent once more with the same key

A failure prints the sentence and the code of the gateway, and ends with 1. A wrong use of the command ends with 2.`

const DOCTOR_USAGE = `latchkey doctor

Tests the address, the key and the connected accounts. Ends with 1 if an account does not work.`

const LISTEN_USAGE = `latchkey listen --forward <address> [--types <types>] [--every <seconds>] [--now]

Forwards each event to an address as a POST, signed as deliveries of the gateway are (Standard Webhooks), with the secret
that it prints. The address may be on this machine, such as http://localhost:5678/webhook/latchkey: no tunnel is needed.

A target that fails gets the same event again, after 1 second, 2, 4 and so on, up to a minute. The order stays. The next start
goes on where this one stopped, with the same secret. An event may arrive twice, with the same webhook-id.

  --types <types>     only these, a comma list (default: all types of the connected accounts)
  --every <seconds>   how often the gateway is asked (default: 5)
  --now               forgets where it stopped, and starts with the events from now on`

type Command = (args: readonly string[]) => Promise<number>

const settings = () => readSettings(process.env, process.cwd())

const COMMANDS: Readonly<Record<string, { usage: string; run: Command }>> = {
  operations: {
    usage: OPERATIONS_USAGE,
    run: async (words) => {
      console.log(listOperations(words))
      return 0
    },
  },
  call: {
    usage: CALL_USAGE,
    run: async (args) => {
      await call(args, settings)
      return 0
    },
  },
  doctor: { usage: DOCTOR_USAGE, run: async () => ((await doctor(await settings())) ? 0 : 1) },
  listen: {
    usage: LISTEN_USAGE,
    run: async (args) => {
      const { forward, types, every, now } = parseListen(args)
      await listen(await settings(), {
        ...{ target: getTarget(forward), types, isFromNow: now, everyMs: getSeconds(every) * 1000 },
        signal: untilEnded(),
      })
      return 0
    },
  },
}

function parseListen(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        forward: { type: 'string' },
        types: { type: 'string' },
        every: { type: 'string', default: '5' },
        now: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : '')
  }
}

function getTarget(text = ''): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href
  throw new UsageError('--forward must be an address, such as http://localhost:5678/webhook/latchkey')
}

function getSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds >= 1 && seconds <= 3600) return seconds
  throw new UsageError('--every must be a number of seconds from 1 to 3600')
}

/** Ends with Ctrl-C, or when the process is asked to end. */
function untilEnded(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort())
  return ending.signal
}

async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return tell(VERSION)
  if (name === '--help' || name === 'help') return tell(USAGE)
  const command = COMMANDS[name]
  if (!command) throw new UsageError(`there is no command ${name}\n\n${USAGE}`)
  // The help of an operation is its own.
  if (args[name === 'call' ? 0 : args.length - 1] === '--help') return tell(command.usage)
  return command.run(args)
}

function tell(text: string): number {
  console.log(text)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
