import { isObject } from '../../rest.ts'
import { shouldBe } from '../errors.ts'
import { dashed } from '../ids.ts'
import { isDate, PERIODS, RELATIVE } from './dates.ts'

/** Refuses a value that the operator does not take. */
export type Check = (value: unknown, path: string) => void

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
export const CONDITIONS: Record<string, Record<string, Check>> = {
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

export const FORMULA_CONDITIONS: Record<string, Record<string, Check>> = {
  string: text,
  checkbox: CONDITIONS.checkbox ?? {},
  number: numeric,
  date: temporal,
}

/** The keys that the items of a rollup can be compared by. */
export const ROLLUP_ITEMS = [
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
