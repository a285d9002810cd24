import type { Area } from '../../../base/groups.ts'
import { describePages, type Pages } from '../../client-codegen/paging.ts'
import { getDocs } from '../../docs.ts'
import type { Json } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { itemsOf, sampleOf } from '../answers.ts'
import { type Input, readInputs } from '../inputs.ts'
import { toDescription, toTitle } from '../text.ts'
import { PROMINENT } from '../words.ts'
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

/** The module of an operation: a search for a list, an action for anything else. */
export function toModule(member: Registered, group: Exclude<Area, 'admin'>, product: string, task: string): Module {
  const { operation } = member
  const items = operation.reads ? itemsOf(member) : undefined
  const pages = items ? describePages(operation) : undefined
  const paging = pages ? [...AMOUNTS, ...pages.next.map(([field]) => field)] : []
  const inputs = readInputs(member).filter(({ name }) => !paging.includes(name))
  const isOnce = 'Idempotency-Key' in (operation.input().header?.shape ?? {})
  const sample = sampleOf(member, items)
  const title = toTitle(task)
  return {
    id: toId(operation.id),
    metadata: {
      label: group === 'gateway' || group === 'events' ? title : `${title} (${product})`,
      description: `${toDescription(getDocs(operation).en.summary).replace(/\.$/, '')}.`,
      connection: 'latchkey',
      ...(items ? { moduleType: 'search' } : { moduleType: 'action', actionCrud: toCrud(member) }),
    },
    communication: {
      ...toRequest(member, inputs, isOnce),
      ...(items ? toPages(items, pages) : { response: { output: '{{body}}' } }),
    },
    parameters: [
      ...toParameters(inputs, PROMINENT[operation.id] ?? []),
      ...(isOnce ? [ONCE] : []),
      ...(items ? [HOW_MANY] : []),
    ],
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

/** The size of a page. Make asks for pages by itself, and a person says how many bundles they want. */
const AMOUNTS = ['limit', 'size', 'page_size', 'maxPerPage']

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
function toParameters(inputs: readonly Input[], prominent: readonly string[]): Parameter[] {
  const columns = inputs.find(isColumns)
  const hasTable = inputs.some(({ isTable }) => isTable)
  return inputs
    .filter((input) => !(hasTable && isColumns(input)))
    .map((input) => ({
      ...toParameter(input, columns),
      ...(!input.isRequired && !prominent.includes(input.name) && { advanced: true }),
    }))
}

function toRequest({ method, path, operation }: Registered, inputs: readonly Input[], isOnce: boolean) {
  const of = (place: Input['place']) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.place === place && !input.isUnsent)
        .map((input) => [input.name, toExpression(input)]),
    )
  const header = operation.input().header?.shape ?? {}
  const headers = {
    ...(isOnce && { 'Idempotency-Key': '{{parameters.idempotency_key}}' }),
    ...('X-Payment-Mode' in header && { 'X-Payment-Mode': 'true' }),
  }
  const [qs, body] = [of('query'), of('body')]
  // Without a choice the same bill for the same customer is refused once.
  if ('confirm_duplicate' in body) body.confirm_duplicate = '{{ifempty(parameters.confirm_duplicate, false)}}'
  return {
    url: path.replaceAll(/:(\w+)/g, '{{encodeURL(parameters.$1)}}'),
    encodeUrl: false,
    method,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(qs).length > 0 && { qs }),
    ...(method !== 'GET' && { body }),
  }
}

/** The pages of a list, until the person has enough. A feed says `has_more`, because its position never ends. */
function toPages(items: string, pages: Pages | undefined): Record<string, Json> {
  const response = { iterate: `{{body.${items}}}`, limit: '{{parameters.maximum}}', output: '{{item}}' }
  if (!pages) return { response }
  const next = Object.fromEntries(pages.next.map(([field, path]) => [field, `{{body.${path}}}`]))
  const [[, pointer] = ['', '']] = pages.next
  const condition = pointer === 'next_after' ? '{{body.has_more}}' : `{{body.${pointer}}}`
  return { response, pagination: { ...(pages.place === 'query' ? { qs: next } : { body: next }), condition } }
}
