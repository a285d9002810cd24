import type { Column, Property } from '../property.ts'

const LISTS = new Set(['show_original', 'show_unique'])
const DATES = new Set(['earliest_date', 'latest_date', 'date_range'])

/** Whether a rollup lists values. */
export const isList = ({ rollup }: Property) => rollup !== undefined && LISTS.has(rollup.function)

/** The result type of a rollup with a single value. Undefined for a list, and when the product omits the function. */
export function scalarType({ rollup }: Property): 'number' | 'date' | undefined {
  if (!rollup || LISTS.has(rollup.function)) return undefined
  return DATES.has(rollup.function) ? 'date' : 'number'
}

/**
 * The filter key for the items of a rollup (facts 4), by the type of the listed column. Formulas are missing because
 * the product accepts such a filter but matches no row.
 */
const ITEM_TYPES: ReadonlyMap<string, string> = new Map([
  ...['title', 'rich_text', 'url', 'email', 'phone_number'].map((type) => [type, 'rich_text'] as const),
  ...['date', 'created_time', 'last_edited_time'].map((type) => [type, 'date'] as const),
  ...['people', 'created_by', 'last_edited_by'].map((type) => [type, 'people'] as const),
  ...['number', 'checkbox', 'select', 'multi_select', 'status', 'relation', 'files'].map(
    (type) => [type, type] as const,
  ),
])

/** The type that the listed values are compared as. Undefined when the product cannot compare them. */
export const itemType = ({ type }: Column): string | undefined => ITEM_TYPES.get(type)
