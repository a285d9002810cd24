import type {
  FieldType,
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow'
import { type Operation, valueAt } from './operation'
import { OPERATIONS } from './operations'
import { request } from './request'

/** A list of the account that a person chooses from. */
interface List {
  readonly operation: string
  readonly query?: IDataObject
  readonly body?: IDataObject
  /** The field of the request that finds by words. Without it, the first page is filtered here. */
  readonly search?: string
  readonly name: (item: IDataObject) => unknown
  readonly value: string
}

const LISTS = {
  searchRecordings: {
    operation: 'recorder_list_files',
    query: { limit: 100 },
    name: ({ filename }) => filename,
    value: 'id',
  },
  searchFolders: { operation: 'recorder_list_tags', name: ({ name }) => name, value: 'id' },
  searchNotes: { operation: 'notes_list_notes', search: 'keyword', name: ({ title }) => title, value: 'guid' },
  searchTables: {
    operation: 'workspace_search',
    body: { type: 'data_source' },
    search: 'query',
    name: ({ title }) => title,
    value: 'id',
  },
  searchPages: {
    operation: 'workspace_search',
    body: { type: 'page' },
    search: 'query',
    name: ({ title }) => title,
    value: 'id',
  },
  searchPosts: { operation: 'social_list_posts', query: { limit: 100 }, name: ({ text }) => text, value: 'id' },
  searchBills: {
    operation: 'payment_list_bills',
    search: 'q',
    name: ({ member_nm, product_nm, price }) => `${member_nm}: ${product_nm}, ${price}`,
    value: 'bill_id',
  },
  getCarriers: { operation: 'shop_list_carriers', name: ({ name }) => name, value: 'code' },
} satisfies Record<string, List>

async function readList(context: ILoadOptionsFunctions, list: List, filter = ''): Promise<INodePropertyOptions[]> {
  const { method, path, items = '', headers, pages } = OPERATIONS[list.operation] as Operation
  const place = pages ?? (method === 'GET' ? 'query' : 'body')
  const asked = { ...list[place], ...(list.search && filter && { [list.search]: filter }) }
  const answer = await request(context, { method, path, headers, [place]: asked })
  const found = (valueAt(answer, items) as IDataObject[]).map((item) => ({
    name: String(list.name(item) || item[list.value]).slice(0, 100),
    value: String(item[list.value]),
  }))
  const words = list.search ? '' : filter.toLowerCase()
  return found.filter(({ name }) => name.toLowerCase().includes(words))
}

const search = (list: List) =>
  async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
    return { results: await readList(this, list, filter) }
  }

export const listSearch = {
  searchRecordings: search(LISTS.searchRecordings),
  searchFolders: search(LISTS.searchFolders),
  searchNotes: search(LISTS.searchNotes),
  searchTables: search(LISTS.searchTables),
  searchPages: search(LISTS.searchPages),
  searchPosts: search(LISTS.searchPosts),
  searchBills: search(LISTS.searchBills),
}

interface Column {
  readonly name: string
  readonly type: string
  readonly options?: readonly string[]
}

/** The columns of the table that the person chose. Empty before that. */
async function readColumns(context: ILoadOptionsFunctions): Promise<Column[]> {
  const table = context.getCurrentNodeParameter('data_source_id', { extractValue: true }) as string | undefined
  if (!table) return []
  const { method, path } = OPERATIONS.workspace_get_schema as Operation
  const answer = await request(context, { method, path: path.replace(':data_source_id', encodeURIComponent(table)) })
  return answer.properties as unknown as Column[]
}

export const loadOptions = {
  async getFolders(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return await readList(this, LISTS.searchFolders)
  },
  async getCarriers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return await readList(this, LISTS.getCarriers)
  },
  async getColumns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return (await readColumns(this)).map(({ name }) => ({ name, value: name }))
  },
}

const TYPES: Readonly<Record<string, FieldType>> = {
  number: 'number',
  checkbox: 'boolean',
  date: 'dateTime',
  select: 'options',
  status: 'options',
}

/** What the product computes by itself. */
const COMPUTED = /^(formula|rollup|created_|last_edited_|unique_id|button|verification)/

export const resourceMapping = {
  async getColumnFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
    const columns = (await readColumns(this)).filter(({ type }) => !COMPUTED.test(type))
    return { fields: columns.map(toColumnField) }
  },
}

const toColumnField = ({ name, type, options = [] }: Column): ResourceMapperField => ({
  id: name,
  displayName: name,
  required: false,
  defaultMatch: false,
  display: true,
  type: TYPES[type] ?? 'string',
  ...(TYPES[type] === 'options' && { options: options.map((option) => ({ name: option, value: option })) }),
})
