import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { password } from '@clack/prompts'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { fail } from '../support/fail.ts'
import { orExit } from './answers.ts'
import type { Deployed } from './deployed.ts'

/** The keys that a deployment requires, in the order in which they are shown. */
export const ROTATED = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY'] as const
type KeyName = (typeof ROTATED)[number]

const FRESH: Readonly<Record<KeyName, () => string>> = {
  API_KEY: () => randomBytes(32).toString('hex'),
  ADMIN_KEY: () => randomBytes(32).toString('hex'),
  CREDENTIALS_KEY: () => randomBytes(32).toString('base64'),
}

export interface Keys {
  secrets: Readonly<Record<string, string>>
  /** The newly created ones, which nobody knows yet. */
  created: Readonly<Record<string, string>>
  /** Existing ones that the deployment keeps. */
  unchanged: readonly string[]
}

export interface KeyNeeds {
  deployed: Deployed | undefined
  rotated: readonly KeyName[]
  keysFile: string | undefined
  asks: boolean
  isDryRun: boolean
}

/** The names of a list. Throws InvalidArgumentError for another word. */
export function parseRotation(text: string): readonly KeyName[] {
  const isKey = (word: string): word is KeyName => ROTATED.some((name) => name === word)
  const words = text.split(',').map((word) => word.trim())
  if (words.every(isKey)) return words
  throw new InvalidArgumentError(`It is one of ${ROTATED.join(', ')}.`)
}

/**
 * The keys to upload: missing ones and those to rotate. Each is taken from the environment or from the file of an
 * earlier run, or created. A deployed CREDENTIALS_KEY is never replaced unless the previous one is known, because all
 * stored data would be lost.
 */
export async function keysFor({ deployed, rotated, keysFile, asks, isDryRun }: KeyNeeds): Promise<Keys> {
  const isSet = (name: KeyName) => deployed?.secrets.has(name) === true
  const wanted = ROTATED.filter((name) => !isSet(name) || rotated.includes(name))
  const before = keysFile === undefined ? {} : parseEnv(await readFile(keysFile, 'utf8').catch(() => ''))
  const secrets: Record<string, string> = {}
  const created: Record<string, string> = {}
  for (const name of wanted) {
    const known = process.env[name] || (isSet(name) ? undefined : before[name])
    secrets[name] = known ?? FRESH[name]()
    if (known === undefined) created[name] = secrets[name]
  }
  const credentials = secrets.CREDENTIALS_KEY
  if (credentials !== undefined) checkCredentialsKey('CREDENTIALS_KEY', credentials)
  if (credentials !== undefined && isSet('CREDENTIALS_KEY') && !isDryRun)
    secrets.CREDENTIALS_KEY_PREVIOUS = await previousKey(asks)
  if (keysFile !== undefined && !isDryRun) await writeKeysFile(keysFile, before, created)
  return { secrets, created, unchanged: ROTATED.filter((name) => !wanted.includes(name)) }
}

async function previousKey(asks: boolean): Promise<string> {
  const ask = async () => orExit((await password({ message: 'The present CREDENTIALS_KEY' })) ?? '').trim()
  const key = process.env.CREDENTIALS_KEY_PREVIOUS || (asks ? await ask() : '')
  if (key === '')
    fail(
      '--rotate CREDENTIALS_KEY: set the present one as CREDENTIALS_KEY_PREVIOUS in the environment, since nobody can read it',
    )
  return checkCredentialsKey('CREDENTIALS_KEY_PREVIOUS', key)
}

function checkCredentialsKey(name: string, key: string): string {
  const isRight = /^[A-Za-z0-9+/]+=*$/.test(key) && Buffer.from(key, 'base64').length === 32
  return isRight ? key : fail(`${name} must be 32 bytes in base64`)
}

/** Written before the upload, so that an interruption does not lose a key in use. */
async function writeKeysFile(
  file: string,
  before: NodeJS.Dict<string>,
  created: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries({ ...before, ...created }).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(file, `# Keys of a gateway. Keep this file to yourself.\n${lines.join('')}`, { mode: 0o600 })
  // The mode only applies to a new file.
  await chmod(file, 0o600)
}
