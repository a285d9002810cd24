import { type JsonObject, member } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'

export const required = requiredFields('workspace', 'results', 'data_sources', 'data_sources[].id')

/** The rows, users or pages of a product's list. Throws 502 for anything else. */
export function readResults(answer: unknown): readonly unknown[] {
  const results = member(answer, 'results')
  return required('results', Array.isArray(results) ? results : undefined)
}

/** Whether the product stopped the query at its row limit. */
export const isCutAtLimit = (answer: unknown) => member(member(answer, 'request_status'), 'type') === 'incomplete'

/** The product's data source object, whose `properties` are its schema. */
export const fetchDataSource = (connection: Connection, id: string) => connection.call({ path: `/data_sources/${id}` })

/** One page of rows. The property selection goes into the query string, because the body may not contain it. */
export function queryRows(connection: Connection, id: string, body: JsonObject, properties: readonly string[]) {
  const query = new URLSearchParams(properties.map((property) => ['filter_properties', decodedId(property)]))
  const path = `/data_sources/${id}/query${query.size > 0 ? `?${query}` : ''}`
  return connection.call({ method: 'POST', path, body, reads: true })
}

/** The product returns property ids percent-encoded and accepts them decoded. A name may contain any `%`. */
export function decodedId(property: string): string {
  try {
    return decodeURIComponent(property)
  } catch {
    return property
  }
}
