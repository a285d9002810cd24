import { exactText } from '../../base/json.ts'
import { verbatim } from '../../gateway/http/respond.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { PlaudAnswer } from './plaud.ts'

/**
 * An envelope without a fixed shape: the product's text, with integers that a caller would round
 * written as strings. Throws 502 for a bare list, which is no envelope.
 */
export function looseEnvelope({ text, body }: PlaudAnswer) {
  if (text.trimStart().startsWith('[')) throw unreadable('recorder')
  return verbatim(exactText(text, body))
}

const fetchEnvelope = async (connection: Connection, path: string) => looseEnvelope(await connection.call({ path }))

export const fetchMembership = (connection: Connection) => fetchEnvelope(connection, '/membership/free-trial/status')

export const fetchConfig = (connection: Connection) =>
  fetchEnvelope(connection, '/config/init?platform=web&version=1.1.1')

export const fetchFeatureAccess = (connection: Connection) => fetchEnvelope(connection, '/user/feature-access')
