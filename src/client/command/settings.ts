import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { isCancel, password } from '@clack/prompts'
import { UsageError } from './operations.ts'

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

/** A variable of the environment, or else of the file `.env` in the folder. */
type Variables = (name: string) => string | undefined

export interface Settings {
  origin: string
  apiKey: string
  get: Variables
}

type Environment = Readonly<Record<string, string | undefined>>

export async function readVariables(env: Environment, folder: string): Promise<Variables> {
  const file = parseEnv(await readFile(join(folder, '.env'), 'utf8').catch(() => ''))
  return (name) => env[name] || file[name] || undefined
}

/** The address and the key. Keys are never arguments, which other users of the machine can read. */
export async function readSettings(env: Environment, folder: string): Promise<Settings> {
  const get = await readVariables(env, folder)
  return {
    origin: parseOrigin('LATCHKEY_URL', required(get, 'LATCHKEY_URL')),
    apiKey: required(get, 'LATCHKEY_API_KEY'),
    get,
  }
}

function required(get: Variables, name: string): string {
  const value = get(name)
  if (value) return value
  throw new UsageError(`${name} is not set. Set it in the environment, or in a file .env in this folder:

  LATCHKEY_URL=https://latchkey.example.workers.dev
  LATCHKEY_API_KEY=...`)
}

export function parseOrigin(name: string, text: string): string {
  const origin = getOrigin(text)
  if (origin !== undefined) return origin
  throw new UsageError(`${name} must be an address such as https://latchkey.example.workers.dev`)
}

/** The origin of an address. Undefined for one that a key must not be sent to: neither https, nor on this machine. */
export function getOrigin(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere) ? url.origin : undefined
}
