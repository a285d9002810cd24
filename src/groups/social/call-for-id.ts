import { at, identifier } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { ThreadsCall } from './threads.ts'

export const required = requiredFields('social', 'id', 'data', 'paging.cursors.after')

/** Makes a call that returns the id of what it created. Throws 502 without an id. */
export const callForId = async (connection: Connection, call: ThreadsCall): Promise<string> =>
  required('id', identifier(at(await connection.call(call), 'id')))
