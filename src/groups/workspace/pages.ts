import { asUuid } from '../../base/accounts.ts'
import { hasStatus } from '../../base/errors.ts'
import { isObject, type JsonObject, member } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { readOutcome } from './write-outcome.ts'

/** Any object counts as a page. Without one, it is unknown whether the page was written. */
const required = requiredFields('workspace', '')
const anyObject = (answer: unknown) => required('', isObject(answer) ? answer : undefined)

const post = (connection: Connection, body: JsonObject) =>
  connection.call({ method: 'POST', path: '/pages', body }).then(anyObject)

const patch = (connection: Connection, id: string, body: JsonObject) =>
  connection.call({ method: 'PATCH', path: `/pages/${id}`, body }).then(anyObject)

/** A page with its properties in the product's format. */
export const fetchPage = async (connection: Connection, id: string): Promise<JsonObject> =>
  anyObject(await connection.call({ path: `/pages/${id}` }))

/**
 * Creates a page from a native body and returns the product's page. Throws 502 that says so when the outcome is
 * unknown.
 */
export const postPage = (connection: Connection, body: JsonObject) => readOutcome(post(connection, body))

/**
 * Changes a page with a native body and returns the product's page. Throws 502 that says so when the outcome is
 * unknown.
 */
export const patchPage = (connection: Connection, id: string, body: JsonObject) =>
  readOutcome(patch(connection, id, body))

/**
 * Creates a row with native properties. Returns its id, or null when the product omits it. Throws 502 when the response
 * is no page.
 */
export async function createRow(
  connection: Connection,
  dataSourceId: string,
  properties: JsonObject,
): Promise<string | null> {
  const parent = { type: 'data_source_id', data_source_id: dataSourceId }
  return asUuid(member(await post(connection, { parent, properties }), 'id')) ?? null
}

/** Updates native properties of a row. The others stay unchanged. Throws 502 when the response is no page. */
export async function changeRow(connection: Connection, id: string, properties: JsonObject): Promise<void> {
  await patch(connection, id, { properties })
}

/**
 * Moves a page to the trash. The product cannot delete permanently this way. Returns false for a page that is there
 * already, which the product may refuse to edit.
 */
export async function trashPage(connection: Connection, id: string): Promise<boolean> {
  try {
    await patch(connection, id, { in_trash: true })
    return true
  } catch (error) {
    if (!hasStatus(error, 400) || !/\barchived\b/.test(error.message)) throw error
    return false
  }
}
