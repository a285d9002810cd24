import { getDocs } from '../../docs.ts'
import type { Json } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import type { Input } from '../inputs.ts'
import { type Sending, toSample } from '../sending.ts'
import type { Task } from '../tasks.ts'
import { toDescription, toTitle } from '../text.ts'
import { type Parameter, toExpression, toInterface, toParameter } from './parameters.ts'

/** A module of the app: its entry in makecomapp.json, and the code of its files. */
export interface Module {
  readonly id: string
  readonly metadata: Readonly<Record<string, Json>>
  readonly communication: Json
  readonly parameters: readonly Json[]
  readonly interface: readonly Json[]
  readonly sample: Json
}

type Crud = 'create' | 'read' | 'update' | 'delete'

/** How many bundles a search returns unless the person says otherwise. */
const LIMIT = 10

/**
 * The module of an operation: a search for a list, an action for anything else. Only a search outputs several bundles, so
 * a write of several things is one, too.
 */
export function toModule({ group, product, task, member, inputs: all, sending }: Task): Module {
  const { operation } = member
  const { sent, hidden, isPaged } = sending
  const inputs = isPaged ? all.filter(({ name }) => !hidden.has(name)) : all
  const list = sent.items ?? sent.batch
  const sample = toSample(member, list ? { ...sent, items: list } : sent)
  const title = toTitle(task)
  return {
    id: toId(operation.id),
    metadata: {
      label: group === 'gateway' || group === 'events' ? title : `${title} (${product})`,
      description: `${toDescription(getDocs(operation).en.summary).replace(/\.$/, '')}.`,
      connection: 'latchkey',
      ...(list ? { moduleType: 'search' } : { moduleType: 'action', actionCrud: toCrud(member) }),
    },
    communication: { ...toRequest(sending, inputs), ...toResponse(sending) },
    parameters: [...toParameters(inputs), ...(sent.isOnce ? [ONCE] : []), ...(sent.items ? [HOW_MANY] : [])],
    interface: toInterface(sample),
    sample,
  }
}

/** `recorderListFiles` for `recorder_list_files`: Make's ids have letters and digits only. */
export const toId = (name: string) => name.replaceAll(/[_.]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const toCrud = ({ method, operation }: Registered): Crud =>
  operation.reads
    ? 'read'
    : method === 'DELETE'
      ? 'delete'
      : method === 'PATCH' || method === 'PUT'
        ? 'update'
        : 'create'

export const HOW_MANY: Parameter = {
  name: 'maximum',
  label: 'Limit',
  help: 'How many results to return at most.',
  type: 'uinteger',
  required: true,
  default: LIMIT,
}

const ONCE: Parameter = {
  name: 'idempotency_key',
  label: 'Repeat Protection',
  help: 'Map the ID of the item that starts the scenario. When Make runs the module again with the same value, nothing is done twice: the first response is returned again for 24 hours.',
  type: 'text',
  required: true,
}

const isColumns = ({ row }: Input) => row !== undefined

/** Optional parameters that few people need are behind "Show advanced settings". */
function toParameters(inputs: readonly Input[]): Parameter[] {
  const columns = inputs.find(isColumns)
  const hasTable = inputs.some(({ isTable }) => isTable)
  return inputs
    .filter((input) => !(hasTable && isColumns(input)))
    .map((input) => ({ ...toParameter(input, columns), ...(!input.isProminent && { advanced: true }) }))
}

function toRequest({ sent, initial = {} }: Sending, inputs: readonly Input[]) {
  const { method, path, isOnce, headers, pages, size, first } = sent
  const of = (place: Input['place']) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.place === place && !input.isUnsent)
        .map((input) => [input.name, toExpression(input, initial[input.name])]),
    )
  const position = { ...first, ...(size && { [size[0]]: `{{min(parameters.maximum, ${toPageSize(size)})}}` }) }
  const [qs, body] = [
    { ...of('query'), ...(pages === 'query' && position) },
    { ...of('body'), ...(pages === 'body' && position) },
  ]
  return {
    url: path.replaceAll(/:(\w+)/g, '{{encodeURL(parameters.$1)}}'),
    encodeUrl: false,
    method,
    ...((isOnce || headers) && {
      headers: { ...(isOnce && { 'Idempotency-Key': '{{parameters.idempotency_key}}' }), ...headers },
    }),
    ...(Object.keys(qs).length > 0 && { qs }),
    ...(method !== 'GET' && { body }),
  }
}

/** Some products only accept multiples of ten above ten. */
const toPageSize = ([field, largest]: [string, number]) => (field === 'pageSize' ? 10 : largest)

/** What a module outputs. The pages of a list follow each other until the person has enough. */
function toResponse({ sent: { items, batch, answer, next = [], pages = 'query' } }: Sending): Record<string, Json> {
  if (batch) return { response: { iterate: `{{body.${batch}}}`, output: '{{item}}' } }
  if (!items) return { response: { output: answer ? `{{body.${answer}}}` : '{{body}}' } }
  const response = { iterate: `{{body.${items}}}`, limit: '{{parameters.maximum}}', output: '{{item}}' }
  const [first] = next
  if (!first) return { response }
  const position = Object.fromEntries(next.map(([field, path]) => [field, `{{body.${path}}}`]))
  // A feed has a next position even at its end, because more may follow later.
  const condition = first[1] === 'next_after' ? '{{body.has_more}}' : `{{body.${first[1]}}}`
  return { response, pagination: { [pages === 'query' ? 'qs' : 'body']: position, condition } }
}
