import { badInput } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { NativeFilter } from '../filters/native-filter.ts'
import { expectProperty, NotInSchema, type Property } from '../property.ts'
import { canonicalize } from './canonicalize.ts'

/**
 * Types that can be written and compared for equality. A unique id cannot be written, and a checkbox has only two
 * values.
 */
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

/**
 * The property that identifies rows. Throws 400 when it does not exist or has an unsuitable type. A newer schema may
 * still have it.
 */
export function keyProperty(properties: readonly Property[], key: string): Property {
  const property = expectProperty(properties, key, 'key')
  if (KEY_TYPES.includes(property.type)) return property
  const type = property.type || 'property of a type that the workspace service does not tell'
  throw new NotInSchema(`key: "${property.name}" is a ${type}; a key is one of ${KEY_TYPES.join(', ')}`)
}

/** The key of one record. */
export interface Key {
  /** The same for equal keys. */
  readonly id: string
  /**
   * Matches rows with this key. The product may also return rows that differ by case. Undefined when no row can have
   * the key.
   */
  readonly filter: NativeFilter | undefined
  /** Whether the schema lists its option, if it is one. */
  readonly isListed: boolean
}

/** The longest text that a filter accepts. */
const LONGEST = 2000

/** The key in a native value `{[type]: value}`, of a record or of a row. Undefined when it is empty. */
export function keyId({ type }: Property, typed: unknown): string | undefined {
  const form = canonicalize(type, typed)
  const value: unknown = form === undefined ? null : JSON.parse(form)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : form
}

/** The key in a record's native properties. Throws 400 when there is none. */
export function readKey(property: Property, native: JsonObject, at: string): Key {
  const { name, type, options } = property
  const id = keyId(property, native[name])
  if (id === undefined) throw badInput(`${at}.${name}: is required, since it is the key`)
  const value: unknown = JSON.parse(id)
  if (typeof value === 'string' && value.length > LONGEST) {
    throw badInput(`${at}.${name}: must be at most ${LONGEST} characters, since it is the key`)
  }
  // The product refuses a filter with an option that does not exist, and its schema omits options of statuses. A write
  // creates any other missing option, but no status.
  const isListed = !options || options.some((option) => option.name === value)
  // For a date with an end, the product compares the start.
  const equals: unknown = Array.isArray(value) ? value[0] : value
  const filter = isListed || type === 'status' ? { property: name, [type]: { equals } } : undefined
  return { id, filter, isListed }
}
