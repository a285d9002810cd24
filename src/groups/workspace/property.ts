import { asUuid } from '../../base/accounts.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { isObject, list, member, textMember } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'

/** The path of a value in the request (`filters[2].value`), and the list that collects warnings about it. */
export interface FieldPath {
  readonly at: string
  readonly warnings: Set<string>
}

/** The path one step deeper: a field by name, or an item of an array by index. */
export function under(place: FieldPath, step: string | number): FieldPath {
  return { at: typeof step === 'number' ? `${place.at}[${step}]` : `${place.at}.${step}`, warnings: place.warnings }
}

/** A 400 error that names the path. */
export const refusal = (place: FieldPath, message: string) => badInput(`${place.at}: ${message}`)

/** Adds an entry to the response's `warnings`. */
export const addWarning = (place: FieldPath, message: string) => place.warnings.add(`${place.at}: ${message}`)

const MOST_NAMES = 20

/** Names for a message, at most 20. */
export const listed = (names: readonly string[]) =>
  [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ')

/** A caller's value for a message: JSON, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

interface Option {
  readonly id: string
  readonly name: string
}

/** A group of a status's options, such as "In progress", and the names of its options. */
interface OptionGroup {
  readonly name: string
  readonly options: readonly string[]
}

/** The fields of a table's column that conversions need. */
export interface Column {
  readonly name: string
  /** Empty when the product omitted it. */
  readonly id: string
  /** The product's name: `title`, `number`, `rollup` ... Empty when the product omitted it. */
  readonly type: string
  /** Only for select, multi_select and status. */
  readonly options?: readonly Option[]
  /** Only for a unique_id with a prefix. */
  readonly prefix?: string
  /** Only for a relation: the related data source. */
  readonly relatedTo?: string
}

/** The facts about one property that the gateway needs. It is small enough to be cached. */
export interface Property extends Column {
  /** Only for a status. */
  readonly groups?: readonly OptionGroup[]
}

/** A request names a property or an option that the schema lacks. Throws 400, unless a newer schema has it. */
export class NotInSchema extends GatewayError {
  constructor(message: string) {
    super(400, message)
  }
}

const required = requiredFields('workspace', 'properties')

/** Parses the product's `properties` map, in its order. Throws 502 when it is no map. */
export function readProperties(map: unknown): readonly Property[] {
  const properties = required('properties', isObject(map) ? map : undefined)
  // Values that are neither an object nor null are ignored.
  const entries = Object.entries(properties).filter(([, native]) => native === null || isObject(native))
  return entries.map(([name, native]) => {
    const type = textMember(native, 'type') ?? ''
    const config = member(native, type)
    const options = member(config, 'options')
    const groups = member(config, 'groups')
    const prefix = textMember(config, 'prefix')
    const relatedTo = type === 'relation' ? asUuid(member(config, 'data_source_id')) : undefined
    return {
      name,
      id: textMember(native, 'id') ?? '',
      type,
      ...(Array.isArray(options) && { options: options.flatMap(readOption) }),
      ...(Array.isArray(groups) && { groups: groups.flatMap((group) => readGroup(group, list(options))) }),
      ...(prefix && { prefix }),
      ...(relatedTo && { relatedTo }),
    }
  })
}

function readOption(native: unknown): Option[] {
  const name = textMember(native, 'name')
  return name ? [{ name, id: textMember(native, 'id') ?? '' }] : []
}

function readGroup(native: unknown, options: readonly unknown[]): OptionGroup[] {
  const name = textMember(native, 'name')
  const ids = list(member(native, 'option_ids'))
  const members = options.flatMap(readOption).filter(({ id }) => id !== '' && ids.includes(id))
  return name ? [{ name, options: members.map((option) => option.name) }] : []
}

/** The property with this name or id. Throws 400 that lists the others. `at` is the path of the key. */
export function expectProperty(properties: readonly Property[], key: string, at: string): Property {
  const found = findProperty(properties, key)
  if (found) return found
  const names = listed(properties.map(({ name }) => quoted(name)))
  throw new NotInSchema(`${at}: there is no property ${quoted(key)}${names && ` (known: ${names})`}`)
}

/** The product returns property ids percent-encoded and accepts them decoded. A name may contain any `%`. */
export function decodedId(property: string): string {
  try {
    return decodeURIComponent(property)
  } catch {
    return property
  }
}

/** Finds a property by name, then by id, like the product itself. The id may be decoded, as a path has it. */
export function findProperty(properties: readonly Property[], key: string): Property | undefined {
  const byName = properties.find((one) => one.name === key)
  if (byName || key === '') return byName
  return properties.find(({ id }) => id === key || decodedId(id) === key)
}
