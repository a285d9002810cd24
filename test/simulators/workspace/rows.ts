import { api } from './call.ts'
import { DATA_SOURCES, type NotionSimulator } from './index.ts'
import type { Json } from './state.ts'

/** The ends of row ids, which count from 1 in the seed. */
export function numbers(body: Json): number[] {
  return (Array.isArray(body.results) ? body.results : []).map((row: Json) =>
    Number.parseInt(String(row.id).slice(-4), 16),
  )
}

/** The seeded projects that a filter matches, or its message when it is refused. */
export async function projectsBy(notion: NotionSimulator, filter: unknown): Promise<number[] | unknown> {
  const { status, body } = await api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query`, { filter })
  return status === 200 ? numbers(body).sort((a, b) => a - b) : body.message
}
