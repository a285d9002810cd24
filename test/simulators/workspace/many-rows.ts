import { DATA_SOURCES, type NotionSimulator } from './index.ts'
import type { Row } from './state.ts'

/** The time `minutes` after the start of the table, in the product's format. */
export const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()

let made = 0

/** A row of the leads of 2026, created in that minute. */
export function leadRow(createdTime: string, values: ReadonlyMap<string, unknown> = new Map()): Row {
  made += 1
  return {
    id: `2f1c0de0-00ff-4000-8000-${made.toString(16).padStart(12, '0')}`,
    dataSourceId: DATA_SOURCES.leads2026,
    createdTime,
    lastEditedTime: createdTime,
    createdBy: '',
    lastEditedBy: '',
    inTrash: false,
    publicUrl: null,
    number: made,
    values: new Map(values),
  }
}

/** Replaces all rows of the leads of 2026 by one for each of the minutes. Returns their ids, oldest first. */
export function fillLeads({ state }: NotionSimulator, minutes: readonly number[]): string[] {
  state.rows = state.rows.filter(({ dataSourceId }) => dataSourceId !== DATA_SOURCES.leads2026)
  const rows = [...minutes].sort((a, b) => a - b).map((at) => leadRow(minute(at)))
  state.rows.push(...rows)
  return rows.map(({ id }) => id)
}
