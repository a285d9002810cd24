import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { fail } from '../support/usage.ts'

/**
 * ADMIN_KEY from the environment, or from the first line of the input, which a terminal does not show. It is no option,
 * because options are stored in the shell's history.
 */
export async function askAdminKey(): Promise<string> {
  const key = process.env.ADMIN_KEY?.trim() || (await readLine()).trim()
  return key || fail('ADMIN_KEY is missing: set it in the environment, or paste it when asked')
}

async function readLine(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal) process.stderr.write('ADMIN_KEY (not shown): ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  lines.on('SIGINT', () => process.exit(130))
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTerminal) process.stderr.write('\n')
  return line
}
