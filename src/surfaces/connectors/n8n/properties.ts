import { getDocs } from '../../docs.ts'
import type { Task } from '../tasks.ts'
import { isSame, toDescription, toTitle } from '../text.ts'
import { describeField, type Field, LIMIT, type Property, sorted } from './fields.ts'

export interface Described {
  readonly properties: Property[]
  readonly sent: Property
}

/** The linter of n8n takes names of resources that end in "s" for plurals. */
const SINGULAR: Readonly<Record<string, string>> = { Threads: 'Threads (Meta)' }

/** The lists of a group: its wanted operations, and a second resource with all others. */
export function describeResource(group: string, tasks: readonly Task[]) {
  const product = tasks[0]?.product ?? ''
  const lists = [
    { name: SINGULAR[product] ?? product, value: group, tasks: tasks.filter(({ isWanted }) => isWanted) },
    { name: `${product} (More)`, value: `${group}More`, tasks: tasks.filter(({ isWanted }) => !isWanted) },
  ].filter((list) => list.tasks.length > 0)
  const operations = lists.map((list): Property => {
    const options = list.tasks.map(({ id, task, member }) => {
      const description = toDescription(getDocs(member.operation).en.summary)
      return { name: toTitle(task), value: id, ...(!isSame(description, task) && { description }), action: task }
    })
    if (options.length >= 5) options.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      displayOptions: { show: { resource: [list.value] } },
      options,
      default: list.tasks[0]?.id ?? '',
    }
  })
  return { resources: lists.map(({ name, value }) => ({ name, value })), operations }
}

/** The parameters of an operation, and how they are sent. */
export function describeOperation({ id, member, inputs, sending }: Task): Described {
  const { operation } = member
  const { sent, hidden, isPaged } = sending
  const fields = inputs.filter(({ name }) => !hidden.has(name)).map(describeField)
  const [direct, optional] = [
    fields.filter(({ input }) => input.isProminent),
    fields.filter(({ input }) => !input.isProminent),
  ]
  const shown = { show: { operation: [id] } }
  const extra = sorted([...optional.map(({ property }) => property), ...(sent.isOnce ? [ONCE] : [])])
  const { method, path, ...rest } = sent
  return {
    properties: [
      ...direct.map(({ property }) => ({ ...property, displayOptions: shown })),
      ...(isPaged ? pagedProperties(id) : []),
      ...(sent.file ? fileProperties(id) : []),
      ...(extra.length > 0
        ? [
            {
              displayName: operation.reads ? 'Options' : 'Additional Fields',
              name: 'additionalFields',
              type: 'collection',
              placeholder: operation.reads ? 'Add Option' : 'Add Field',
              default: {},
              displayOptions: shown,
              options: extra,
            },
          ]
        : []),
    ],
    sent: {
      method,
      path,
      fields: Object.fromEntries(fields.filter(({ kind }) => kind !== 'unsent').map(toPlace)),
      ...rest,
    },
  }
}

const toPlace = ({ input: { name, place }, kind }: Field): [string, string[]] => [name, kind ? [place, kind] : [place]]

const pagedProperties = (id: string): Property[] => [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: { show: { operation: [id] } },
  },
  {
    displayName: 'Limit',
    name: 'limit',
    ...LIMIT,
    displayOptions: { show: { operation: [id], returnAll: [false] } },
  },
]

const fileProperties = (id: string): Property[] => [
  {
    displayName: 'Download',
    name: 'download',
    type: 'boolean',
    default: true,
    description: 'Whether to download the file instead of returning only its link',
    displayOptions: { show: { operation: [id] } },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: { operation: [id], download: [true] } },
  },
]

const ONCE: Property = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  placeholder: 'Made from the execution, this node and the item',
  description:
    'The same key again gets the first answer for 24 hours, and nothing is done twice. Left empty, a retry of this node has the same key. Use the number of your order to be safe when the whole workflow runs again.',
}
