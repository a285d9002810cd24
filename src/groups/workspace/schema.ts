import { asUuid } from '../../base/accounts.ts'
import { GatewayError } from '../../base/errors.ts'
import { member } from '../../base/json.ts'
import type { DataSourceSchema } from './answers.ts'
import type { Connection } from './connection.ts'
import { fetchDataSource } from './data-sources.ts'
import { offeredOperators } from './filters/offered.ts'
import { getSubject } from './filters/subject.ts'
import { plainText } from './flatten/value.ts'
import type { Property } from './property.ts'
import { cacheSchema } from './schema-cache.ts'

/** Returns the schema of a data source. Caches it for later filters. */
export async function fetchDataSourceSchema(connection: Connection, id: string): Promise<DataSourceSchema> {
  const native = await fetchDataSource(connection, id)
  const { properties } = await cacheSchema(connection, id, native)
  const described = properties.map(describe)
  return {
    object: 'data_source',
    id: asUuid(id) ?? id,
    title: plainText(member(native, 'title')) ?? '',
    properties: described,
    operators: Object.fromEntries(
      described.flatMap(({ type, operators }) => (type && operators.length > 0 ? [[type, operators]] : [])),
    ),
  }
}

function describe(property: Property) {
  const { name, id, type, groups, options } = property
  return {
    name,
    id: id || null,
    type: type || null,
    operators: getOperators(property),
    ...(options && { options: options.map((option) => option.name) }),
    ...(groups && { groups: groups.map((group) => ({ name: group.name, options: [...group.options] })) }),
  }
}

function getOperators(property: Property): string[] {
  try {
    return [...offeredOperators(getSubject(property, { at: '', warnings: new Set() }))]
  } catch (error) {
    // The property cannot be compared.
    if (error instanceof GatewayError) return []
    throw error
  }
}
