import { badInput } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json-object.ts'
import { quoted } from '../field-path.ts'
import type { NativeFilter } from '../filters/native-filter.ts'
import { findProperty, NotInSchema, type Property } from '../property.ts'
import { canonicalize } from './canonicalize.ts'

/** What can be written, and can be asked for by equality. A unique id cannot be written, and a checkbox tells two apart. */
const KEY_TYPES: readonly string[] = [
  'title',
  'rich_text',
  'number',
  'select',
  'status',
  'date',
  'url',
  'email',
  'phone_number',
]

/** The property that tells rows apart; 400 when there is none such, or none of such a type, which a newer schema may have. */
export function keyProperty(properties: readonly Property[], key: string): Property {
  const property = findProperty(properties, key)
  if (!property) throw new NotInSchema(`key: there is no property ${quoted(key)}`)
  if (KEY_TYPES.includes(property.type)) return property
  const type = property.type || 'property of a type that the workspace service does not tell'
  throw new NotInSchema(`key: "${property.name}" is a ${type}; a key is one of ${KEY_TYPES.join(', ')}`)
}

/** The key of one record. */
export interface Key {
  /** Equal for equal keys. */
  readonly id: string
  /** What its rows pass. The product may let others through, which differ by case. Undefined when no row can have it. */
  readonly filter: NativeFilter | undefined
}

/** The longest text that a filter takes (facts 7). */
const LONGEST = 2000

/** The key in a value `{[type]: value}` of the property, of a record as of a row; undefined where it is empty. */
export function keyId({ type }: Property, typed: unknown): string | undefined {
  const form = canonicalize(type, typed)
  const value: unknown = form === undefined ? null : JSON.parse(form)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : form
}

/** The key that a record gives by its native properties; 400 when it gives none. */
export function readKey(property: Property, native: JsonObject, at: string): Key {
  const { name, type, options } = property
  const id = keyId(property, native[name])
  if (id === undefined) throw badInput(`${at}.${name}: is required, since it is the key`)
  const value: unknown = JSON.parse(id)
  if (typeof value === 'string' && value.length > LONGEST) {
    throw badInput(`${at}.${name}: must be at most ${LONGEST} characters, since it is the key`)
  }
  // The product refuses a filter that names an option which does not exist.
  const exists = !options || options.some((option) => option.name === value)
  // Of a date with an end the product compares the start.
  const equals: unknown = Array.isArray(value) ? value[0] : value
  return { id, filter: exists ? { property: name, [type]: { equals } } : undefined }
}
