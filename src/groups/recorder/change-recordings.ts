import { GatewayError, notFound } from '../../base/errors.ts'
import { countDone, isLost, requireDone } from '../../gateway/batch.ts'
import type { ChangedRecording } from './answers.ts'
import type { Connection } from './connection.ts'
import { NO_RECORDING } from './detail.ts'
import { pagesOfRecordings } from './listing-pages.ts'

/** Rows per page of the library. The product sends up to 99,999. */
const PAGE_SIZE = 1000

type Outcome = Omit<ChangedRecording, 'file_id'>

/**
 * Changes recordings with one call, and tells what became of each. The product says nothing of ids that it does not
 * know, so the library is read before, and the call names only its recordings. Throws when nothing was changed.
 *
 * @param change is not called when no recording is known
 */
export async function changeRecordings(
  connection: Connection,
  ids: readonly string[],
  change: (known: readonly string[]) => Promise<unknown>,
) {
  const tell = (toOutcome: (id: string) => Outcome, failures: readonly GatewayError[]) => {
    const results = ids.map((file_id): ChangedRecording => ({ file_id, ...toOutcome(file_id) }))
    const report = { ...countDone(results), results }
    requireDone(results, report, failures)
    return report
  }
  const known = await findRecordings(connection, ids).catch(asFailure)
  if (known instanceof GatewayError) return tell(() => ({ status: 'refused', error: known.message }), [known])
  const failure = known.size > 0 ? await change([...known]).then(() => undefined, asFailure) : undefined
  return tell(
    (id) => (!known.has(id) ? { status: 'refused', error: NO_RECORDING } : failure ? toOutcome(failure) : DONE),
    [failure ?? notFound(NO_RECORDING)],
  )
}

const DONE: Outcome = { status: 'done', error: null }

const toOutcome = (error: GatewayError): Outcome =>
  isLost(error)
    ? { status: 'unknown', error: `${error.message}: whether it was done is not known` }
    : { status: 'refused', error: error.message }

function asFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/** Those of the ids that the library has, in the trash or not. */
async function findRecordings(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(ids)
  const found = new Set<string>()
  const all = { sort_by: 'edit_time', is_trash: 2, pageSize: PAGE_SIZE, mostPages: Number.POSITIVE_INFINITY } as const
  for await (const { rows } of pagesOfRecordings(connection, all)) {
    for (const { id } of rows) if (wanted.has(id)) found.add(id)
    if (found.size === wanted.size) break
  }
  return found
}
