import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import { NodeOperationError } from 'n8n-workflow'
import { asking, findOperation, getCatalogue } from './catalogue'
import { accountHeader, type Field, type Operation, run, toRequest, typeOf, type Values, valueAt } from './openapi'

/** Runs the chosen operation for an item, and returns the items of its answer. */
export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
  const id = context.getNodeParameter('operation', itemIndex) as string
  const operation = findOperation(await getCatalogue(context, true), id)
  const headers = { ...readAccount(context, operation, itemIndex), ...idempotencyKey(context, operation, itemIndex) }
  const ask = asking(context, headers, itemIndex)
  const limit = context.getNodeParameter('returnAll', itemIndex, false)
    ? Number.POSITIVE_INFINITY
    : (context.getNodeParameter('limit', itemIndex, 50) as number)
  const answer = await run(
    operation,
    toRequest(operation, readValues(context, operation, itemIndex)),
    ask as never,
    limit,
  )
  if (operation.file && context.getNodeParameter('download', itemIndex, false))
    return [await download(context, answer as IDataObject, operation.file, itemIndex)]
  return [answer].flat().map(toItem)
}

/** The outcome of an item, or an entry of a list. A value that is no object gets a field. */
const toItem = (json: unknown): INodeExecutionData =>
  typeof json === 'object' && json !== null ? { json: json as IDataObject } : { json: { value: json as string } }

interface Mapped {
  mappingMode?: string
  value?: IDataObject | null
  schema?: { id: string }[]
}

/** The values that the person filled in: fields, the table and its columns. */
function readValues(context: IExecuteFunctions, operation: Operation, itemIndex: number): Values {
  const mapped = readMapped(context, 'fields', itemIndex)
  const values: Values = {}
  for (const field of operation.fields) {
    const value = toValue(context, field, mapped?.[field.name], itemIndex)
    if (value !== undefined) values[field.name] = value
  }
  if (!operation.table) return values
  const table = context.getNodeParameter('data_source_id', itemIndex, '', { extractValue: true })
  const columns = readMapped(context, 'columns', itemIndex)
  const rows = operation.fields.find(({ schema }) => schema['x-columns'])
  if (rows && columns) values[rows.name] = rows.schema['x-columns'] === 'list' ? [columns] : columns
  return { ...values, ...(table && { [operation.table]: table }) }
}

/** The values of a mapper: what the person filled in, or the fields of the item with the same names. */
function readMapped(context: IExecuteFunctions, name: string, itemIndex: number): IDataObject | undefined {
  const { mappingMode, value, schema = [] } = context.getNodeParameter(name, itemIndex, {}) as Mapped
  const source = mappingMode === 'autoMapInputData' ? context.getInputData()[itemIndex]?.json : value
  const known = new Set(schema.map(({ id }) => id))
  const entries = Object.entries(source ?? {}).filter(
    ([field, one]) => one !== null && one !== undefined && (known.size === 0 || known.has(field)),
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as IDataObject) : undefined
}

function toValue(context: IExecuteFunctions, { name, schema }: Field, given: unknown, itemIndex: number): unknown {
  if (given === undefined || given === null || given === '') return undefined
  const type = typeOf(schema)
  if (schema['x-time']) return toInstant(given, context.getTimezone())
  if (schema.format === 'date') return toText(given).slice(0, 10)
  if (schema['x-words']) return toList(given)
  if (typeof given !== 'string') return given
  if (type === 'array' && !/^\s*\[/.test(given)) return toList(given)
  if (type !== 'array' && type !== 'object') return given
  try {
    return JSON.parse(given)
  } catch {
    throw new NodeOperationError(context.getNode(), `${name} is not valid JSON`, { itemIndex })
  }
}

/** A list, or a text with commas. An expression can be either. */
const toList = (given: unknown): unknown[] =>
  Array.isArray(given)
    ? given
    : String(given)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)

/** A Luxon time of an expression, or text. */
const toText = (given: unknown): string =>
  given instanceof Date
    ? given.toISOString()
    : typeof (given as { toISO?: unknown }).toISO === 'function'
      ? (given as { toISO: () => string }).toISO()
      : String(given)

/** ISO 8601 with an offset. A time without one is in the zone of the workflow. */
function toInstant(given: unknown, timeZone: string): string {
  const text = toText(given)
  if (/^\d+$/.test(text) || /(Z|[+-]\d\d:?\d\d)$/.test(text)) return text
  const local = new Date(
    `${text.includes('T') ? text : text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`,
  )
  if (Number.isNaN(local.getTime())) return text
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(local)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || 'Z'
  return local.toISOString().replace('Z', offset)
}

/** The header of the chosen account. */
function readAccount(context: IExecuteFunctions, operation: Operation, itemIndex: number): Record<string, string> {
  try {
    return accountHeader(operation, context.getNodeParameter('account', itemIndex, ''))
  } catch (error) {
    throw new NodeOperationError(context.getNode(), error as Error, { itemIndex })
  }
}

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
