import { isObject } from '../../base/json-object.ts'
import { at, text } from '../../base/lenient-json.ts'
import { neverNotFound } from '../../upstream/http/failures.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
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

const required = requiredFields('recorder', 'data')

/** The objects of a list, which is null when it is empty. Throws 502 where there is no list: the guess was wrong. */
const objectsIn = (list: unknown) =>
  required('data', list === null ? [] : Array.isArray(list) ? list : null).filter(isObject)

/** Lists the merges of recordings that are running, usually none. */
export async function listRunningMerges(connection: Connection) {
  const { data } = await callInferred(connection, '/file/combine-tasks/running')
  return objectsIn(at(data, 'tasks') === undefined ? data : at(data, 'tasks'))
}

/** Lists the models that a summary can be made with. */
export async function listSummaryModels(connection: Connection) {
  const { data } = await callInferred(connection, '/summary/models')
  return objectsIn(data).flatMap((model) => {
    const model_name = text(model.model_name)
    return model_name === null ? [] : [{ ...model, model_name }]
  })
}
