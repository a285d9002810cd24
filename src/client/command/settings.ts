import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { isCancel, password } from '@clack/prompts'
import { UsageError } from './operations.ts'

/**
 * A secret that is set, or else the answer of the terminal, which does not show it. Without a terminal, it is a line of the
 * input. It is no option, because those are stored in the shell's history.
 */
export async function askSecret(name: string, get: (name: string) => string | undefined): Promise<string> {
  const input = process.stdin.isTTY ? undefined : createInterface({ input: process.stdin })
  const lines = input?.[Symbol.asyncIterator]()
  const answer =
    get(name) ?? (lines ? (await lines.next()).value : await password({ message: name, output: process.stderr }))
  if (isCancel(answer)) process.exit(130)
  const secret: string = answer?.trim() ?? ''
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new UsageError(
      answer
        ? `${name} has a letter that no header can carry`
        : `${name} is missing: set it in the environment, or paste it when asked`,
    )
  input?.close()
  return secret
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

/**
 * The address and the key. Keys are never arguments, which other users of the machine can read.
 *
 * @param url the option --url, which comes before LATCHKEY_URL
 */
export async function readSettings(env: Environment, folder: string, url?: string): Promise<Settings> {
  const get = await readVariables(env, folder)
  return {
    origin: url === undefined ? parseOrigin('LATCHKEY_URL', required(get, 'LATCHKEY_URL')) : parseOrigin('--url', url),
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
