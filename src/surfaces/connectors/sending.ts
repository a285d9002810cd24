import { at } from '../../base/lenient-json.ts'
import { findBatch, type Json, type JsonSchema, jsonSchema } from '../json-schema.ts'
import { describePages, listsIn } from '../openapi/forms/paging.ts'
import { recordedAnswer } from '../openapi/recorded.ts'
import { getOutput } from '../outputs.ts'
import type { Registered } from '../registered.ts'
import { FILES, OMITTED, WINDOWS } from './words.ts'

/** What a runtime needs to know to send an operation and to read its answer (src/connectors/n8n/nodes/shared/operation.ts). */
export type Sent = {
  method: string
  path: string
  isOnce?: true
  headers?: Record<string, string>
  items?: string
  batch?: string
  answer?: string
  next?: [field: string, path: string][]
  pages?: 'body' | 'query'
  size?: [field: string, largest: number]
  first?: Record<string, number>
  window?: string
  file?: string
}

export interface Sending {
  /** Everything except the fields. */
  readonly sent: Sent
  /** The names of fields that a person does not fill in, because the runtime moves through the pages. */
  readonly hidden: ReadonlySet<string>
  readonly isPaged: boolean
  /** What is sent for fields that a person leaves out. */
  readonly initial?: Readonly<Record<string, Json>>
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
  const output = getOutput(operation)
  const answer = output && jsonSchema(output, 'output')
  const items = pages?.items ?? findList(id, answer)
  const batch = output && findBatch(output)
  const window = WINDOWS[id]
  const file = FILES[id]
  return {
    hidden,
    isPaged: pages !== undefined,
    // Without a choice the same bill for the same customer is refused once.
    ...(fields.some(([name]) => name === 'confirm_duplicate') && { initial: { confirm_duplicate: false } }),
    sent: {
      method,
      path,
      ...(headers['Idempotency-Key'] !== undefined && { isOnce: true as const }),
      ...('X-Payment-Mode' in headers && { headers: { 'X-Payment-Mode': 'true' } }),
      ...(items ? { items } : hasEnvelope(answer) && { answer: 'result' }),
      // A write of several things fails when none was done. Otherwise the error of each is in its item.
      ...(batch && { batch }),
      ...(pages && {
        next: pages.next.map(([field, from]): [string, string] => [field, from]),
        pages: pages.place === 'json' ? ('body' as const) : ('query' as const),
      }),
      ...(size && { size: [size[0], largestPage(size[1])] as [string, number] }),
      ...(fields.some(([name]) => name === 'pageIndex') && { first: { pageIndex: 0 } }),
      ...(window && { window }),
      ...(file && { file }),
    },
  }
}

/** The list of an answer without pages, whose items are the results for the person. */
function findList(id: string, answer: JsonSchema | undefined): string | undefined {
  if (id === 'gateway_search') return 'results'
  if (!answer || !/_(list|search)(_|$)/.test(id)) return undefined
  const [only, second] = listsIn(answer)
  return second ? undefined : only
}

/** Whether the answer is the field `result` of an envelope that says nothing else. */
const hasEnvelope = (answer: JsonSchema | undefined): boolean => answer?.properties?.result?.type === 'object'

/** From the description of the field: "1 to 100", "moved into 1..200". 100 if it names none. */
const largestPage = ({ description, maximum }: JsonSchema): number =>
  Number(/(?:to|\.\.|up to) (\d+)\.?$|\.\.(\d+)/.exec(String(description))?.slice(1).find(Boolean) ?? maximum ?? 100)

/** What the person gets of the recorded answer: the first item of a list, or the answer without its envelope. */
export function toSample({ operation }: Registered, { items, answer }: Sent): Json {
  const recorded = recordedAnswer(operation)
  const found = items ? (at(recorded, ...items.split('.')) as Json[])[0] : answer ? at(recorded, answer) : recorded
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Json) : { ok: true }
}
