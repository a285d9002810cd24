import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { type Customer, type Fleet, OWN_SECRETS, type Reference, SECRETS } from './file.ts'
import { AT_ONCE, FleetError, getMessage, type World } from './world.ts'

/** How long a program may take, in milliseconds. A password manager may ask its owner. */
const PATIENCE_MS = 60_000
/** The size limit of a secret at Cloudflare is 5 KB. */
const MOST_BYTES = 5 * 1024
const SHORTEST_ADMIN_KEY = 20

type Place = Pick<World, 'env' | 'signal'>

/**
 * Runs a program without a shell, in this folder. Its output is returned and never shown, because it may be a secret. Errors
 * contain nothing of it.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  folder: string,
  { env, signal }: Place,
  input = '',
): Promise<string> {
  const running = promisify(execFile)(program, args, { cwd: folder, env, signal, timeout: PATIENCE_MS })
  running.child.stdin?.on('error', () => {}).end(input)
  const { stdout } = await running.catch(({ code }: { code?: unknown }) => {
    if (code === 'ENOENT') throw new Error(`there is no program ${program}`)
    if (typeof code !== 'number') throw new Error(`${program} did not end by itself`)
    throw new Error(`${program} ended with ${code}: run it by hand to see why`)
  })
  return stdout
}

/** Reads each reference once. The value has no line break at its end, and errors contain nothing of it. */
export function secretReader(folder: string, place: Place): (reference: Reference) => Promise<string> {
  const read = new Map<string, Promise<string>>()
  return (reference) => {
    const key = JSON.stringify(reference)
    const text = read.get(key) ?? readReference(reference, folder, place)
    read.set(key, text)
    return text
  }
}

async function readReference(reference: Reference, folder: string, place: Place): Promise<string> {
  let from: string
  let text: string | undefined
  if ('command' in reference) {
    from = `what ${reference.command[0]} prints`
    text = await runProgram(reference.command, folder, place)
  } else if ('file' in reference) {
    from = `the file ${reference.file}`
    text = await readFile(resolve(folder, reference.file), 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`${from} cannot be read (${code})`)
    })
  } else {
    from = `${reference.env} of the environment`
    text = place.env[reference.env]
    if (text === undefined) throw new Error(`${from} is not set`)
  }
  const value = text.replace(/\r?\n$/, '')
  if (value === '') throw new Error(`${from} is empty`)
  return value
}

export type SecretValues = ReadonlyMap<string, string>

/**
 * Reads the secrets of the chosen customers, and the keys of all customers to compare them. Faults name the field, and
 * contain no value.
 */
export async function readSecrets(world: World, { folder, customers }: Fleet, chosen: readonly Customer[]) {
  const read = secretReader(folder, world)
  const all = await pLimit(AT_ONCE).map(customers, async (customer) => {
    const isChosen = chosen.includes(customer)
    const values = new Map<string, string>()
    const faults: string[] = []
    for (const name of isChosen ? SECRETS : OWN_SECRETS) {
      const reference = customer.secrets[name]
      try {
        if (reference) values.set(name, await read(reference))
        else if (OWN_SECRETS.includes(name)) faults.push(`${name} is missing: it has no reference`)
      } catch (error) {
        faults.push(`${name}: ${getMessage(error)}`)
      }
    }
    faults.push(...[...values].flatMap(([name, value]) => toFault(name, value) ?? []))
    return { name: customer.name, isChosen, values, faults }
  })
  return {
    secrets: new Map(all.filter(({ isChosen }) => isChosen).map((one) => [one.name, one])),
    /** Keys that more than one customer has. */
    shared: findShared(all),
    /** Other customers whose keys could not be read and so not be compared. */
    uncompared: all.filter(({ isChosen, faults }) => !isChosen && faults.length > 0).map(({ name }) => name),
  }
}
export type Prepared = Awaited<ReturnType<typeof readSecrets>>

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
function findShared(read: readonly { name: string; values: SecretValues }[]): string[] {
  const owners = new Map<string, string>()
  return read.flatMap(({ name, values }) =>
    OWN_SECRETS.flatMap((key) => {
      const value = values.get(key)
      const owner = value && owners.get(value)
      if (value && !owner) owners.set(value, `${key} of ${name}`)
      return owner ? [`${name}: ${key} is the same as ${owner}: each key belongs to only one`] : []
    }),
  )
}

/** Throws FleetError when a secret is wrong, before anything is sent. */
export function checkSecrets({ secrets, shared }: Prepared): void {
  const faults = [...secrets].flatMap(([name, { faults }]) => faults.map((fault) => `${name}: ${fault}`))
  if (faults.length + shared.length > 0) throw new FleetError(['Nothing was sent:', ...faults, ...shared].join('\n  '))
}

/**
 * A version tag that shows whether its settings equal fleet.json. It is an HMAC with the customer's own
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
  let statement = text
  for (const [name, value] of secrets)
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
      statement = statement.replaceAll(form, `[${name}]`)
  return statement
}
