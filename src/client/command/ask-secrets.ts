import { createInterface } from 'node:readline'
import { isCancel, password } from '@clack/prompts'
import { UsageError } from './usage-error.ts'

/**
 * The secrets that are set, and the answers of the terminal for the others, which it does not show. Without a terminal, each is
 * a line of the input. They are no options, because those are stored in the shell's history.
 */
export async function askSecrets(
  names: readonly string[],
  get: (name: string) => string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const input = process.stdin.isTTY ? undefined : createInterface({ input: process.stdin })
  const lines = input?.[Symbol.asyncIterator]()
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const message = name.toUpperCase()
    const answer =
      get(name) ?? (lines ? (await lines.next()).value : await password({ message, output: process.stderr }))
    if (isCancel(answer)) process.exit(130)
    secrets[name] = answer?.trim() ?? ''
    if (!/^[\x21-\x7e]+$/.test(secrets[name]))
      throw new UsageError(
        answer
          ? `${message} has a letter that no header can carry`
          : `${message} is missing: set it in the environment, or paste it when asked`,
      )
  }
  input?.close()
  return secrets
}
