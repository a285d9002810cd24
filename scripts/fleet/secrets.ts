import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { type Customer, type Fleet, OWN_SECRETS, type Reference, SECRETS } from './file.ts'
import type { World } from './world.ts'
import { FleetError, getMessage } from './world.ts'

/** How long a program may take, in milliseconds. A password manager may ask its owner. */
const PATIENCE_MS = 60_000
/** Programs that run at the same time. */
const MOST_AT_ONCE = 4
/** The size limit of a secret at Cloudflare is 5 KB. */
const MOST_BYTES = 5 * 1024
const SHORTEST_ADMIN_KEY = 20

type Place = Pick<World, 'env' | 'signal'>

/**
 * Runs a program without a shell, in this folder. Its output is returned and never shown, because it may be a secret. Errors
 * contain nothing of it.
 */
export async function runProgram(
  command: readonly string[],
  folder: string,
  { env, signal }: Place,
  input = '',
): Promise<string> {
  const [program = '', ...args] = command
  const running = promisify(execFile)(program, args, { cwd: folder, env, signal, timeout: PATIENCE_MS })
  running.child.stdin?.on('error', () => {}).end(input)
  const { stdout } = await running.catch(({ code }: { code?: unknown }) => {
    if (code === 'ENOENT') throw new Error(`there is no program ${program}`)
    if (typeof code !== 'number') throw new Error(`${program} did not end by itself`)
    throw new Error(`${program} ended with ${code}: run it by hand to see why`)
  })
  return stdout
}

/** Reads the value of a reference, without a trailing line break. Its errors contain nothing of the value. */
export type SecretReader = (reference: Reference) => Promise<string>

/** Reads each reference once, however often it is requested. */
export function secretReader(folder: string, place: Place): SecretReader {
  const read = new Map<string, Promise<string>>()
  return (reference) => {
    const key = JSON.stringify(reference)
    const text = read.get(key) ?? readReference(reference, folder, place)
    read.set(key, text)
    return text
  }
}

async function readReference(reference: Reference, folder: string, place: Place): Promise<string> {
  const text = (await readContent(reference, folder, place)).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`${formatPlace(reference)} is empty`)
  return text
}

async function readContent(reference: Reference, folder: string, place: Place): Promise<string> {
  if ('command' in reference) return runProgram(reference.command, folder, place)
  if ('file' in reference)
    return readFile(resolve(folder, reference.file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${formatPlace(reference)} cannot be read (${error.code})`)
    })
  const value = place.env[reference.env]
  if (value === undefined) throw new Error(`${formatPlace(reference)} is not set`)
  return value
}

function formatPlace(reference: Reference): string {
  if ('env' in reference) return `${reference.env} of the environment`
  return 'file' in reference ? `the file ${reference.file}` : `what ${reference.command[0]} prints`
}

export type SecretValues = ReadonlyMap<string, string>

/** The secrets of a customer, and the errors, by field name and without values. */
interface ReadSecrets {
  values: SecretValues
  faults: readonly string[]
}

/** The secrets of the selected customers by name, and what is wrong with the keys of all. */
export interface Prepared {
  secrets: ReadonlyMap<string, ReadSecrets>
  /** Keys that more than one customer has. */
  shared: readonly string[]
  /** Other customers whose keys could not be read and so not be compared. */
  uncompared: readonly string[]
}

/** Reads the secrets of the selected customers, and the keys of all customers to compare them. */
export async function readSecrets(
  world: World,
  { folder, customers }: Fleet,
  chosen: readonly Customer[],
): Promise<Prepared> {
  const read = secretReader(folder, world)
  const readAll = async (some: readonly Customer[], names: readonly string[]) =>
    new Map(
      await pLimit(MOST_AT_ONCE).map(some, async (one) => [one.name, await readSecretsOf(one, read, names)] as const),
    )
  const secrets = await readAll(chosen, SECRETS)
  const others = customers.filter((customer) => !chosen.includes(customer))
  const keys = await readAll(others, OWN_SECRETS)
  return {
    secrets,
    shared: findShared([...secrets, ...keys]),
    uncompared: [...keys].filter(([, { faults }]) => faults.length > 0).map(([name]) => name),
  }
}

async function readSecretsOf(
  { secrets }: Customer,
  read: SecretReader,
  names: readonly string[],
): Promise<ReadSecrets> {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const name of names) {
    const reference = secrets[name]
    try {
      if (reference) values.set(name, await read(reference))
      else if (OWN_SECRETS.includes(name)) faults.push(`${name} is missing: it has no reference`)
    } catch (error) {
      faults.push(`${name}: ${getMessage(error)}`)
    }
  }
  return { values, faults: [...faults, ...[...values].flatMap(([name, value]) => toFault(name, value) ?? [])] }
}

function toFault(name: string, value: string): string | undefined {
  const isPlain = /^[\x21-\x7e]+$/.test(value)
  if (Buffer.byteLength(value) > MOST_BYTES) return `${name} is longer than the 5 KB that a secret holds`
  if (name === 'API_KEY' && !isPlain) return 'API_KEY has a letter that no header can carry'
  if (name === 'ADMIN_KEY' && (value.length < SHORTEST_ADMIN_KEY || !isPlain))
    return `ADMIN_KEY must have at least ${SHORTEST_ADMIN_KEY} letters, without blanks`
  const isBytes = /^[A-Za-z0-9+/]{43}=$/.test(value)
  return name.startsWith('CREDENTIALS_KEY') && !isBytes ? `${name} must be 32 bytes in base64` : undefined
}

/** Keys that two customers share, or that one customer uses twice, because one would open the other. */
function findShared(read: readonly (readonly [name: string, ReadSecrets])[]): string[] {
  const owners = new Map<string, string>()
  return read.flatMap(([customer, { values }]) =>
    OWN_SECRETS.flatMap((name) => {
      const value = values.get(name)
      if (value === undefined) return []
      const digest = createHash('sha256').update(value).digest('base64')
      const owner = owners.get(digest)
      if (owner === undefined) owners.set(digest, `${name} of ${customer}`)
      return owner === undefined ? [] : [`${customer}: ${name} is the same as ${owner}: each key belongs to only one`]
    }),
  )
}

/** Throws FleetError when a secret is wrong, before anything is sent. */
export function checkSecrets({ secrets, shared }: Prepared): void {
  const faults = [...secrets].flatMap(([name, { faults }]) => faults.map((fault) => `${name}: ${fault}`))
  const all = [...faults, ...shared].map((fault) => `\n  ${fault}`)
  if (all.length > 0) throw new FleetError(`Nothing was sent:${all.join('')}`)
}

/**
 * A version tag that shows whether its settings are those of fleet.json. It is an HMAC with the customer's own
 * CREDENTIALS_KEY, so that nobody without that key can test values against it.
 */
export function settingsTag(vars: Readonly<Record<string, string>>, secrets: SecretValues): string {
  const settings = [...Object.entries(vars), ...secrets].sort(([one], [other]) => (one < other ? -1 : 1))
  const hmac = createHmac('sha256', secrets.get('CREDENTIALS_KEY') ?? '').update(JSON.stringify(settings))
  // A tag has at most 25 characters.
  return `fleet-${hmac.digest('hex').slice(0, 16)}`
}

/** The output of another program, with secrets replaced by their names, also as JSON and URLs encode them. */
export function withoutSecrets(text: string, secrets: SecretValues): string {
  const forms = (value: string) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
  return [...secrets].reduce(
    (rest, [name, value]) => forms(value).reduce((told, form) => told.replaceAll(form, `[${name}]`), rest),
    text,
  )
}
