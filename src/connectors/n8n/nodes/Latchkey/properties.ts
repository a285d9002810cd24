import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import actions from '../shared/actions.json'

const ANY = 'any'

const products = [...new Map(actions.map(({ group, product }) => [group, product]))]

/** The linter of n8n takes names of resources that end in "s" for plurals. */
const toName = (product: string) => (product === 'Threads' ? 'Threads (Meta)' : product)

const resources: INodePropertyOptions[] = [
  ...products.map(([value, product]) => ({ name: toName(product), value })),
  { name: 'Any Operation', value: ANY },
].sort((a, b) => (a.name < b.name ? -1 : 1))

export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(resources.map(({ name, value }) => [value, name])))})[$parameter["resource"]] }}`

const operationsOf = (group: string): INodeProperties => {
  const own = actions.filter((action) => action.group === group)
  const options = own.map(({ id, title, summary }) => ({ name: title, value: id, description: summary, action: title }))
  const [{ id: first } = { id: '' }] = own
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [group] } },
    options: options.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
    default: first,
  }
}

const idsOf = (has: (action: (typeof actions)[number]) => boolean) => actions.filter(has).map(({ id }) => id)

const mapper = (
  name: string,
  displayName: string,
  method: string,
  dependsOn: string,
  word: string,
): INodeProperties => ({
  displayName,
  name,
  type: 'resourceMapper',
  noDataExpression: true,
  default: { mappingMode: 'defineBelow', value: null },
  typeOptions: {
    loadOptionsDependsOn: [dependsOn],
    resourceMapper: {
      resourceMapperMethod: method,
      mode: 'add',
      fieldWords: { singular: word, plural: `${word}s` },
      addAllFields: name === 'fields',
      supportAutoMap: name === 'columns',
    },
  },
})

const paged = idsOf(({ isPaged }) => isPaged)
const files = idsOf(({ isFile }) => isFile)
const tables = idsOf(({ hasTable }) => hasTable)

const pages = (displayOptions: IDisplayOptions): INodeProperties[] => [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions,
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { ...displayOptions, show: { ...displayOptions.show, returnAll: [false] } },
  },
]

/**
 * The actions by name, so that people find them. The fields of an action are read from the deployment when the node is
 * opened, and "Any Operation" has all other operations.
 */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources,
    default: 'recorder',
  },
  ...products.map(([group]) => operationsOf(group)),
  {
    displayName: 'Operation Name or ID',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    typeOptions: { loadOptionsMethod: 'getOperations' },
    displayOptions: { show: { resource: [ANY] } },
    default: '',
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  {
    displayName: 'Account Name or ID',
    name: 'account',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['operation'] },
    displayOptions: { hide: { resource: ['events', 'gateway'] } },
    default: '',
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    hint: 'Where a product has several accounts. The first one unless chosen.',
  },
  {
    displayName: 'Table',
    name: 'data_source_id',
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    displayOptions: { show: { operation: tables } },
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: 'searchTables', searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string' },
    ],
    description: 'The table whose columns are filled in',
  },
  {
    ...mapper('columns', 'Columns', 'getColumnFields', 'data_source_id.value', 'column'),
    displayOptions: { show: { operation: tables } },
  },
  mapper('fields', 'Fields', 'getFields', 'operation', 'field'),
  ...pages({ show: { operation: paged }, hide: { resource: [ANY] } }),
  ...pages({ show: { resource: [ANY] } }),
  {
    displayName: 'Download',
    name: 'download',
    type: 'boolean',
    default: true,
    description: 'Whether to download the file instead of returning only its link',
    displayOptions: { show: { operation: files } },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: { operation: files, download: [true] } },
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: [
      {
        displayName: 'Idempotency Key',
        name: 'idempotencyKey',
        type: 'string',
        default: '',
        placeholder: 'Made from the execution, this node and the item',
        description:
          'The same key again gets the first answer for 24 hours, and nothing is done twice. Left empty, a retry of this node has the same key. Use the number of your order to be safe when the whole workflow runs again.',
      },
    ],
  },
]
