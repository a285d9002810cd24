import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import { type Operation, valueAt } from './operation'
import { OPERATIONS } from './operations'
import { request } from './request'
import { readRequest, type Sent } from './values'

/** Runs the chosen operation for an item, and returns the items of its answer. */
export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
  const operation = OPERATIONS[context.getNodeParameter('operation', itemIndex) as string] as Operation
  const sent = readRequest(context, operation, itemIndex)
  const headers = { ...operation.headers, ...idempotencyKey(context, operation, itemIndex) }
  const ask = (given: Sent) =>
    request(context, { method: operation.method, ...bodyOf(operation, given), headers }, itemIndex)
  if (operation.next && !isWindow(operation, sent))
    return (await readPages(context, operation, sent, ask, itemIndex)).map(toItem)
  const answer = await ask(sent)
  if (operation.file && context.getNodeParameter('download', itemIndex, false))
    return [await download(context, answer, operation.file, itemIndex)]
  const list = operation.batch ?? operation.items
  if (list) return (valueAt(answer, list) as IDataObject[]).map(toItem)
  return [toItem(operation.answer ? valueAt(answer, operation.answer) : answer)]
}

/** A request without a body has no content type either. */
const bodyOf = ({ method, fields }: Operation, { path, query, body }: Sent) => {
  const hasBody =
    method !== 'GET' && (Object.keys(body).length > 0 || Object.values(fields).some(([place]) => place === 'body'))
  return { path, query, ...(hasBody && { body }) }
}

const isWindow = ({ window }: Operation, { body, query }: Sent) =>
  window !== undefined && (window in body || window in query)

/** Items of an answer that are no objects get a field. */
const toItem = (json: unknown): INodeExecutionData =>
  typeof json === 'object' && json !== null ? { json: json as IDataObject } : { json: { value: json as string } }

async function readPages(
  context: IExecuteFunctions,
  operation: Operation,
  sent: Sent,
  ask: (sent: Sent) => Promise<IDataObject>,
  itemIndex: number,
): Promise<unknown[]> {
  const { items = '', next = [], pages = 'query', size, first } = operation
  const limit = context.getNodeParameter('returnAll', itemIndex, false)
    ? Number.POSITIVE_INFINITY
    : (context.getNodeParameter('limit', itemIndex, 50) as number)
  const sizes = size && { [size[0]]: pageSize(limit, size[1]) }
  let position: IDataObject = { ...first }
  const found: unknown[] = []
  for (;;) {
    const page = await ask({ ...sent, [pages]: { ...sent[pages], ...sizes, ...position } })
    found.push(...((valueAt(page, items) as unknown[] | undefined) ?? []))
    position = Object.fromEntries(
      next.map(([field, path]) => [field, valueAt(page, path) as IDataObject]),
    ) as IDataObject
    const [start] = next[0] ?? []
    // A feed has a next position even at its end, because more may follow later.
    const isLast = start === undefined || position[start] === null || position[start] === undefined
    if (found.length >= limit || isLast || page.has_more === false) return found.slice(0, limit)
  }
}

/** Some products only accept multiples of ten. */
const pageSize = (limit: number, largest: number) =>
  limit <= 10 ? limit : Math.min(largest, Math.ceil(limit / 10) * 10)

/** A key that a retry of this node has again, and no other node, item, run or execution. */
function idempotencyKey(context: IExecuteFunctions, { isOnce }: Operation, itemIndex: number): Record<string, string> {
  if (!isOnce) return {}
  const own = context.getNodeParameter('additionalFields.idempotencyKey', itemIndex, '') as string
  const run = context.evaluateExpression('{{ $runIndex }}', itemIndex) as number
  const parts = [context.getWorkflow().id, context.getExecutionId(), context.getNode().id, run, itemIndex]
  return { 'Idempotency-Key': own || parts.join('-') }
}

/** The file behind a link, as binary data. The link is signed, so no key is sent. */
async function download(
  context: IExecuteFunctions,
  answer: IDataObject,
  path: string,
  itemIndex: number,
): Promise<INodeExecutionData> {
  const url = String(valueAt(answer, path))
  const name = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string
  const { body, headers } = await context.helpers.httpRequest({
    method: 'GET',
    url,
    encoding: 'arraybuffer',
    returnFullResponse: true,
  })
  const fileName = new URL(url).pathname.split('/').pop()
  const type = String(headers['content-type'] ?? '').split(';')[0]
  const binary = await context.helpers.prepareBinaryData(Buffer.from(body as ArrayBuffer), fileName, type || undefined)
  return { json: answer, binary: { [name]: binary } }
}
