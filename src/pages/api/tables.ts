import { ApiError } from './call.ts'

export interface Table {
  id: string
  title: string
}

/** The tables of Notion that a key can see. The request has the key, and no cookies. */
export async function fetchTables(key: string): Promise<Table[]> {
  const response = await fetch('/api/v2/workspace/search', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'data_source', page_size: 100 }),
  }).catch(() => {
    throw new ApiError(0, '')
  })
  const { results, error = '' } = (await response.json().catch(() => ({}))) as { results?: Table[]; error?: string }
  if (!response.ok || !results) throw new ApiError(response.status, error, response.headers)
  return results
}
