import { call } from './call.ts'

export interface Table {
  id: string
  title: string
}

/** The tables of Notion that a key can see. */
export async function fetchTables(key: string): Promise<Table[]> {
  const body = { type: 'data_source', page_size: 100 }
  const { results } = await call<{ results: Table[] }>('/workspace/search', { api: 'v2', method: 'POST', key, body })
  return results
}
