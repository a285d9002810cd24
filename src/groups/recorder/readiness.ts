import { GatewayError, hasStatus } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import type { Connection } from './connection.ts'
import type { Detail } from './detail.ts'
import { fetchDetail } from './library.ts'
import type { RecordingRow } from './rows.ts'
import { isMarkdown, TRANSCRIPTS } from './transcripts.ts'

/** Details that are read at the same time. */
const AT_ONCE = 4

/** Statuses that the next recording would get as well. */
const PACING: ReadonlySet<number> = new Set([429, 504])

interface Reading {
  /** Calls that are left for others. */
  reserve?: number
  /** Whether enough rows were read. */
  isEnough?: (rows: readonly RecordingRow[]) => boolean
}

/**
 * Rows that say whether they have a transcript and a summary, from their details, because the list of 4.0 does not. In
 * order, as many as the budget allows: fewer than there are when it ends or the product slows down, at least one. A
 * recording that was deleted meanwhile is left out.
 */
export async function readReadiness(
  connection: Connection,
  rows: readonly RecordingRow[],
  { reserve = 0, isEnough = () => false }: Reading = {},
): Promise<{ rows: RecordingRow[]; count: number }> {
  if ((await connection.generation()) === 3) return { rows: [...rows], count: rows.length }
  const { budget } = connection.upstream
  const read: RecordingRow[] = []
  let count = 0
  while (count < rows.length && !isEnough(read)) {
    const room = Math.max(count === 0 ? 1 : 0, Math.min(AT_ONCE, budget.callsLeft - reserve))
    const next = rows.slice(count, count + room)
    const results = await Promise.allSettled(next.map((row) => readRow(connection, row)))
    const failed = results.findIndex(({ status }) => status === 'rejected')
    const done = failed < 0 ? results : results.slice(0, failed)
    for (const result of done) if (result.status === 'fulfilled' && result.value) read.push(result.value)
    count += done.length
    const failure = results[failed]
    if (failure?.status === 'rejected' && (count === 0 || !isPacing(failure.reason))) throw failure.reason
    if (next.length === 0 || failure) break
  }
  return { rows: read, count }
}

const isPacing = (error: unknown) =>
  error instanceof BudgetSpent || (error instanceof GatewayError && PACING.has(error.status))

/** Undefined for a recording that is gone. One whose detail cannot be read is not ready. */
async function readRow(connection: Connection, row: RecordingRow): Promise<RecordingRow | undefined> {
  try {
    return { ...row, ...getReadiness(await fetchDetail(connection, row.id)) }
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    if (error instanceof GatewayError && error.reason.startsWith('shape'))
      return { ...row, is_trans: false, is_summary: false }
    throw error
  }
}

const getReadiness = ({ content }: Detail) => {
  const ready = (content ?? []).filter(({ state }) => state === 'ready')
  return {
    is_trans: ready.some(({ kind }) => TRANSCRIPTS.some((transcript) => transcript === kind)),
    is_summary: ready.some(isMarkdown),
  }
}
