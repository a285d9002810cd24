import { GatewayError } from '../../base/errors.ts'
import { isObject, member, textMember } from '../../base/json-object.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import { asUuid } from './convert/uuid.ts'

export interface Option {
  readonly id: string
  readonly name: string
}

/** A column of a table, in what conversions need of it. */
export interface Column {
  readonly name: string
  /** Empty when the product did not tell it. */
  readonly id: string
  /** The product's word: `title`, `number`, `rollup` ... Empty when the product did not tell it. */
  readonly type: string
  /** Of select, multi_select and status. */
  readonly options?: readonly Option[]
  /** Of unique_id, when it has one. */
  readonly prefix?: string
  /** Of relation: the data source that it leads to. */
  readonly relatedTo?: string
}

/** What a formula gives, in the keys of its filters (facts 4). */
export type FormulaResult = 'string' | 'number' | 'checkbox' | 'date' | 'unsupported'

/** How a rollup is made. Its relation and its target are each told by id and by name. */
export interface Rollup {
  /** `sum`, `show_original` ... */
  readonly function: string
  readonly relation: readonly string[]
  readonly target: readonly string[]
}

/** What the gateway needs to know of one property; small enough to be kept for a while. */
export interface Property extends Column {
  readonly rollup?: Rollup
  /** Of a formula. The schema does not tell it (facts 3): it is read from a row, or from the product's refusal. */
  readonly result?: FormulaResult
  /** Of a rollup that lists: the column that it lists. It stands in the schema of the relation's data source. */
  readonly item?: Column
}

/** A request names a property or an option that the schema lacks: 400, unless a newer schema has it. */
export class NotInSchema extends GatewayError {
  constructor(message: string) {
    super(400, message)
  }
}

const required = requiredFields('workspace', 'properties')

/** Reads the product's `properties` map (facts 3), in its order. 502 when it is none. */
export function readProperties(map: unknown): readonly Property[] {
  const properties = required('properties', isObject(map) ? map : undefined)
  // What is neither a property nor null is none.
  const entries = Object.entries(properties).filter(([, native]) => native === null || isObject(native))
  return entries.map(([name, native]) => {
    const type = textMember(native, 'type') ?? ''
    const config = member(native, type)
    const options = member(config, 'options')
    const prefix = textMember(config, 'prefix')
    const relatedTo = type === 'relation' ? asUuid(member(config, 'data_source_id')) : undefined
    const rollup = type === 'rollup' ? readRollup(config) : undefined
    return {
      name,
      id: textMember(native, 'id') ?? '',
      type,
      ...(Array.isArray(options) && { options: options.flatMap(readOption) }),
      ...(prefix && { prefix }),
      ...(relatedTo && { relatedTo }),
      ...(rollup && { rollup }),
    }
  })
}

function readOption(native: unknown): Option[] {
  const name = textMember(native, 'name')
  return name ? [{ name, id: textMember(native, 'id') ?? '' }] : []
}

function readRollup(config: unknown): Rollup | undefined {
  const name = textMember(config, 'function')
  const keys = (of: string) =>
    [textMember(config, `${of}_id`), textMember(config, `${of}_name`)].filter((key) => key !== undefined)
  return name ? { function: name, relation: keys('relation_property'), target: keys('rollup_property') } : undefined
}

/** By name, else by id, as the product itself looks it up. */
export function findProperty(properties: readonly Property[], key: string): Property | undefined {
  return properties.find((one) => one.name === key) ?? properties.find((one) => one.id === key && key !== '')
}
