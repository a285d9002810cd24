import { suggestWord } from '../../gateway/http/suggest-path.ts'
import { OPERATIONS } from '../generated/commands.ts'
import { formatTable } from './table.ts'

/** The command was called wrongly. The message says how to call it. */
export class UsageError extends Error {}

/** An operation as the command of the package calls it, generated from the gateway's declarations. */
export interface CommandOperation {
  readonly id: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Whether it takes a JSON body. */
  readonly hasBody: boolean
  /** The fields of its path, its query and its body. */
  readonly fields: readonly CommandField[]
  /** The headers that it takes beside the API key. */
  readonly headers: readonly string[]
}

export interface CommandField {
  readonly name: string
  readonly place: 'param' | 'query' | 'json'
  /** For the help: `string`, `integer`, `boolean`, `array` and so on. */
  readonly type: string
  readonly isRequired: boolean
  /** Whether null removes the value. */
  readonly isNullable?: boolean
  /** Those of an object. */
  readonly fields?: readonly CommandField[]
  readonly description: string
}

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
  return formatTable(found.map(({ id, summary }) => [id, summary]))
}
