import * as z from 'zod'
import { TIRO_HOST, TIRO_KEYS, TIRO_PLATFORM_HOST, type TiroSimulator } from './index.ts'

interface Question {
  /** The whole key; null sends no Authorization. */
  key?: string | null
  method?: string
  body?: unknown
}

/** One request to the simulator: a path under /v1/external, or under the platform host when it starts with `platform:`. */
export async function ask(tiro: TiroSimulator, path: string, question: Question = {}) {
  const { key = TIRO_KEYS.full, method = 'GET', body } = question
  const url = path.startsWith('platform:')
    ? `https://${TIRO_PLATFORM_HOST}/v1/platform${path.slice('platform:'.length)}`
    : `https://${TIRO_HOST}/v1/external${path}`
  const response = await tiro.fetch(
    new Request(url, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  const parsed: unknown = text ? JSON.parse(text) : null
  return { status: response.status, headers: response.headers, text, body: parsed }
}

const listing = z.object({ content: z.array(z.record(z.string(), z.unknown())), nextCursor: z.string().nullable() })

/** The parsed response of a list route. */
export async function list(tiro: TiroSimulator, path: string, question: Question = {}) {
  return listing.parse((await ask(tiro, path, question)).body)
}

/** All items of a list, page by page, each no longer than `size`. */
export async function walk(tiro: TiroSimulator, path: string, size: number) {
  const found: Record<string, unknown>[] = []
  const lengths: number[] = []
  let cursor: string | null = null
  do {
    const query: string = new URLSearchParams({ size: String(size), ...(cursor && { cursor }) }).toString()
    const read: z.output<typeof listing> = await list(tiro, `${path}?${query}`)
    found.push(...read.content)
    lengths.push(read.content.length)
    cursor = read.nextCursor
  } while (cursor)
  return { found, lengths }
}
