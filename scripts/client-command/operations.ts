import type { CommandField, CommandOperation } from '../../src/client/command.ts'
import { OPERATIONS } from '../../src/client/generated/commands.ts'
import { suggestWord } from '../../src/gateway/http/suggest-path.ts'
import { IDEMPOTENCY_KEY } from './gateway.ts'
import { UsageError } from './usage-error.ts'

/** The operation with this id. Throws UsageError with the most similar one. */
export function findOperation(id: string): CommandOperation {
  const found = OPERATIONS.find((operation) => operation.id === id)
  if (found) return found
  const nearest = suggestWord(
    OPERATIONS.map((operation) => operation.id),
    id,
  )
  throw new UsageError(
    `there is no operation ${id}${nearest ? `: did you mean ${nearest}?` : ''}\nlatchkey operations lists all.`,
  )
}

/** A line for each operation whose id, summary or fields contain all words. */
export function listOperations(words: readonly string[]): string {
  const found = OPERATIONS.filter(({ id, summary, fields }) => {
    const text = [id, summary, ...fields.map(({ name }) => name)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word.toLowerCase()))
  })
  if (found.length === 0) throw new UsageError(`no operation has ${words.join(' ')} in its name or summary`)
  const width = Math.max(...found.map(({ id }) => id.length))
  return found.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join('\n')
}

/** The help of `latchkey call <operation>`. */
export function describeOperation({ id, summary, method, path, hasBody, fields, headers }: CommandOperation): string {
  const width = Math.max(0, ...fields.map((field) => getUsage(field).length))
  const lines = fields.map((field) =>
    `  ${getUsage(field).padEnd(width)}  ${field.isRequired ? 'required. ' : ''}${field.description}`.trimEnd(),
  )
  const variables = headers.filter((name) => name !== IDEMPOTENCY_KEY).map((name) => `  ${toVariable(name)}`)
  return [
    `latchkey call ${id} [--<field> <value>]${hasBody ? ' [--body <file>]' : ''}`,
    `${summary} (${method} ${path}).`,
    lines.length > 0 && lines.join('\n'),
    hasBody && 'Lists and objects are JSON. --body <file>, or - for the standard input, is a JSON object with fields.',
    headers.includes(IDEMPOTENCY_KEY) &&
      '--idempotency-key <key> makes a repeated call safe. Without it a new key is used, and printed.',
    variables.length > 0 && `Optional variables, for an account of your own:\n${variables.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const getUsage = ({ name, type }: CommandField) => `--${name} <${type}>`

/** The variable with the value of a header: X-Workspace-Token is X_WORKSPACE_TOKEN. */
export const toVariable = (header: string): string => header.toUpperCase().replaceAll('-', '_')
