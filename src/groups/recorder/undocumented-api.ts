import { at, isObject, text } from '../../base/json.ts'
import { neverNotFound, requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'

/**
 * Calls a route whose path is a guess from similar routes, because no client shows it. A 404 therefore means a wrong
 * guess. It becomes a 502, never an empty list.
 */
const callInferred = async (connection: Connection, path: string) => {
  const { body } = await neverNotFound(
    connection.call({ path }),
    'the recorder service does not offer this where it was expected',
  )
  return body
}

const required = requiredFields('recorder', 'data')

/** The objects of a list, which is null when it is empty. Throws 502 without a list, because the guess was wrong. */
const objectsIn = (list: unknown) =>
  required('data', list === null ? [] : Array.isArray(list) ? list : null).filter(isObject)

/** Lists the running merges of recordings. There are usually none. */
export async function listRunningMerges(connection: Connection) {
  const { data } = await callInferred(connection, '/file/combine-tasks/running')
  return objectsIn(at(data, 'tasks') === undefined ? data : at(data, 'tasks'))
}

/** Lists the models that can make a summary. */
export async function listSummaryModels(connection: Connection) {
  const { data } = await callInferred(connection, '/summary/models')
  return objectsIn(data).flatMap((model) => {
    const model_name = text(model.model_name)
    return model_name === null ? [] : [{ ...model, model_name }]
  })
}
