import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { LICENCES } from '../../src/base/groups.ts'
import { getOrigin } from '../../src/client/command/settings.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'
import { FleetError, parseJson } from './world.ts'

/** The secrets that every customer of a fleet has, with different values. */
export const OWN_SECRETS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY']
export const SECRETS: readonly string[] = SETTING_NAMES.secret
const VARIABLES: readonly string[] = SETTING_NAMES.var

const words = z.array(z.string().min(1)).min(1)
const NOT_A_REFERENCE =
  'must be a reference, {"env": NAME}, {"file": PATH} or {"command": [PROGRAM, ...]}: this file must not contain secrets'
const reference = z
  .union(
    [
      z.strictObject({ env: z.string().min(1) }).describe('A variable of the environment'),
      z.strictObject({ file: z.string().min(1) }).describe('A file, from the folder of fleet.json'),
      z
        .strictObject({ command: words })
        .describe('What a program prints, as a password manager does; no shell reads it'),
    ],
    { error: NOT_A_REFERENCE },
  )
  .meta({ id: 'Reference' })
export type Reference = z.output<typeof reference>

const text = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' })

/** An object with only these names. `hint` explains what is wrong with another name. */
function named<Form extends z.ZodType>(
  names: readonly string[],
  form: (name: string) => Form,
  hint: (word: string) => string,
) {
  const shape = Object.fromEntries(names.map((one) => [one, form(one).optional()]))
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys) ? keys.map((key) => hint(String(key))).join('; ') : undefined,
  })
}

const licence = z.enum(LICENCES, { error: `must be one of ${LICENCES.join(', ')}` })
const vars = named(
  VARIABLES,
  (one) => (one === 'LICENCE' ? licence : text),
  (word) =>
    SECRETS.includes(word)
      ? `${word} is a secret: put a reference to it under "secrets"`
      : `${word} is no variable of a deployment`,
).describe('Variables of the deployment: see docs/settings.md')
const secrets = named(
  SECRETS,
  () => reference,
  (word) =>
    VARIABLES.includes(word) ? `${word} is a variable: put it under "vars"` : `${word} is no secret of a deployment`,
).describe('References to the secrets of the deployment, never the secrets themselves')
const accountId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'must be the 32 digits of a Cloudflare account' })
  .describe('The Cloudflare account; what wrangler takes by itself where absent')

const customer = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
      error: 'must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end',
    })
    .describe('The name of the Worker, which its storage is named after'),
  url: z.string().describe('The address: https://<name>.<yours>.workers.dev, or a domain of its own'),
  vars: vars.optional(),
  secrets: secrets.optional(),
  wave: z.int().min(1).optional().describe('When it is deployed: 1 first; behind all that have one where absent'),
  account_id: accountId.optional(),
  workers_dev: z
    .boolean()
    .optional()
    .describe('Whether a customer with a domain of its own keeps its address at workers.dev'),
})

const alarms = z.strictObject({
  url: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .describe('Where the deployments report that an account needs attention; {name} is the customer'),
  secret: z
    .union(
      [
        z.strictObject({ file: z.string().includes('{name}', { error: 'must contain {name}' }) }),
        z.strictObject({ command: words }),
      ],
      { error: 'must be {"file": PATH with {name}} or {"command": [PROGRAM, ...]}' },
    )
    .describe('Where the secret that signs deliveries goes: a file each, or the input of a program'),
})
export type Alarms = z.output<typeof alarms>

const fleetFile = z
  .strictObject({
    $schema: z.string().optional(),
    defaults: z
      .strictObject({ vars: vars.optional(), secrets: secrets.optional(), account_id: accountId.optional() })
      .optional()
      .describe('What each customer has that does not say otherwise'),
    alarms: alarms.optional(),
    customers: z.array(customer).min(1),
  })
  .meta({ title: 'A fleet of Latchkey deployments' })
type FleetFile = z.output<typeof fleetFile>

/** The JSON Schema of fleet.json for editors. */
export const fleetJsonSchema = () => z.toJSONSchema(fleetFile, { io: 'input' })

/** A customer of the fleet, with defaults applied. `name` is that of the Worker. */
export interface Customer {
  name: string
  origin: string
  vars: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, Reference>>
  wave: number | undefined
  accountId: string | undefined
  /** Whether workers.dev stays enabled in addition to its own domain. */
  workersDev: boolean
}

export interface Fleet {
  /** The folder of the file. Paths are relative to it, and commands run in it. */
  folder: string
  customers: readonly Customer[]
  alarms: Alarms | undefined
}

/** Whether a URL uses the customer's own domain, which Cloudflare routes to the Worker. */
export const isOwnDomain = (origin: string): boolean => {
  const { hostname, protocol } = new URL(origin)
  return protocol === 'https:' && !hostname.endsWith('.workers.dev')
}

/** Replaces the placeholders of fleet.json: `{name}` is the customer's name, `{NAME}` the same as a variable name. */
export const withName = (value: string, name: string): string =>
  value.replaceAll('{name}', name).replaceAll('{NAME}', name.toUpperCase().replaceAll('-', '_'))

/** The customers of a valid file. */
export const getCustomers = ({ defaults = {}, customers }: FleetFile): Customer[] =>
  customers.map(({ name, url, wave, workers_dev = true, ...own }) => ({
    name,
    origin: new URL(url).origin,
    wave,
    workersDev: workers_dev,
    accountId: own.account_id ?? defaults.account_id,
    vars: Object.fromEntries(
      Object.entries({ ...defaults.vars, ...own.vars }).map(([variable, value]) => [variable, String(value)]),
    ),
    // A name has no character that JSON escapes.
    secrets: JSON.parse(withName(JSON.stringify({ ...defaults.secrets, ...own.secrets }), name)),
  }))

/** Parses a fleet.json. Throws FleetError that names every wrong customer and field, but no value. */
export async function readFleet(path: string): Promise<Fleet> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new FleetError(`${path} cannot be read: fleet.example.json shows how one looks`)
  })
  const given = parseJson(content)
  // The parser's own message would quote the text, which may contain a secret by mistake.
  if (given === undefined) throw new FleetError(`${path} is no JSON`)
  const { success, data, error } = fleetFile.safeParse(given)
  const faults = success ? getFaults(data) : error.issues.map((issue) => formatIssue(issue, given))
  if (!success || faults.length > 0)
    throw new FleetError(`${path} is not in order:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return { folder: dirname(resolve(path)), customers: getCustomers(data), alarms: data.alarms }
}

const names = z.looseObject({
  customers: z.array(z.looseObject({ name: z.string().regex(/^[\w-]{1,63}$/) }).catch({ name: '' })),
})

/** A validation error with its customer, by name or else by index, and its field. */
function formatIssue({ path, message }: z.core.$ZodIssue, given: unknown): string {
  const [list, index, ...field] = path
  if (list !== 'customers' || typeof index !== 'number') return `${path.join('.')}: ${message}`
  const name = names.parse(given).customers[index]?.name || `customers[${index}]`
  return [name, field.join('.'), message].filter(Boolean).join(': ')
}

/** Errors that the schema of a single field cannot find. */
function getFaults({ customers }: FleetFile): string[] {
  const taken = new Set<string>()
  const origins = new Map<string, string>()
  return customers.flatMap(({ name, url }) => {
    const origin = getOrigin(url)
    const isWhole = origin !== undefined && new URL(url).href === `${origin}/`
    const host = origin === undefined ? '' : new URL(origin).hostname
    const owner = origins.get(origin ?? '')
    const faults = [
      taken.has(name) && 'name: another customer has it, too',
      !isWhole && 'url: must be an https address without a path',
      owner !== undefined && `url: is that of ${owner}, too`,
      host.endsWith('.workers.dev') &&
        host.split('.')[0] !== name &&
        `url: the Worker of this name has an address at workers.dev that starts with ${name}.`,
    ]
    taken.add(name)
    if (origin !== undefined) origins.set(origin, name)
    return faults.filter((fault) => fault !== false).map((fault) => `${name}: ${fault}`)
  })
}

export type Wave = readonly Customer[]

export interface Selection {
  /** How many customers without their own wave number form a wave. */
  waveSize: number
  /** Only these names. */
  only?: readonly string[] | undefined
  /** The name to start with, in the order of the waves. */
  from?: string | undefined
}

/**
 * The customers in the order of their deployment: those with a wave number first, then the others in the order of the
 * file. Throws FleetError for an unknown name.
 */
export function getWaves(customers: readonly Customer[], { waveSize, only, from }: Selection): Wave[] {
  const unknown = [...(only ?? []), ...(from === undefined ? [] : [from])].find(
    (name) => !customers.some((one) => one.name === name),
  )
  if (unknown !== undefined) throw new FleetError(`${unknown}: no customer has this name`)
  const numbers = [...new Set(customers.flatMap(({ wave }) => wave ?? []))].sort((one, other) => one - other)
  const unnumbered = customers.filter(({ wave }) => wave === undefined)
  const waves = [
    ...numbers.map((number) => customers.filter(({ wave }) => wave === number)),
    ...Array.from({ length: Math.ceil(unnumbered.length / waveSize) }, (_, at) =>
      unnumbered.slice(at * waveSize, (at + 1) * waveSize),
    ),
  ]
  const order = waves.flat().map(({ name }) => name)
  const chosen = order.slice(Math.max(0, order.indexOf(from ?? ''))).filter((name) => !only || only.includes(name))
  return waves.map((wave) => wave.filter(({ name }) => chosen.includes(name))).filter((wave) => wave.length > 0)
}
