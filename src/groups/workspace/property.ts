import { badGateway } from '../../base/errors.ts'
import { isObject, member, textMember } from '../../base/json-object.ts'

export interface Option {
  readonly id: string
  readonly name: string
}

/** What the gateway needs to know of one column; small enough to be kept for a while. */
export interface Property {
  readonly name: string
  readonly id: string
  /** The product's word: `title`, `number`, `rollup` ... One that is not known yet is kept as it is. */
  readonly type: string
  /** Of select, multi_select and status. */
  readonly options?: readonly Option[]
  /** Of unique_id, when it has one. */
  readonly prefix?: string
  /** Of rollup: `sum`, `show_original` ... */
  readonly function?: string
}

/** Reads the product's `properties` map (facts 3), in its order. 502 when it is none. */
export function readProperties(map: unknown): readonly Property[] {
  if (!isObject(map)) throw badGateway('the workspace answered without a schema', 'shape properties')
  return Object.entries(map).map(([name, native]) => {
    const id = textMember(native, 'id')
    const type = textMember(native, 'type')
    if (!id || !type)
      throw badGateway('the workspace answered with a schema that cannot be read', 'shape properties.type')
    const config = member(native, type)
    const options = member(config, 'options')
    const prefix = textMember(config, 'prefix')
    const rollup = type === 'rollup' ? textMember(config, 'function') : undefined
    return {
      name,
      id,
      type,
      ...(Array.isArray(options) && { options: options.flatMap(readOption) }),
      ...(prefix && { prefix }),
      ...(rollup && { function: rollup }),
    }
  })
}

function readOption(native: unknown): Option[] {
  const name = textMember(native, 'name')
  return name ? [{ name, id: textMember(native, 'id') ?? '' }] : []
}

/** By name, else by id, as the product itself looks it up. */
export function findProperty(properties: readonly Property[], key: string): Property | undefined {
  return properties.find((one) => one.name === key) ?? properties.find((one) => one.id === key)
}
