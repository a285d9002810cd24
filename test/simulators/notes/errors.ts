import type { Context } from 'hono'
import type * as z from 'zod'
import { pageOf, readJson, refuse } from '../rest.ts'

/** Facts 2; `payment_required` is a guess, as only the wiki's plan gates answer 402. */
const ERROR_TYPES: Record<number, string> = {
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
}

interface ErrorContent {
  message: string
  serial?: number
  detail?: object | null
  headers?: Record<string, string>
}

/** The product's error. `serial` makes the code: status x 1000 + serial (facts 2). */
export function errorAnswer(status: number, { message, serial = 0, detail = null, headers = {} }: ErrorContent) {
  const errorType = ERROR_TYPES[status] ?? (status >= 500 ? 'internal_error' : 'bad_request')
  return Response.json({ error: { code: status * 1000 + serial, errorType, message, detail } }, { status, headers })
}

export const refusal = (status: number, content: ErrorContent) => refuse(errorAnswer(status, content))

export const invalid = (field: string, reason: string) =>
  refusal(400, { message: `Invalid value for '${field}': ${reason}`, detail: { field, reason } })

export const missing = (what: string) => refusal(404, { message: `${what} not found` })

/** The JSON body of a request, validated. Throws 400 with the field otherwise. */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const read = schema.safeParse(await readJson(c.req.raw))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
  throw invalid(field || 'body', issue?.message ?? 'invalid')
}

/** One page of a list in the product's envelope (facts 2). A size above the limit and a foreign cursor are 400. */
export function page<Item>(
  items: Item[],
  { size = '100', cursor }: Record<string, string>,
  getKey: (item: Item) => string,
  maxSize = 200,
) {
  if (!/^\d+$/.test(size) || Number(size) < 1 || Number(size) > maxSize) {
    throw invalid('size', `must be between 1 and ${maxSize}`)
  }
  // Plain base64: a client that puts it in a query unescaped breaks it.
  const getCursor = (item: Item) => btoa(`after:${getKey(item)}`)
  const found = pageOf(items, { size: Number(size), cursor: cursor || undefined, getCursor, names: 'last' })
  if (!found) throw invalid('cursor', 'unknown')
  return { content: found.shown, nextCursor: found.next }
}
