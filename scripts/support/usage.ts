import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>>

export interface Command<T extends Options> {
  /** The first line is the command. Printed by `--help` and after an error in the arguments. */
  usage: string
  options: T
  /** How many positional arguments are allowed. */
  words?: number
}

/**
 * Parses the arguments of this process. `--help` prints the usage and exits with 0. Unknown arguments exit with 1 and a
 * message.
 */
export function readCommand<const T extends Options>({ usage, options, words = 0 }: Command<T>): Parsed<T> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  const parsed = parse(options, usage)
  const surplus = parsed.positionals[words]
  return surplus === undefined ? parsed : fail(`${surplus}: nothing is known by this word\n\n${usage}`)
}

function parse<const T extends Options>(options: T, usage: string): Parsed<T> {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    return fail(`${plain(error)}\n\n${usage}`)
  }
}

/** Without the parser's advice on arguments that start with a hyphen. */
const plain = (error: unknown) =>
  error instanceof Error ? error.message.split(/\. To specify|\.?\n/)[0] : String(error)

/** Exits with 1 and a message for the user. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** The number of a TCP port. Exits with the option's name when it is invalid. */
export function parsePort(option: string, text: string): number {
  const port = Number(text)
  return Number.isInteger(port) && port >= 1 && port <= 65_535
    ? port
    : fail(`--${option} must be a number from 1 to 65535`)
}
