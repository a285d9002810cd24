import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { connectGateway, type HeaderValues, IDEMPOTENCY_KEY } from './gateway.ts'
import type { CommandField, CommandOperation } from './operation.ts'
import { findOperation, UsageError } from './operations.ts'
import type { Settings } from './settings.ts'

/** `latchkey call`: calls one operation, and prints its answer. */
export async function call(id: string, args: readonly string[], readSettings: () => Promise<Settings>): Promise<void> {
  const operation = findOperation(id)
  const command = describeCall(operation).parse(args, { from: 'user' })
  const { body, output, idempotencyKey, ...given }: Readonly<Record<string, unknown>> = command.opts()
  const settings = await readSettings()
  const headers = getHeaders(operation, idempotencyKey, settings)
  // Printed before the call, so that a call that got no answer can be repeated.
  if (headers[IDEMPOTENCY_KEY]) console.error(`${IDEMPOTENCY_KEY}: ${headers[IDEMPOTENCY_KEY]}`)
  const fields = { ...(typeof body === 'string' && (await readBody(body))), ...given }
  const receive = typeof output === 'string' ? savingTo(output) : fetch
  const answer = await connectGateway(settings, receive)(id, fields, { headers })
  if (answer !== undefined) console.log(JSON.stringify(answer, null, 2))
}

/** The command of one operation: an option for each of its fields. It throws instead of ending the process. */
export function describeCall({ id, summary, method, path, hasBody, fields, headers }: CommandOperation) {
  const command = new Command(`latchkey call ${id}`)
    .description(`${summary} (${method} ${path}).`)
    .exitOverride()
    .allowExcessArguments(false)
  for (const field of fields)
    command.option(
      `--${field.name} <${field.type}>`,
      `${field.isRequired ? 'required. ' : ''}${field.description}`,
      (given) => toValue(field, given),
    )
  if (hasBody) command.option('--body <file>', 'a JSON object with fields; - is the standard input')
  command.option('--output <file>', 'writes the answer to a file instead')
  if (headers.includes(IDEMPOTENCY_KEY))
    command.option('--idempotency-key <key>', 'makes a repeated call safe; without it a new key is used, and printed')
  const variables = headers.filter((name) => name !== IDEMPOTENCY_KEY).map((name) => `\n  ${toVariable(name)}`)
  if (variables.length > 0)
    command.addHelpText('after', `\nOptional variables, for another account:${variables.join('')}`)
  return command
}

/** The variable with the value of a header: X-Workspace-Token is X_WORKSPACE_TOKEN. */
const toVariable = (header: string): string => header.toUpperCase().replaceAll('-', '_')

/** Types that are only JSON. */
const STRUCTURED = new Set(['integer', 'number', 'boolean', 'array', 'object'])

/** A path and a query are text, and so is a text in a body. Every other value in a body is JSON. */
function toValue({ place, type }: CommandField, given: string): unknown {
  const types = type.split('|')
  if (place !== 'json' || !types.some((one) => STRUCTURED.has(one) || one === 'any')) return given
  try {
    return JSON.parse(given)
  } catch {
    if (!types.every((one) => STRUCTURED.has(one))) return given
    throw new InvalidArgumentError(`It must be JSON of the type ${type}.`)
  }
}

/**
 * The account headers from variables, which have the name of the header. A payment without such variables uses the account
 * of the deployment.
 */
function getHeaders({ headers }: CommandOperation, idempotencyKey: unknown, settings: Settings): HeaderValues {
  const accounts = headers
    .filter((name) => name !== IDEMPOTENCY_KEY)
    .flatMap((name) => {
      const value = settings.get(toVariable(name))
      return value === undefined ? [] : [[name, value]]
    })
  const isBrought = accounts.some(([name]) => name !== 'X-Account')
  if (!isBrought && headers.includes('X-Payment-Mode')) accounts.push(['X-Payment-Mode', 'true'])
  if (headers.includes(IDEMPOTENCY_KEY)) accounts.push([IDEMPOTENCY_KEY, String(idempotencyKey ?? randomUUID())])
  return Object.fromEntries(accounts)
}

/** The fields in a file, or in the standard input. */
async function readBody(file: string): Promise<object> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new UsageError(`--body: ${error.message}`)
  })
  const body = parse(content)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new UsageError(`--body: ${file === '-' ? 'the standard input' : file} must be a JSON object`)
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** Writes the body of a success to a file, whatever its type, instead of printing it. */
const savingTo =
  (file: string): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request)
    if (!response.ok) return response
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    return new Response(null, { status: 204, headers: response.headers })
  }
