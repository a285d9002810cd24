import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CommandOperation } from '../../src/client/command.ts'
import type { HeaderValues } from '../../src/client/options.ts'
import { type CallArguments, parseCall } from './fields.ts'
import { connectGateway, IDEMPOTENCY_KEY } from './gateway.ts'
import { describeOperation, findOperation, toVariable } from './operations.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** `latchkey call`: calls one operation, and prints its answer. */
export async function call([id, ...args]: readonly string[], readSettings: () => Promise<Settings>): Promise<void> {
  if (id === undefined) throw new UsageError('name an operation: latchkey operations lists all')
  const operation = findOperation(id)
  const given = parseCall(operation, args)
  if (given.isHelp) return console.log(describeOperation(operation))
  const settings = await readSettings()
  const headers = getHeaders(operation, given, settings)
  // Printed before the call, so that a call that got no answer can be repeated.
  if (headers[IDEMPOTENCY_KEY]) console.error(`${IDEMPOTENCY_KEY}: ${headers[IDEMPOTENCY_KEY]}`)
  const fields = { ...(await readBody(operation, given.body)), ...given.fields }
  const answer = await connectGateway(settings, given.output ? savingTo(given.output) : fetch)(id, fields, { headers })
  if (answer !== undefined) console.log(JSON.stringify(answer, null, 2))
}

/**
 * The account headers from variables, which have the name of the header. A payment without such variables uses the account
 * of the deployment.
 */
function getHeaders(
  { headers }: CommandOperation,
  { idempotencyKey }: CallArguments,
  settings: Settings,
): HeaderValues {
  const accounts = headers
    .filter((name) => name !== IDEMPOTENCY_KEY)
    .flatMap((name) => {
      const value = settings.get(toVariable(name))
      return value === undefined ? [] : [[name, value]]
    })
  if (accounts.length === 0 && headers.includes('X-Payment-Mode')) accounts.push(['X-Payment-Mode', 'true'])
  if (headers.includes(IDEMPOTENCY_KEY)) accounts.push([IDEMPOTENCY_KEY, idempotencyKey ?? randomUUID()])
  else if (idempotencyKey !== undefined) throw new UsageError('this operation takes no --idempotency-key')
  return Object.fromEntries(accounts)
}

/** The fields in a file, or in the standard input. */
async function readBody({ hasBody }: CommandOperation, file: string | undefined): Promise<object> {
  if (file === undefined) return {}
  if (!hasBody) throw new UsageError('this operation takes no --body')
  const source = file === '-' ? 'the standard input' : file
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new UsageError(`--body: ${error.message}`)
  })
  const body = parse(content)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new UsageError(`--body: ${source} must be a JSON object`)
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
