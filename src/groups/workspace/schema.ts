import { badGateway } from '../../base/errors.ts'
import { member, textMember } from '../../base/json-object.ts'
import type { DataSourceSchema } from './answers.ts'
import { offeredOperators } from './filters/compile.ts'
import { plainText } from './flatten/value.ts'
import { readProperties } from './property.ts'

/** From the product's data source object (facts 3). 502 when it is none. */
export function dataSourceSchema(native: unknown): DataSourceSchema {
  const object = textMember(native, 'object')
  const id = textMember(native, 'id')
  if (!object || !id) throw badGateway('the workspace answered without a data source', 'shape id')
  const properties = readProperties(member(native, 'properties')).map((property) => ({
    name: property.name,
    id: property.id,
    type: property.type,
    operators: [...offeredOperators(property)],
    ...(property.options && { options: property.options.map((option) => option.name) }),
  }))
  return { object, id, title: plainText(member(native, 'title')) ?? '', properties }
}
