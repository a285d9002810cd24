import { suggestWord } from '../../gateway/http/suggest-path.ts'
import { OPERATIONS } from '../generated/commands.ts'
import type { CommandOperation } from './operation.ts'
import { formatTable } from './table.ts'

/** The command was called wrongly. The message says how to call it. */
export class UsageError extends Error {}

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
