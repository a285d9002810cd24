import * as z from 'zod'
import { neverNotFound } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'

/**
 * Routes whose paths no client has shown: they are inferred from their neighbours (recorder facts, 6.9 and 9.3), so a
 * 404 means that the guess is wrong, and never an empty list.
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

/** Recordings that are being merged, usually none. */
export const runningMerges = async (connection: Connection) =>
  readMerges(await callInferred(connection, '/file/combine-tasks/running'))

const readModels = shapeReader('recorder', () => z.object({ data: z.array(z.looseObject({ model_name: z.string() })) }))

/** The models that a summary can be made with. */
export const summaryModels = async (connection: Connection) =>
  readModels(await callInferred(connection, '/summary/models')).data
