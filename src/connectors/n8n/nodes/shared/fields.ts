import type {
  FieldType,
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow'
import { asking, findOperation, getCatalogue } from './catalogue'
import {
  ACCOUNTS,
  accountHeader,
  type Field,
  listRequest,
  type Operation,
  run,
  toAccountChoices,
  toChoices,
  typeOf,
} from './openapi'

/** The longest list that the editor offers. */
const MOST = 100

/** The chosen account of the node, where a list takes it. */
function chosenAccount(context: ILoadOptionsFunctions, operation: Operation): Record<string, string> {
  const account = context.getCurrentNodeParameter('account')
  try {
    return accountHeader(operation, account)
  } catch {
    // It is one of another product, for which the node asks again.
    return {}
  }
}

async function readList(context: ILoadOptionsFunctions, name: string, filter = ''): Promise<INodePropertyOptions[]> {
  const { list, operation, request } = listRequest(await getCatalogue(context), name, filter)
  const headers = chosenAccount(context, operation)
  const found = toChoices(list, await run(operation, request, asking(context, headers) as never, MOST))
  const words = list.search ? '' : filter.toLowerCase()
  return found.filter((choice) => choice.name.toLowerCase().includes(words))
}

export const listSearch = {
  async searchTables(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
    return { results: await readList(this, 'tables', filter) }
  },
}

export const loadOptions = {
  /** Every operation of the deployment, also one that is newer than this package. */
  async getOperations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const { operations } = await getCatalogue(this)
    return operations
      .map(({ id, product, title, summary }) => ({ name: `${product}: ${title}`, value: id, description: summary }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  },

  /** The accounts that the key opens, of the product of the chosen operation. */
  async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const operation = findOperation(await getCatalogue(this), this.getCurrentNodeParameter('operation') as string)
    const answer = await asking(this)({ ...ACCOUNTS })
    return [{ name: 'First Account', value: '' }, ...toAccountChoices(operation, answer)]
  },
}

const TYPES: Readonly<Record<string, FieldType>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}

const KINDS: Readonly<Record<string, FieldType>> = {
  number: 'number',
  boolean: 'boolean',
  date: 'dateTime',
  choice: 'options',
}

const toOptions = (values: readonly unknown[], names: Record<string, string> = {}) =>
  values
    .filter((value) => value !== null)
    .map((value) => ({ name: names[String(value)] ?? String(value), value: value as string }))

/** A field that has a list of the account offers it, and takes an ID as an expression, too. */
async function toMapped(context: ILoadOptionsFunctions, field: Field): Promise<ResourceMapperField> {
  const { name, title, isRequired, schema } = field
  const list = schema['x-list']
  const options = list
    ? await readList(context, list).catch(() => [])
    : Array.isArray(schema.enum)
      ? toOptions(schema.enum, schema['x-choices'])
      : undefined
  return {
    id: name,
    displayName: title,
    required: isRequired,
    defaultMatch: false,
    display: true,
    removed: !isRequired && !schema['x-prominent'],
    type:
      options && options.length > 0
        ? 'options'
        : schema['x-time']
          ? 'dateTime'
          : (TYPES[typeOf(schema) ?? ''] ?? 'string'),
    ...(options && options.length > 0 && { options }),
  }
}

export const resourceMapping = {
  /** A field for each of the chosen operation, as the deployment describes it today. */
  async getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
    const catalogue = await getCatalogue(this)
    const { fields, table } = findOperation(catalogue, this.getCurrentNodeParameter('operation') as string)
    const own = fields.filter(({ name, schema }) => name !== table && !schema['x-columns'])
    return { fields: await Promise.all(own.map((field) => toMapped(this, field))) }
  },

  /** A field for each column of the chosen table that the product does not compute by itself. */
  async getColumnFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
    const table = this.getCurrentNodeParameter('data_source_id', { extractValue: true }) as string | undefined
    if (!table) return { fields: [] }
    const path = `/api/v2/workspace/data-source/${encodeURIComponent(table)}/schema`
    const { operations, columnKinds } = await getCatalogue(this)
    const reader = operations.find(({ id }) => id === 'workspace_get_schema')
    const headers = reader ? chosenAccount(this, reader) : {}
    const answer = (await asking(this, headers)({ method: 'GET', path, query: {} })) as IDataObject
    const columns = answer.properties as { name: string; type: string; options?: string[] }[]
    return {
      fields: columns
        .filter(({ type }) => columnKinds[type])
        .map(({ name, type, options = [] }) => ({
          id: name,
          displayName: name,
          required: false,
          defaultMatch: false,
          display: true,
          type: KINDS[columnKinds[type] ?? ''] ?? 'string',
          ...(columnKinds[type] === 'choice' && { options: toOptions(options) }),
        })),
    }
  },
}
