import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { NodeOperationError } from 'n8n-workflow'
import type { Kind, Operation } from './operation'

export interface Sent {
  readonly path: string
  readonly query: IDataObject
  readonly body: IDataObject
}

/** The request of an operation from the parameters of the node. Empty optional parameters are left out. */
export function readRequest(context: IExecuteFunctions, { path, fields }: Operation, itemIndex: number): Sent {
  const optional = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject
  const sent = { path, query: {} as IDataObject, body: {} as IDataObject }
  for (const [name, [place, kind]] of Object.entries(fields)) {
    const parameter = name in optional ? `additionalFields.${name}` : name
    const given = chosen(context.getNodeParameter(parameter, itemIndex, ''))
    const value = toValue(context, name, given, kind, itemIndex)
    if (value === undefined || value === '') continue
    if (place === 'path') sent.path = sent.path.replace(`:${name}`, encodeURIComponent(String(value)))
    else sent[place][name] = value as IDataObject[string]
  }
  return sent
}

/** The value of a resource locator, or the value itself. */
const chosen = (given: unknown): unknown => {
  const { __rl, value } = (given ?? {}) as { __rl?: boolean; value?: unknown }
  return __rl ? value : given
}

function toValue(
  context: IExecuteFunctions,
  name: string,
  given: unknown,
  kind: Kind | undefined,
  itemIndex: number,
): unknown {
  if (given === undefined || given === null || given === '') return undefined
  if (kind === 'list') return toList(given)
  if (kind === 'commas') return toList(given).join(',')
  if (kind === 'time') return toInstant(given, context.getTimezone())
  if (kind === 'day') return toText(given).slice(0, 10)
  if (kind === 'json') return parseJson(context, name, given, itemIndex)
  if (kind === 'items') return toItems(given)
  if (kind === 'columns') return toColumns(context, given, itemIndex)
  if (kind === 'row') return [toColumns(context, given, itemIndex) ?? {}]
  return given
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

/** ISO 8601 with an offset. A time without one is that of the workflow. */
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

function parseJson(context: IExecuteFunctions, name: string, given: unknown, itemIndex: number): unknown {
  if (typeof given !== 'string') return isEmpty(given) ? undefined : given
  try {
    const value: unknown = JSON.parse(given)
    return isEmpty(value) ? undefined : value
  } catch {
    throw new NodeOperationError(context.getNode(), `${name} is not valid JSON`, { itemIndex })
  }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The rows of a collection, without their empty fields. */
function toItems(given: unknown): unknown[] | undefined {
  const { items = [] } = given as { items?: IDataObject[] }
  if (items.length === 0) return undefined
  return items.map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== '')))
}

interface Mapped {
  mappingMode: string
  value: IDataObject | null
  schema?: { id: string }[]
}

/** A map of columns: what the person filled in, or the fields of the item with the same names. */
function toColumns(context: IExecuteFunctions, given: unknown, itemIndex: number): IDataObject | undefined {
  const { mappingMode, value, schema = [] } = given as Mapped
  const source = mappingMode === 'autoMapInputData' ? context.getInputData()[itemIndex]?.json : value
  const known = new Set(schema.map(({ id }) => id))
  const columns = Object.entries(source ?? {}).filter(
    ([name, column]) => column !== null && column !== undefined && (known.size === 0 || known.has(name)),
  )
  return columns.length > 0 ? (Object.fromEntries(columns) as IDataObject) : undefined
}
