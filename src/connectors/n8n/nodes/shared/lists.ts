import type {
  FieldType,
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow'
import { COLUMNS, LISTS } from './account'
import { type Operation, valueAt } from './operation'
import { OPERATIONS } from './operations'
import { request } from './request'

/** A list of the account that a person chooses from. The printed module has them all. */
export interface List {
  readonly label: string
  readonly operation: string
  readonly input: IDataObject
  /** The field of the request that finds by words. Without it, the first page is filtered here. */
  readonly search?: string
  /** The fields that name an item, and the one that is its value. */
  readonly names: readonly string[]
  readonly value: string
}

async function readList(context: ILoadOptionsFunctions, list: List, filter = ''): Promise<INodePropertyOptions[]> {
  const { method, path, items = '', headers, pages } = OPERATIONS[list.operation] as Operation
  const place = pages ?? (method === 'GET' ? 'query' : 'body')
  const asked = { ...list.input, ...(list.search && filter && { [list.search]: filter }) }
  const answer = await request(context, { method, path, headers, [place]: asked })
  const found = (valueAt(answer, items) as IDataObject[]).map((item) => ({
    name: toName(list, item).slice(0, 100),
    value: String(item[list.value]),
  }))
  const words = list.search ? '' : filter.toLowerCase()
  return found.filter(({ name }) => name.toLowerCase().includes(words))
}

const toName = ({ names, value }: List, item: IDataObject) =>
  names
    .map((name) => item[name])
    .filter(Boolean)
    .join(', ') || String(item[value])

const toSearch = (list: List) =>
  async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
    return { results: await readList(this, list, filter) }
  }

const toOptions = (list: List) =>
  async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return await readList(this, list)
  }

/** A method for each list, such as `searchRecordings`. */
const methodsOf = <Method>(prefix: string, toMethod: (list: List) => Method): Record<string, Method> =>
  Object.fromEntries(Object.values(LISTS).map((list) => [prefix + list.label, toMethod(list)]))

export const listSearch = methodsOf('search', toSearch)

export interface Column {
  readonly name: string
  readonly type: string
  readonly kind?: 'line' | 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'list'
  readonly options?: readonly string[]
}

/** The columns of the table that the person chose. Empty before that. */
async function readColumns(context: ILoadOptionsFunctions): Promise<Column[]> {
  const table = context.getCurrentNodeParameter('data_source_id', { extractValue: true }) as string | undefined
  if (!table) return []
  const { method, path } = OPERATIONS.workspace_get_schema as Operation
  const answer = await request(context, { method, path: path.replace(':data_source_id', encodeURIComponent(table)) })
  return (answer.properties as unknown as Column[]).map((column) => ({ ...column, kind: COLUMNS[column.type] }))
}

export const loadOptions = {
  ...methodsOf('get', toOptions),
  async getColumns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return (await readColumns(this)).map(({ name }) => ({ name, value: name }))
  },
}

const TYPES: Readonly<Record<string, FieldType>> = {
  number: 'number',
  boolean: 'boolean',
  date: 'dateTime',
  choice: 'options',
}

export const resourceMapping = {
  /** A field for each column that the product does not compute by itself. */
  async getColumnFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
    return { fields: (await readColumns(this)).filter(({ kind }) => kind).map(toColumnField) }
  },
}

const toColumnField = ({ name, kind = 'line', options = [] }: Column): ResourceMapperField => ({
  id: name,
  displayName: name,
  required: false,
  defaultMatch: false,
  display: true,
  type: TYPES[kind] ?? 'string',
  ...(kind === 'choice' && { options: options.map((option) => ({ name: option, value: option })) }),
})
