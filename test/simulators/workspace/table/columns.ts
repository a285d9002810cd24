import type { Column, DataSource } from '../state.ts'

/** The values of a new row. */
const EMPTY: Record<string, unknown> = {
  title: [],
  rich_text: [],
  multi_select: [],
  people: [],
  files: [],
  relation: [],
  checkbox: false,
  verification: { state: 'unverified', date: null, verified_by: null },
}

export const emptyValue = (type: string): unknown => EMPTY[type] ?? null

/** By name, else by id, percent-encoded or not. */
export function findColumn(dataSource: DataSource, key: unknown): Column | undefined {
  const { columns } = dataSource
  return (
    columns.find(({ name }) => name === key) ?? columns.find(({ id }) => id === key || decodeURIComponent(id) === key)
  )
}

export interface SelectOption {
  id: string
  name: string
  color: string
  description: string | null
}

/** The options of select, multi_select and status columns. The same list, so that writes can add to it. */
export const getOptions = (column: Column): SelectOption[] =>
  Array.isArray(column.config.options) ? column.config.options : []
