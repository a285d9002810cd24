import * as z from 'zod'
import { LICENCES } from '../../src/base/licences.ts'
import { isOneOf, SECRETS, type Secret, VARIABLES, type Variable } from './setting-names.ts'

/**
 * The schema of fleet.json (docs/fleet.md). `{name}` and `{NAME}` in references are replaced by the customer's name.
 */

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

const name = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
    error: 'must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end',
  })
  .describe('The name of the Worker, which its storage is named after')

const text = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' })

/** The format of each name in `vars`. */
const VARIABLE_FORMS: Partial<Record<Variable, z.ZodType>> = {
  LICENCE: z.enum(LICENCES, { error: `must be one of ${LICENCES.join(', ')}` }),
}

/** An object with only these names. `hint` explains what is wrong with another name. */
function named<Name extends string>(
  names: readonly Name[],
  form: (name: Name) => z.ZodType,
  hint: (word: string) => string,
) {
  const shape = Object.fromEntries(names.map((one) => [one, form(one).optional()]))
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys) ? keys.map((key) => hint(String(key))).join('; ') : undefined,
  })
}

const vars = named(
  VARIABLES,
  (one) => VARIABLE_FORMS[one] ?? text,
  (word) =>
    isOneOf(SECRETS, word)
      ? `${word} is a secret: put a reference to it under "secrets"`
      : `${word} is no variable of a deployment`,
).describe('Variables of the deployment: docs/decisions.md, section 1')

const secrets = named(
  SECRETS,
  () => reference,
  (word) =>
    isOneOf(VARIABLES, word) ? `${word} is a variable: put it under "vars"` : `${word} is no secret of a deployment`,
).describe('References to the secrets of the deployment, never the secrets themselves')

const accountId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'must be the 32 digits of a Cloudflare account' })
  .describe('The Cloudflare account; what wrangler takes by itself where absent')

const customer = z.strictObject({
  name,
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
      {
        error: 'must be {"file": PATH with {name}} or {"command": [PROGRAM, ...]}',
      },
    )
    .describe('Where the secret that signs deliveries goes: a file each, or the input of a program'),
})
export type Alarms = z.output<typeof alarms>

export const fleetFile = z
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

export type FleetFile = z.output<typeof fleetFile>
export type Secrets = Partial<Record<Secret, Reference>>
export type Variables = Partial<Record<Variable, string>>

/** The JSON Schema of fleet.json for editors. */
export const fleetJsonSchema = () => z.toJSONSchema(fleetFile, { io: 'input' })
