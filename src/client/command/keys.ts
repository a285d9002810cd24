import { type Command, Option } from '@commander-js/extra-typings'
import { KEY_OPERATIONS } from '../generated/commands.ts'
import { type Call, connectGateway } from './gateway.ts'
import { formatKeys, formatOutcome, type Key, type KeyAnswer } from './keys-text.ts'
import type { CommandField } from './operation.ts'
import { UsageError } from './operations.ts'
import { askSecret, parseOrigin, readVariables } from './settings.ts'

/** The commands, and the operations of the management API that they call. */
const COMMANDS = {
  list: 'admin_list_keys',
  make: 'admin_make_key',
  change: 'admin_change_key',
  roll: 'admin_roll_key',
  revoke: 'admin_delete_key',
} as const
type Name = keyof typeof COMMANDS

/** Longer than the gateway's own deadline, in milliseconds. */
const PATIENCE_MS = 30_000

type Given = Readonly<Record<string, unknown>>

/** `latchkey keys` and `npm run keys`: what the management app does with named keys. The options are the fields of its API. */
export function addKeyCommands(keys: Command): Command {
  keys.description('Manages the named keys of a gateway.').addHelpText(
    'after',
    `
ADMIN_KEY comes from the environment, or is asked for. <key> is the id in the list, or a name that only one key has. Lists are divided by commas.`,
  )
  for (const name of Object.keys(COMMANDS) as Name[]) addCommand(keys, name)
  return keys
}

function addCommand(keys: Command, name: Name): void {
  const { summary, fields } = getOperation(name)
  const command = keys.command(name).description(summary)
  if (name !== 'list' && name !== 'make') command.argument('<key>')
  command.option('--url <address>', 'the address of the gateway (default: LATCHKEY_URL)')
  for (const field of inBody(fields)) addOption(command, field, name === 'make')
  command.option('--json', "prints the API's response")
  command.action(() => run(name, command.args[0] ?? '', command.opts()))
}

const getOperation = (name: Name) => {
  const operation = KEY_OPERATIONS.find(({ id }) => id === COMMANDS[name])
  if (!operation) throw new Error(`there is no operation ${COMMANDS[name]}`)
  return operation
}

const inBody = (fields: readonly CommandField[]) => fields.filter(({ place }) => place === 'json')

/** `--expires` is the only option that is not named after its field. */
const toFlag = (name: string) => `--${name === 'expires_at' ? 'expires' : name.replaceAll('_', '-')}`
const toAttribute = (name: string) => new Option(toFlag(name)).attributeName()

/** For a new key, what is not given is off or absent, so nothing has to be taken away. */
function addOption(command: Command, field: CommandField, isNew: boolean): void {
  const { name, type, isRequired, isNullable, description, fields = [] } = field
  const option = new Option(type === 'boolean' ? toFlag(name) : `${toFlag(name)} <${type}>`, description)
  if (name === 'overlap_hours') option.default('24')
  else option.makeOptionMandatory(isRequired)
  if (type === 'object') for (const inner of fields) addOption(command, inner, true)
  else command.addOption(option)
  if (!isNew && (type === 'boolean' || isNullable))
    command.addOption(
      new Option(toFlag(name).replace('--', '--no-'), type === 'boolean' ? 'turns it off' : 'removes it'),
    )
}

async function run(name: Name, word: string, given: Given): Promise<void> {
  const get = await readVariables(process.env, process.cwd())
  const address = given.url ?? get('LATCHKEY_URL')
  if (typeof address !== 'string') throw new UsageError('--url is missing: the address of the gateway')
  const origin = parseOrigin('--url', address)
  const call = connectGateway({ origin, apiKey: '' }, asAdmin(await askSecret('ADMIN_KEY', get)))
  const key = word === '' ? undefined : await findKey(call, word)
  const fields = { ...(key && { id: key.id }), ...toBody(getOperation(name).fields, given) }
  const answer = await call(COMMANDS[name], fields, { signal: AbortSignal.timeout(PATIENCE_MS) })
  console.log(given.json ? JSON.stringify(answer ?? {}, null, 2) : formatOutcome((answer ?? {}) as KeyAnswer, key))
}

/** Sends the admin key in the place of an API key. */
const asAdmin =
  (key: string): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init)
    request.headers.delete('X-API-KEY')
    request.headers.set('Authorization', `Bearer ${key}`)
    return fetch(request)
  }

const toBody = (fields: readonly CommandField[], given: Given): Record<string, unknown> =>
  Object.fromEntries(
    inBody(fields).flatMap((field) => {
      const value = toValue(field, given)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

/** `--no-...` turns a switch off, and removes any other value. */
function toValue({ name, type, fields }: CommandField, given: Given): unknown {
  const value = given[toAttribute(name)]
  if (value === false) return type === 'boolean' ? false : null
  if (fields) {
    const inner = toBody(fields, given)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  if (typeof value !== 'string') return type === 'boolean' ? value : undefined
  if (type === 'array') return value.split(',').map((entry) => entry.trim())
  return type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
}

/** The key with this id, or the only one with this name. */
async function findKey(call: Call, word: string): Promise<Key> {
  const { keys } = (await call(COMMANDS.list)) as { keys: Key[] }
  const named = keys.filter(({ name }) => name === word)
  const found = keys.find(({ id }) => id === word) ?? (named.length === 1 ? named[0] : undefined)
  if (found) return found
  throw new Error(
    named.length > 1
      ? `${word}: several keys have this name: use an id\n\n${formatKeys(named)}`
      : `${word}: there is no API key with this id or name`,
  )
}
