import { textMember } from '../../../base/json.ts'
import { Reply } from '../../../gateway/http/respond.ts'
import type { RecordPage } from '../answers.ts'
import type { Connection } from '../connection.ts'
import { withDataSource } from '../databases.ts'
import { compile, type Query } from '../query.ts'
import { positionText } from './position.ts'
import { Walk } from './walk.ts'
import { getWalkOrder } from './window.ts'

/** Returns the rows of a query, as many as fit one response, and where to continue. */
export const queryAll = (connection: Connection, id: string, query: Query): Promise<Reply<RecordPage>> =>
  withDataSource(connection, id, (own, about) => walkAll(connection, own, query, about))

async function walkAll(
  connection: Connection,
  id: string,
  query: Query,
  notes: readonly string[],
): Promise<Reply<RecordPage>> {
  const compiled = await compile(connection, id, query)
  const order = getWalkOrder(query.sorts, compiled.filter)
  const walk = new Walk(connection, id, query, compiled, order)
  const end = await walk.run()
  const { native, stopped, warnings } = walk
  if (stopped) warnings.add(`results: ended early, go on from next_cursor: ${stopped.message}`)
  const about: Omit<RecordPage, 'results'> = {
    object: textMember(native, 'object') ?? null,
    next_cursor: end ? positionText(order, end) : null,
    has_more: end !== undefined,
    type: textMember(native, 'type') ?? null,
    request_id: textMember(native, 'request_id') ?? null,
    warnings: [...notes, ...warnings],
  }
  return new Reply(walk.rows.stream(about), 200, stopped?.headers, stopped?.reason)
}
