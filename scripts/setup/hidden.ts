import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks in the terminal without showing the input. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(`${question} (not shown): `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  lines.on('SIGINT', () => process.exit(130))
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  process.stdout.write('\n')
  return line.trim()
}
