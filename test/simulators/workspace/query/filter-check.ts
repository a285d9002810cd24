import { isObject } from '../../rest.ts'
import { checkList } from '../body.ts'
import { getNone, invalid, shouldBe } from '../errors.ts'
import type { Column, DataSource, Json } from '../state.ts'
import { findColumn, getOptions } from '../table/columns.ts'
import { type Check, CONDITIONS, FORMULA_CONDITIONS, ROLLUP_ITEMS } from './conditions.ts'

const LEAF_KEYS = [...Object.keys(CONDITIONS), 'formula', 'rollup']
/** A group may contain leaves and groups of leaves (facts 4). */
const DEEPEST = 2

/** The table that is queried, and all tables, into which its relations lead. */
export interface Tables {
  table: DataSource
  all: readonly DataSource[]
}

/** Refuses a filter that the product would refuse for this table, in its words (facts 4). */
export function checkFilter(filter: unknown, tables: Tables, path = 'body.filter', depth = 0): void {
  if (!isObject(filter)) throw shouldBe(path, 'an object', filter)
  if (Object.keys(filter).length === 0 && depth === 0) return
  const group = ['and', 'or'].find((word) => Object.hasOwn(filter, word))
  if (group === undefined) {
    checkLeaf(filter, tables, path)
    return
  }
  if (depth === DEEPEST) throw shouldBe(`${path}.${group}`, 'not present', filter[group])
  onlyKeys(filter, [group], path)
  checkList(filter[group], `${path}.${group}`).forEach((item, index) => {
    checkFilter(item, tables, `${path}.${group}[${index}]`, depth + 1)
  })
}

function checkLeaf(leaf: Json, tables: Tables, path: string): void {
  const keys = Object.keys(leaf).filter((key) => !['property', 'timestamp', 'type'].includes(key))
  const key = keys.find((one) => LEAF_KEYS.includes(one))
  if (key === undefined) throw getNone(path, ['or', 'and', ...LEAF_KEYS])
  if (leaf.type !== undefined && leaf.type !== key) throw shouldBe(`${path}.type`, `"${key}"`, leaf.type)
  if (leaf.timestamp === undefined) checkProperty(leaf, key, tables, path)
  else checkTimestamp(leaf, key, path)
}

function checkProperty(leaf: Json, key: string, tables: Tables, path: string): void {
  onlyKeys(leaf, ['property', 'type', key], path)
  if (typeof leaf.property !== 'string') throw shouldBe(`${path}.property`, 'a string', leaf.property)
  const column = findColumn(tables.table, leaf.property)
  if (!column) throw invalid(`Could not find property with name or id: ${leaf.property}`)
  // A title may be filtered by as a text (facts 4).
  if (column.type !== key && !(column.type === 'title' && key === 'rich_text')) throw mismatch(column.type, key)
  if (key === 'formula') checkFormula(leaf.formula, column, `${path}.formula`)
  else if (key === 'rollup') checkRollup(leaf.rollup, column, listedBy(column, tables), `${path}.rollup`)
  else {
    const value = checkOperator(leaf[key], CONDITIONS[key] ?? {}, `${path}.${key}`)
    if (['select', 'multi_select', 'status'].includes(key)) checkOptions(value, column)
  }
}

function checkTimestamp(leaf: Json, key: string, path: string): void {
  if (key !== 'created_time' && key !== 'last_edited_time') throw getNone(path, ['created_time', 'last_edited_time'])
  if (leaf.timestamp !== key) throw shouldBe(`${path}.timestamp`, `"${key}"`, leaf.timestamp)
  onlyKeys(leaf, ['timestamp', 'type', key], path)
  checkOperator(leaf[key], CONDITIONS[key] ?? {}, `${path}.${key}`)
}

/** Recorded in public reports: the result type of a formula must match, and a formula without one refuses all. */
function checkFormula(filter: unknown, { formula }: Column, path: string): void {
  const [key, condition] = only(filter, Object.keys(FORMULA_CONDITIONS), path)
  checkOperator(condition, FORMULA_CONDITIONS[key] ?? {}, `${path}.${key}`)
  const result = formula?.type ?? 'unsupported'
  if (result === 'unsupported') throw invalid('Unable to filter based on a formula of unknown type')
  if (key !== (result === 'boolean' ? 'checkbox' : result)) throw mismatch(result, key)
}

/** A rollup of a single number or date is compared as such, a list by its items. */
function checkRollup(filter: unknown, { config }: Column, listed: Column | undefined, path: string): void {
  const [key, condition] = only(filter, ['any', 'every', 'none', 'number', 'date'], path)
  const name = String(config.function)
  const result = name.startsWith('show_') ? 'array' : name.includes('date') ? 'date' : 'number'
  if (key === 'number' || key === 'date') {
    checkOperator(condition, CONDITIONS[key] ?? {}, `${path}.${key}`)
    if (result !== key) throw mismatch(`rollup ${result}`, key)
    return
  }
  const [item, inner] = only(condition, ROLLUP_ITEMS, `${path}.${key}`)
  checkOperator(inner, CONDITIONS[item] ?? {}, `${path}.${key}.${item}`)
  if (result !== 'array') throw mismatch(`rollup ${result}`, key)
  if (listed && !itemKeys(listed).includes(item)) throw mismatch(listed.type, item)
}

/** The column that a rollup is made of. */
function listedBy({ config }: Column, { table, all }: Tables): Column | undefined {
  const relation = findColumn(table, config.relation_property_id)
  const related = all.find(({ id }) => id === relation?.config.data_source_id)
  return related && findColumn(related, config.rollup_property_id)
}

const ITEM_KEYS: Record<string, readonly string[]> = {
  title: ['rich_text'],
  url: ['rich_text'],
  email: ['rich_text'],
  phone_number: ['rich_text'],
  created_time: ['date'],
  last_edited_time: ['date'],
  created_by: ['people'],
  last_edited_by: ['people'],
  // Taken under every key, and met by none of its values (facts 4).
  formula: ROLLUP_ITEMS,
}

/** The keys that may compare the items of a rollup, by the type of the listed column. */
const itemKeys = ({ type }: Column) => ITEM_KEYS[type] ?? [type]

/** Exactly one operator per leaf. */
function checkOperator(condition: unknown, operators: Record<string, Check>, path: string): unknown {
  const [operator, value] = only(condition, Object.keys(operators), path)
  operators[operator]?.(value, `${path}.${operator}`)
  return value
}

function checkOptions(value: unknown, column: Column): void {
  const names = getOptions(column).map(({ name }) => name)
  const stranger = [value].flat().find((one) => typeof one === 'string' && !names.includes(one))
  if (stranger === undefined) return
  const available = names.map((name) => `"${name}"`).join(', ')
  throw invalid(
    `${column.type} option "${stranger}" not found for property "${column.name}". Available options: ${available}.`,
  )
}

function only(value: unknown, keys: readonly string[], path: string): [key: string, value: unknown] {
  if (!isObject(value)) throw shouldBe(path, 'an object', value)
  const key = keys.find((one) => Object.hasOwn(value, one))
  const stranger = Object.keys(value).find((one) => one !== key)
  if (stranger !== undefined) throw shouldBe(`${path}.${stranger}`, 'not present', value[stranger])
  if (key === undefined) throw getNone(path, keys)
  return [key, value[key]]
}

function onlyKeys(value: Json, allowed: readonly string[], path: string): void {
  const stranger = Object.keys(value).find((key) => !allowed.includes(key))
  if (stranger !== undefined) throw shouldBe(`${path}.${stranger}`, 'not present', value[stranger])
}

const mismatch = (column: string, filter: string) =>
  invalid(
    `The property type in the database does not match the property type of the filter provided: database property ${column} does not match filter ${filter}`,
  )
