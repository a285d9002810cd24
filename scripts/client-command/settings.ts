import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './usage-error.ts'

export interface Settings {
  /** The origin of the gateway. */
  origin: string
  apiKey: string
  /** A variable of the environment, or else of the file. */
  get(name: string): string | undefined
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The address and the key, from the environment or from a file `.env` in the folder. Never from arguments, which other
 * users of the machine can read.
 */
export async function readSettings(env: Variables, folder: string): Promise<Settings> {
  const file = parseEnv(await readFile(join(folder, '.env'), 'utf8').catch(() => ''))
  const get = (name: string) => env[name] || file[name] || undefined
  return { origin: getOrigin(required(get, 'LATCHKEY_URL')), apiKey: required(get, 'LATCHKEY_API_KEY'), get }
}

function required(get: Settings['get'], name: string): string {
  const value = get(name)
  if (value) return value
  throw new UsageError(`${name} is not set. Set it in the environment, or in a file .env in this folder:

  LATCHKEY_URL=https://latchkey.example.workers.dev
  LATCHKEY_API_KEY=...`)
}

/** The key is only sent by https, or to this machine. */
function getOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url.origin
  throw new UsageError('LATCHKEY_URL must be an address such as https://latchkey.example.workers.dev')
}

/** `NAME=value` in each line, with or without quotes and `export`. */
export function parseEnv(text: string): Record<string, string> {
  const lines = text.matchAll(
    /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*?))\s*?(?:#.*)?$/gm,
  )
  return Object.fromEntries(
    [...lines].map(([, name = '', ...values]) => [name, values.find((one) => one !== undefined) ?? '']),
  )
}
