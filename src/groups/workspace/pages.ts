import { isObject, type JsonObject, member } from '../../base/json-object.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { readOutcome } from './write-outcome.ts'

/** Whatever a page holds, an answer that is none does not tell that it was written. */
const required = requiredFields('workspace', '')
const anyObject = (answer: unknown) => required('', isObject(answer) ? answer : undefined)

const post = (connection: Connection, body: JsonObject) =>
  connection.call({ method: 'POST', path: '/pages', body }).then(anyObject)

const patch = (connection: Connection, id: string, body: JsonObject) =>
  connection.call({ method: 'PATCH', path: `/pages/${id}`, body }).then(anyObject)

/** A page with its properties, as the product has it. */
export const fetchPage = async (connection: Connection, id: string): Promise<JsonObject> =>
  anyObject(await connection.call({ path: `/pages/${id}` }))

/** Creates a page by the product's own body; the page that it answers. 502 that says so when the outcome is not known. */
export const postPage = (connection: Connection, body: JsonObject) => readOutcome(post(connection, body))

/** Changes a page by the product's own body; the page that it answers. 502 that says so when the outcome is not known. */
export const patchPage = (connection: Connection, id: string, body: JsonObject) =>
  readOutcome(patch(connection, id, body))

/** Creates a row with native properties; its id, null when the product does not tell it. 502 when no page is answered. */
export async function createRow(
  connection: Connection,
  dataSourceId: string,
  properties: JsonObject,
): Promise<string | null> {
  const parent = { type: 'data_source_id', data_source_id: dataSourceId }
  return asUuid(member(await post(connection, { parent, properties }), 'id')) ?? null
}

/** Writes native properties over those of a row; the others stay as they are. 502 when no page is answered. */
export async function changeRow(connection: Connection, id: string, properties: JsonObject): Promise<void> {
  await patch(connection, id, { properties })
}

/** Moves a page to the trash. The product deletes nothing for good this way. */
export async function trashPage(connection: Connection, id: string): Promise<void> {
  await patch(connection, id, { in_trash: true })
}
