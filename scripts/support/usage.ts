import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>>

export interface Command<T extends Options> {
  /** The first line is how it is called; printed by `--help`, and after what is wrong with a call. */
  usage: string
  options: T
  /** How many words may stand beside the options. */
  words?: number
}

/**
 * Reads the options of this process. `--help` prints the usage and ends with 0; what a command does not know ends it with
 * 1 and says what that is.
 */
export function readCommand<const T extends Options>({ usage, options, words = 0 }: Command<T>): Parsed<T> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const parsed = parseArgs({ options, allowPositionals: true, strict: true })
    const surplus = parsed.positionals[words]
    if (surplus === undefined) return parsed
    return fail(`${surplus}: nothing is known by this word\n\n${usage}`)
  } catch (error) {
    return fail(`${plain(error)}\n\n${usage}`)
  }
}

/** Without the parser's advice on words that begin with a hyphen. */
const plain = (error: unknown) =>
  error instanceof Error ? error.message.split(/\. To specify|\.?\n/)[0] : String(error)

/** Ends the process with 1 and a message for the person who started it. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** The number of a TCP port; ends the process, naming the option, when the text is none. */
export function parsePort(option: string, text: string): number {
  const port = Number(text)
  return Number.isInteger(port) && port >= 1 && port <= 65_535
    ? port
    : fail(`--${option} must be a number from 1 to 65535`)
}
