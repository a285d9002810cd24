import { GatewayError, hasStatus } from '../../base/errors.ts'
import { member } from '../../base/json-object.ts'
import type { DataSourceSchema } from './answers.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { fetchDataSource } from './data-sources.ts'
import { offeredOperators } from './filters/offered.ts'
import { OPERATORS } from './filters/operators.ts'
import { getSubject } from './filters/subject.ts'
import { plainText } from './flatten/value.ts'
import type { Property } from './property.ts'
import { type Attempt, withResultTypes } from './result-types.ts'
import { rememberSchema } from './schema-cache.ts'

/** The schema of a data source (facts 3), remembered for the filters to come. */
export async function fetchDataSourceSchema(connection: Connection, id: string): Promise<DataSourceSchema> {
  const native = await fetchDataSource(connection, id)
  const schema = await rememberSchema(connection, id, native)
  const { properties } = await withResultTypes(connection, schema, () => true, orWithout)
  return {
    object: 'data_source',
    id: asUuid(id) ?? id,
    title: plainText(member(native, 'title')) ?? '',
    properties: properties.map(describe),
  }
}

/** Without the types of results the schema is worth telling all the same; only a refusal of the token is not borne. */
const orWithout: Attempt = async (reading) => {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof GatewayError) || hasStatus(error, 401) || hasStatus(error, 429)) throw error
    return new Map()
  }
}

function describe(property: Property) {
  const { name, id, type, options = property.item?.options } = property
  return {
    name,
    id: id || null,
    type: type || null,
    operators: getOperators(property),
    ...(options && { options: options.map((option) => option.name) }),
  }
}

/** Those of every type that a formula may give. */
const ANY_RESULT = [
  ...new Set(['rich_text', 'number', 'date', 'checkbox'].flatMap((type) => OPERATORS.get(type) ?? [])),
]

function getOperators(property: Property): string[] {
  // Before any row tells, as in an empty table.
  if (property.type === 'formula' && !property.result) return ANY_RESULT
  try {
    return [...offeredOperators(getSubject(property, { at: '', warnings: new Set() }, undefined, undefined))]
  } catch (error) {
    // Nothing can be compared with it.
    if (error instanceof GatewayError) return []
    throw error
  }
}
