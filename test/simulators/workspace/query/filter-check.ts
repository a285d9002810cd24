import { isObject } from '../../rest.ts'
import { checkList } from '../body.ts'
import { getNone, invalid, shouldBe } from '../errors.ts'
import { dashed } from '../ids.ts'
import type { Column, DataSource, Json } from '../state.ts'
import { findColumn, getOptions } from '../table/value.ts'
import { isDate, PERIODS, RELATIVE } from './dates.ts'

/** Refuses a value that the operator does not take. */
type Check = (value: unknown, path: string) => void

const check =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value, path) => {
    if (!test(value)) throw shouldBe(path, what, value)
  }

const string = check('a string', (value) => typeof value === 'string')
const number = check('a number', (value) => typeof value === 'number')
const boolean = check('a boolean', (value) => typeof value === 'boolean')
const isNames = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
const names = check('a string or an array of strings', isNames)
const date = check('a valid ISO 8601 date string', (value) => isDate(value) || RELATIVE.some((word) => word === value))
const uuid = check('a valid uuid', (value) => dashed(value) !== undefined)
const person = check('a valid uuid or "me"', (value) => value === 'me' || dashed(value) !== undefined)
const empty = check('an empty object', (value) => isObject(value) && Object.keys(value).length === 0)
const literalTrue = check('`true`', (value) => value === true)
const state = check('"verified", "expired" or "none"', (value) =>
  ['verified', 'expired', 'none'].includes(String(value)),
)

const all = (operators: readonly string[], value: Check) => Object.fromEntries(operators.map((one) => [one, value]))

const existence = all(['is_empty', 'is_not_empty'], literalTrue)
const text = {
  ...all(['equals', 'does_not_equal', 'contains', 'does_not_contain', 'starts_with', 'ends_with'], string),
  ...existence,
}
const orders = [
  'equals',
  'does_not_equal',
  'greater_than',
  'less_than',
  'greater_than_or_equal_to',
  'less_than_or_equal_to',
]
const numeric = { ...all(orders, number), ...existence }
const temporal = {
  ...all(['equals', 'before', 'after', 'on_or_before', 'on_or_after'], date),
  ...all(PERIODS, empty),
  ...existence,
}
const choice = { ...all(['equals', 'does_not_equal'], names), ...existence }
const several = (value: Check) => ({ ...all(['contains', 'does_not_contain'], value), ...existence })

/** Type key -> operator -> what it accepts (facts 4). Button and place are missing because they cannot be filtered. */
const CONDITIONS: Record<string, Record<string, Check>> = {
  ...Object.fromEntries(['title', 'rich_text', 'url', 'email', 'phone_number'].map((type) => [type, text])),
  number: numeric,
  unique_id: numeric,
  checkbox: all(['equals', 'does_not_equal'], boolean),
  select: choice,
  status: choice,
  multi_select: several(names),
  date: temporal,
  created_time: temporal,
  last_edited_time: temporal,
  people: several(person),
  created_by: several(person),
  last_edited_by: several(person),
  relation: several(uuid),
  files: existence,
  verification: all(['status', 'does_not_equal'], state),
}

const FORMULA_CONDITIONS: Record<string, Record<string, Check>> = {
  string: text,
  checkbox: CONDITIONS.checkbox ?? {},
  number: numeric,
  date: temporal,
}

/** The keys that the items of a rollup can be compared by. */
const ROLLUP_ITEMS = [
  'rich_text',
  'number',
  'checkbox',
  'select',
  'multi_select',
  'relation',
  'date',
  'people',
  'files',
  'status',
]

const LEAF_KEYS = [...Object.keys(CONDITIONS), 'formula', 'rollup']
/** A group may contain leaves and groups of leaves (facts 4). */
const DEEPEST = 2

/** The table that is queried, and all tables, into which its relations lead. */
interface Tables {
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
