import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/build.ts'
import { getComplaint, runWrangler } from '../support/wrangler.ts'
import { CHOICES, type Choices, SETTING_OF } from './answers.ts'

export interface Upload {
  worker: string
  choices: Choices
  secrets: Readonly<Record<string, string>>
  /** Lets wrangler ask in this terminal: the first deployment needs a subdomain of workers.dev. */
  inTerminal: boolean
  /** Called after the file with secrets is removed, before the process ends. */
  onInterrupt: () => void
}

export interface Uploaded {
  code: number
  /** Undefined when wrangler printed none, as for a Worker without a public URL. */
  address: string | undefined
  /** Wrangler's error message, unless it was shown in the terminal. */
  complaint: string
}

/**
 * Deploys with the settings. Secrets are in a separate file that only this user can read. It is always removed, also
 * after an interruption. It is JSON, because in a file of lines the environment and `$` would change values.
 */
export async function deployWith({ worker, choices, secrets, inTerminal, onInterrupt }: Upload): Promise<Uploaded> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-setup-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const ended = new AbortController()
  const interrupt = () => {
    ended.abort()
    remove()
    onInterrupt()
    process.exit(130)
  }
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.on('exit', remove)
  try {
    const file = join(folder, 'secrets.json')
    const output = join(folder, 'output.ndjson')
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
    if (choices.notifyFrom) bindEmail()
    const args = deployArgs(worker, choices, Object.keys(secrets).length > 0 ? file : undefined)
    const env = { WRANGLER_OUTPUT_FILE_PATH: output }
    const result = await runWrangler(args, { inTerminal, env, signal: ended.signal })
    const address = result.code === 0 ? addressIn(output) : undefined
    return { code: result.code, address, complaint: getComplaint(result) }
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    process.off('exit', remove)
    remove()
  }
}

/** Wrangler's arguments. Secrets are only in the file. */
export const deployArgs = (worker: string, choices: Choices, secretsFile?: string): string[] => [
  'deploy',
  '--name',
  worker,
  ...(secretsFile === undefined ? [] : ['--secrets-file', secretsFile]),
  ...CHOICES.flatMap((choice) => ['--var', `${SETTING_OF[choice]}:${choices[choice]}`]),
]

const CONFIG = join(ROOT, 'wrangler.toml')

/** No option of wrangler binds e-mail, so the comment in wrangler.toml becomes the binding. */
const bindEmail = () => writeFileSync(CONFIG, withEmail(readFileSync(CONFIG, 'utf8')))

export const withEmail = (config: string): string =>
  config.replace(/^# (\[\[send_email\]\]\r?\n)# (name = "EMAIL")/m, '$1$2')

/** The deployment's first URL in wrangler's output. */
function addressIn(output: string): string | undefined {
  try {
    const entries = readFileSync(output, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    const target = entries.find(({ type }) => type === 'deploy')?.targets?.[0]
    return target && (target.startsWith('http') ? target : `https://${target}`)
  } catch {
    return undefined
  }
}
