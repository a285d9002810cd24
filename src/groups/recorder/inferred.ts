import * as z from 'zod'
import { neverNotFound } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'

/**
 * Calls a route whose path is inferred from its neighbours, since no client shows it (recorder facts, 6.9 and 9.3). A 404
 * therefore means a wrong guess, which is a 502, and never an empty list.
 */
const callInferred = async (connection: Connection, path: string) => {
  const { body } = await neverNotFound(
    connection.call({ path }),
    'the recorder service does not offer this where it was expected',
  )
  return body
}

const readMerges = shapeReader('recorder', () => {
  const merges = z.array(z.looseObject({}))
  return z.union([
    z.object({ data: merges }).transform(({ data }) => data),
    z.object({ data: z.object({ tasks: merges }) }).transform(({ data }) => data.tasks),
  ])
})

/** Lists the merges of recordings that are running, usually none. */
export const listRunningMerges = async (connection: Connection) =>
  readMerges(await callInferred(connection, '/file/combine-tasks/running'))

const readModels = shapeReader('recorder', () => z.object({ data: z.array(z.looseObject({ model_name: z.string() })) }))

/** Lists the models that a summary can be made with. */
export const listSummaryModels = async (connection: Connection) =>
  readModels(await callInferred(connection, '/summary/models')).data
