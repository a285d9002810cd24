import { isObject, type JsonObject, member } from '../../base/json-object.ts'
import { essentials } from '../../upstream/essentials.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'

/** Whatever a page holds, an answer that is none does not tell that it was written. */
const essential = essentials('workspace', '')
const anyObject = (answer: unknown) => essential('', isObject(answer) ? answer : undefined)

/** Creates a row with native properties; its id, null when the product does not tell it. 502 when no page is answered. */
export async function createPage(
  connection: Connection,
  dataSourceId: string,
  properties: JsonObject,
): Promise<string | null> {
  const page = await connection.call({
    method: 'POST',
    path: '/pages',
    body: { parent: { type: 'data_source_id', data_source_id: dataSourceId }, properties },
  })
  return asUuid(member(anyObject(page), 'id')) ?? null
}

/** Writes native properties over those of a page; the others stay as they are. 502 when no page is answered. */
export async function updatePage(connection: Connection, id: string, properties: JsonObject): Promise<void> {
  anyObject(await connection.call({ method: 'PATCH', path: `/pages/${id}`, body: { properties } }))
}

/** Moves a page to the trash. The product deletes nothing for good this way. */
export async function trashPage(connection: Connection, id: string): Promise<void> {
  const page = await connection.call({ method: 'PATCH', path: `/pages/${id}`, body: { in_trash: true } })
  anyObject(page)
}
