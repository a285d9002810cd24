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
import { cacheSchema } from './schema-cache.ts'

/** Returns the schema of a data source (facts 3). Caches it for later filters. */
export async function fetchDataSourceSchema(connection: Connection, id: string): Promise<DataSourceSchema> {
  const native = await fetchDataSource(connection, id)
  const schema = await cacheSchema(connection, id, native)
  const { properties } = await withResultTypes(connection, schema, () => true, orWithout)
  return {
    object: 'data_source',
    id: asUuid(id) ?? id,
    title: plainText(member(native, 'title')) ?? '',
    properties: properties.map(describe),
  }
}

/** The schema is useful even without result types, so only a refusal of the token is thrown. */
const orWithout: Attempt = async (reading) => {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof GatewayError) || hasStatus(error, 401) || hasStatus(error, 429)) throw error
    return new Map()
  }
}

function describe(property: Property) {
  const { name, id, type, groups, options = property.item?.options } = property
  return {
    name,
    id: id || null,
    type: type || null,
    operators: getOperators(property),
    ...(options && { options: options.map((option) => option.name) }),
    ...(groups && { groups: groups.map((group) => ({ name: group.name, options: [...group.options] })) }),
  }
}

/** The operators of every type that a formula may return. */
const ANY_RESULT = [
  ...new Set(['rich_text', 'number', 'date', 'checkbox'].flatMap((type) => OPERATORS.get(type) ?? [])),
]

function getOperators(property: Property): string[] {
  // No row shows the type yet, as in an empty table.
  if (property.type === 'formula' && !property.result) return ANY_RESULT
  try {
    return [...offeredOperators(getSubject(property, { at: '', warnings: new Set() }, undefined, undefined))]
  } catch (error) {
    // The property cannot be compared.
    if (error instanceof GatewayError) return []
    throw error
  }
}
