import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { channelOf } from '../../src/base/channels.ts'
import { LICENCES } from '../../src/base/groups.ts'
import { getOrigin } from '../../src/client/command/settings.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'
import type { Given } from './commands.ts'
import { FleetError, parseJson } from './world.ts'

/** The secrets that every customer of a fleet has, with different values. */
export const OWN_SECRETS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY']
export const SECRETS: readonly string[] = SETTING_NAMES.secret
const VARIABLES: readonly string[] = SETTING_NAMES.var

const filled = z.string().min(1)
const words = z.array(filled).min(1)
const reference = z
  .union(
    [
      z.strictObject({ env: filled }).describe('A variable of the environment'),
      z.strictObject({ file: filled }).describe('A file, from the folder of fleet.json'),
      z
        .strictObject({ command: words })
        .describe('What a program prints, as a password manager does; no shell reads it'),
    ],
    {
      error:
        'must be a reference, {"env": NAME}, {"file": PATH} or {"command": [PROGRAM, ...]}: this file must not contain secrets',
    },
  )
  .meta({ id: 'Reference' })
export type Reference = z.output<typeof reference>

/** An object with only these names. A name of the other kind belongs elsewhere, as `hint` says. */
const named = <Form extends z.ZodType>(
  kind: string,
  names: readonly string[],
  form: (name: string) => Form,
  others: readonly string[],
  hint: string,
) => {
  const explain = (word: string) => `${word} is ${others.includes(word) ? hint : `no ${kind} of a deployment`}`
  return z.strictObject(Object.fromEntries(names.map((one) => [one, form(one).optional()])), {
    error: (issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map(explain).join('; ') : undefined),
  })
}

const text = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' })
const licence = z.enum(LICENCES, { error: `must be one of ${LICENCES.join(', ')}` })
const toVariable = (name: string) => (name === 'LICENCE' ? licence : text)
const secretHint = 'a secret: put a reference to it under "secrets"'
const settings = {
  vars: named('variable', VARIABLES, toVariable, SECRETS, secretHint)
    .describe('Variables of the deployment: see docs/settings.md')
    .optional(),
  secrets: named('secret', SECRETS, () => reference, VARIABLES, 'a variable: put it under "vars"')
    .describe('References to the secrets of the deployment, never the secrets themselves')
    .optional(),
  account_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: 'must be the 32 digits of a Cloudflare account' })
    .describe('The Cloudflare account; what wrangler takes by itself where absent')
    .optional(),
}

const customer = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
      // No other check may quote what is no name.
      abort: true,
      error: 'must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end',
    })
    .describe('The name of the Worker, which its storage is named after'),
  url: z.string().describe('The address: https://<name>.<yours>.workers.dev, or a domain of its own'),
  ...settings,
  wave: z.int().min(1).optional().describe('When it is deployed: 1 first; behind all that have one where absent'),
  workers_dev: z
    .boolean()
    .optional()
    .describe('Whether a customer with a domain of its own keeps its address at workers.dev'),
})

/** Reports what a customer alone does not show. */
function compare(customers: readonly z.output<typeof customer>[], { addIssue }: z.core.$RefinementCtx): void {
  const taken = new Set<string>()
  const owners = new Map<string, string>()
  for (const [at, { name, url }] of customers.entries()) {
    const report = (field: string, message: string) => addIssue({ code: 'custom', path: [at, field], message })
    const origin = getOrigin(url) ?? ''
    const owner = owners.get(origin)
    if (taken.has(name)) report('name', 'another customer has it, too')
    if (origin === '' || new URL(url).href !== `${origin}/`) report('url', 'must be an https address without a path')
    if (owner !== undefined) report('url', `is that of ${owner}, too`)
    const host = URL.parse(origin)?.hostname
    if (host?.endsWith('.workers.dev') && !host.startsWith(`${name}.`))
      report('url', `the Worker of this name has an address at workers.dev that starts with ${name}.`)
    taken.add(name)
    if (origin !== '') owners.set(origin, name)
  }
}

const alarms = z.strictObject({
  url: z
    .url({ protocol: /^https$/, abort: true, error: 'must be an https address' })
    .refine((url) => channelOf(url) === 'webhook', {
      error: 'is the address of a chat, a secret that this file must not contain: name a program that tells the chat',
    })
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
    defaults: z.strictObject(settings).optional().describe('What each customer has that does not say otherwise'),
    alarms: alarms.optional(),
    customers: z.array(customer).min(1).superRefine(compare),
  })
  .meta({ title: 'A fleet of Latchkey deployments' })
type FleetFile = z.output<typeof fleetFile>

/** The JSON Schema of fleet.json for editors. */
export const fleetJsonSchema = () => z.toJSONSchema(fleetFile, { io: 'input' })

/** Whether a URL uses the customer's own domain, which Cloudflare routes to the Worker. */
export const isOwnDomain = (origin: string): boolean => {
  const { hostname, protocol } = new URL(origin)
  return protocol === 'https:' && !hostname.endsWith('.workers.dev')
}

/** Replaces the placeholders of fleet.json: `{name}` is the customer's name, `{NAME}` the same as a variable name. */
export const withName = (value: string, name: string): string =>
  value.replaceAll('{name}', name).replaceAll('{NAME}', name.toUpperCase().replaceAll('-', '_'))

/** The customers of a valid file, with defaults applied. `name` is the name of the Worker. */
export const getCustomers = ({ defaults = {}, customers }: FleetFile) =>
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
    secrets: JSON.parse(withName(JSON.stringify({ ...defaults.secrets, ...own.secrets }), name)) as Partial<
      Record<string, Reference>
    >,
  }))
export type Customer = ReturnType<typeof getCustomers>[number]

/** Parses a fleet.json. Throws FleetError that names every wrong customer and field, but no value. */
export async function readFleet(path: string) {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new FleetError(`${path} cannot be read: fleet.example.json shows how one looks`)
  })
  const given = parseJson(content)
  // The parser's own message would quote the text, which may contain a secret by mistake.
  if (given === undefined) throw new FleetError(`${path} is no JSON`)
  const { data, error } = fleetFile.safeParse(given)
  if (error)
    throw new FleetError(
      [`${path} is not in order:`, ...error.issues.map((issue) => `  ${formatIssue(issue, given)}`)].join('\n'),
    )
  // Paths are relative to the folder of the file, and commands run in it.
  return { folder: dirname(resolve(path)), customers: getCustomers(data), alarms: data.alarms }
}
export type Fleet = Awaited<ReturnType<typeof readFleet>>

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

export type Wave = readonly Customer[]

/**
 * The customers in the order of their deployment: those with a wave number first, then the others in the order of the
 * file. Throws FleetError for an unknown name.
 */
export function getWaves(
  customers: readonly Customer[],
  { waveSize, only, from }: Pick<Given, 'waveSize' | 'only' | 'from'>,
): Wave[] {
  const unknown = [...(only ?? []), from].find(
    (name) => name !== undefined && !customers.some((one) => one.name === name),
  )
  if (unknown !== undefined) throw new FleetError(`${unknown}: no customer has this name`)
  const last = Math.max(0, ...customers.map(({ wave = 0 }) => wave))
  let unnumbered = 0
  const waveOf = ({ wave }: Customer) => wave ?? last + 1 + Math.floor(unnumbered++ / waveSize)
  const waves = [...Map.groupBy(customers, waveOf)].sort(([one], [other]) => one - other).map(([, wave]) => wave)
  const order = waves.flat()
  const chosen = order
    .slice(
      Math.max(
        0,
        order.findIndex(({ name }) => name === from),
      ),
    )
    .filter(({ name }) => !only || only.includes(name))
  return waves.map((wave) => wave.filter((one) => chosen.includes(one))).filter((wave) => wave.length > 0)
}
