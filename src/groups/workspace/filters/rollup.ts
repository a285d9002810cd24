import type { Column, Property } from '../property.ts'

const LISTS = new Set(['show_original', 'show_unique'])
const DATES = new Set(['earliest_date', 'latest_date', 'date_range'])

/** Whether a rollup lists the values themselves. */
export const isList = ({ rollup }: Property) => rollup !== undefined && LISTS.has(rollup.function)

/** What a rollup of one value gives; undefined for a list, and where the function is not told. */
export function scalarType({ rollup }: Property): 'number' | 'date' | undefined {
  if (!rollup || LISTS.has(rollup.function)) return undefined
  return DATES.has(rollup.function) ? 'date' : 'number'
}

/**
 * The keys by which the items of a rollup are compared (facts 4), by the type of the column that it lists. A formula is
 * not among them: the product takes such a filter and lets no row through.
 */
const ITEM_TYPES: ReadonlyMap<string, string> = new Map([
  ...['title', 'rich_text', 'url', 'email', 'phone_number'].map((type) => [type, 'rich_text'] as const),
  ...['date', 'created_time', 'last_edited_time'].map((type) => [type, 'date'] as const),
  ...['people', 'created_by', 'last_edited_by'].map((type) => [type, 'people'] as const),
  ...['number', 'checkbox', 'select', 'multi_select', 'status', 'relation', 'files'].map(
    (type) => [type, type] as const,
  ),
])

/** The type that the listed values are compared as; undefined when the product compares no such values. */
export const itemType = ({ type }: Column): string | undefined => ITEM_TYPES.get(type)
