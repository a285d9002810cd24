import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UsageError } from './usage-error.ts'

/** A variable of the environment, or else of the file `.env` in the folder. */
export type Variables = (name: string) => string | undefined

export interface Settings {
  /** The origin of the gateway. */
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
