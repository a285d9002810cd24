import { describePages, listsIn } from '../client-codegen/paging.ts'
import { type Json, type JsonSchema, jsonSchema } from '../json-schema.ts'
import type { Registered } from '../registered.ts'
import { FILES, OMITTED, WINDOWS } from './words.ts'

/** What a runtime needs to know to send an operation and to read its answer (src/connectors/n8n/nodes/shared/operation.ts). */
export type Sent = { method: Json; path: Json; [name: string]: Json }

export interface Sending {
  /** Everything except the fields. */
  readonly sent: Sent
  /** The names of fields that a person does not fill in, because the runtime moves through the pages. */
  readonly hidden: ReadonlySet<string>
  readonly isPaged: boolean
}

/** How an operation is sent, and what of its answer the person wants. */
export function describeSending(member: Registered): Sending {
  const { method, path, operation } = member
  const { id } = operation
  const { query, json, header } = operation.input()
  const fields = Object.entries(
    Object.assign({}, ...[query, json].map((schema) => schema && jsonSchema(schema, 'input').properties)),
  ) as [string, JsonSchema][]
  const pages = describePages(operation)
  const size = pages && fields.find(([name]) => /^(limit|size|page_size|pageSize)$/.test(name))
  const moves = new Set(pages?.next.map(([field]) => field))
  const hidden = new Set([...(OMITTED[id] ?? []), ...moves, ...(size ? [size[0]] : [])])
  // The year of a listing is both a choice and a position.
  hidden.delete('year')
  if (id === 'shop_list_sales') hidden.delete('from')
  const headers = header?.shape ?? {}
  const items = pages?.items ?? onlyList(member)
  const isWindowed = WINDOWS[id]
  const link = FILES[id]
  return {
    hidden,
    isPaged: pages !== undefined,
    sent: {
      method,
      path,
      ...(headers['Idempotency-Key'] !== undefined && { isOnce: true }),
      ...('X-Payment-Mode' in headers && { headers: { 'X-Payment-Mode': 'true' } }),
      ...(items ? { items } : hasEnvelope(member) && { answer: 'result' }),
      ...(pages && {
        next: pages.next.map(([field, at]) => [field, at]),
        pages: pages.place === 'json' ? 'body' : 'query',
      }),
      ...(size && { size: [size[0], largestPage(size[1])] }),
      ...(fields.some(([name]) => name === 'pageIndex') && { first: { pageIndex: 0 } }),
      ...(isWindowed && { window: isWindowed }),
      ...(link && { file: link }),
    },
  }
}

/** The list of an answer without pages, whose items become items of the workflow. */
function onlyList({ operation: { id, output } }: Registered): string | undefined {
  if (!output || !/_(list|search)(_|$)/.test(id)) return undefined
  const [only, second] = listsIn(jsonSchema(output(), 'output'))
  return second ? undefined : only
}

/** Whether the answer is the field `result` of an envelope that says nothing else. */
const hasEnvelope = ({ operation: { output } }: Registered): boolean =>
  output !== undefined && jsonSchema(output(), 'output').properties?.result?.type === 'object'

/** From the description of the field: "1 to 100", "moved into 1..200". 100 if it names none. */
const largestPage = ({ description, maximum }: JsonSchema): number =>
  Number(/(?:to|\.\.|up to) (\d+)\.?$|\.\.(\d+)/.exec(String(description))?.slice(1).find(Boolean) ?? maximum ?? 100)
