import { type JsonObject, member } from '../../../base/json-object.ts'
import { list } from '../../../base/lenient-json.ts'
import type { Property } from '../property.ts'

/** Whether native properties name an option that the schema lacks, which makes the product create it. */
export const makesOption = (native: JsonObject, properties: readonly Property[]): boolean =>
  properties.some(({ name, type, options = [] }) => {
    const value = member(native[name], type)
    const named = type === 'select' ? [value] : type === 'multi_select' ? list(value) : []
    return named.some((one) => {
      const option = member(one, 'name')
      return option !== undefined && !options.some((known) => known.name === option)
    })
  })
