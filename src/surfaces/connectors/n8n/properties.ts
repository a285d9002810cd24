import { getDocs } from '../../docs.ts'
import type { Registered } from '../../registered.ts'
import { describeSending, type Sent } from '../sending.ts'
import type { GroupTasks } from '../tasks.ts'
import { isSame, toDescription, toTitle } from '../text.ts'
import { FILES, PROMINENT, UNSENT } from '../words.ts'
import { describeField, describeFields, type Field, type Kind, LIMIT, type Property, sorted } from './fields.ts'

export interface Described {
  readonly properties: Property[]
  readonly sent: Sent
}

/** The linter of n8n takes names of resources that end in "s" for plurals. */
const SINGULAR: Readonly<Record<string, string>> = { Threads: 'Threads (Meta)' }

/** The lists of a group: its wanted operations, and a second resource with all others. */
export function describeResource(group: string, tasks: GroupTasks, members: readonly Registered[]) {
  const lists = [
    { name: SINGULAR[tasks.product] ?? tasks.product, value: group, tasks: tasks.wanted },
    { name: `${tasks.product} (More)`, value: `${group}More`, tasks: tasks.more },
  ].filter((list) => Object.keys(list.tasks).length > 0)
  const operations = lists.map((list): Property => {
    const options = Object.entries(list.tasks).map(([id, task]) => {
      const description = toDescription(getDocs(find(members, id).operation).en.summary)
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
      default: Object.keys(list.tasks)[0] ?? '',
    }
  })
  return { resources: lists.map(({ name, value }) => ({ name, value })), operations }
}

const find = (members: readonly Registered[], id: string) => {
  const member = members.find(({ operation }) => operation.id === id)
  if (!member) throw new Error(`${id} is no operation`)
  return member
}

/** The parameters of an operation, and how they are sent. */
export function describeOperation(member: Registered): Described {
  const { operation } = member
  const { id } = operation
  const { sent, hidden, isPaged } = describeSending(member)
  const fields = withUnsent(
    id,
    describeFields(member).filter(({ name }) => !hidden.has(name)),
  )

  const prominent = (field: Field) => field.isRequired || (PROMINENT[id] ?? []).includes(field.name)
  const [direct, optional] = [fields.filter(prominent), fields.filter((field) => !prominent(field))]
  const shown = { show: { operation: [id] } }
  const link = FILES[id]
  const extra = sorted([...optional.map(({ property }) => property), ...(sent.isOnce ? [ONCE] : [])])
  const place = (one: { place: Field['place']; kind?: Kind }) => [one.place, ...(one.kind ? [one.kind] : [])]
  const { method, path, ...rest } = sent
  return {
    properties: [
      ...direct.map(({ property }) => ({ ...property, displayOptions: shown })),
      ...(isPaged ? pagedProperties(id) : []),
      ...(link ? fileProperties(id) : []),
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
      fields: Object.fromEntries(fields.filter(({ kind }) => kind !== 'unsent').map((one) => [one.name, place(one)])),
      ...rest,
    },
  }
}

function withUnsent(id: string, fields: readonly Field[]): Field[] {
  const unsent = UNSENT[id]
  if (!unsent) return [...fields]
  const { name, schema } = unsent
  const { property } = describeField({ id, name, place: 'body', path: '', schema: schema as never, isRequired: false })
  const at = fields.findIndex((field) => field.name === unsent.after) + 1
  const field: Field = { name, place: 'body', kind: 'unsent', isRequired: true, property }
  return [...fields.slice(0, at), field, ...fields.slice(at)]
}

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
