import { isObject, member } from '../../base/json.ts'
import { flattenValue } from './flatten/value.ts'

/** The value of the title property of a page. Undefined without one. */
export function getTitle(properties: unknown): string | undefined {
  const values = Object.values(isObject(properties) ? properties : {})
  const title = flattenValue(values.find((value) => member(value, 'type') === 'title'))
  return typeof title === 'string' ? title : undefined
}
