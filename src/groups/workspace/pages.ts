import { badGateway } from '../../base/errors.ts'
import { type JsonObject, textMember } from '../../base/json-object.ts'
import type { Connection } from './connection.ts'

/** Creates a row with native properties; its id. */
export const createPage = async (connection: Connection, dataSourceId: string, properties: JsonObject) =>
  pageId(
    await connection.call({
      method: 'POST',
      path: '/pages',
      body: { parent: { type: 'data_source_id', data_source_id: dataSourceId }, properties },
    }),
  )

/** Moves a page to the trash; its id. The product deletes nothing for good this way. */
export const trashPage = async (connection: Connection, id: string) =>
  pageId(await connection.call({ method: 'PATCH', path: `/pages/${id}`, body: { in_trash: true } }))

function pageId(page: unknown): string {
  const id = textMember(page, 'id')
  if (!id) throw badGateway('the workspace service answered without the page', 'shape id')
  return id
}
