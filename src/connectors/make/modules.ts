import { toTitle } from '../../openapi/facts.ts'
import type { Json } from '../../openapi/json-schema.ts'
import type { Operation } from '../shared/openapi.ts'

/** A module of the app: its entry in makecomapp.json, and the code of its files. */
export interface Module {
  readonly id: string
  readonly metadata: Readonly<Record<string, Json>>
  readonly communication: Json
  readonly parameters: readonly Json[]
  readonly interface: readonly Json[]
  readonly sample: Json
}

/**
 * The module of an operation: a search for a list, an action for anything else. Only a search outputs several bundles, so
 * a write of several things is one, too. Its parameters and outputs are asked of the deployment.
 */
export function toModule(operation: Operation): Module {
  const { id, group, product, title, summary, items, outcomes } = operation
  const name = toTitle(title)
  return {
    id: toId(id),
    metadata: {
      label: group === 'gateway' || group === 'events' ? name : `${name} (${product})`,
      description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
      connection: 'latchkey',
      ...(items || outcomes ? { moduleType: 'search' } : { moduleType: 'action', actionCrud: toCrud(operation) }),
    },
    communication: { ...toRequest(operation), ...toResponse(operation) },
    parameters: [`rpc://${toFormId(id)}`],
    interface: [`rpc://${toFormId(id)}Output`],
    sample: {},
  }
}

/** Make leaves out an empty value: the first account is used then. */
export const ACCOUNT_HEADER = { 'X-Account': '{{parameters.account}}' }

/** `recorderListFiles` for `recorder_list_files`: Make's ids have letters and digits only. */
export const toId = (name: string) => name.replaceAll(/[_.]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The remote procedure that answers the parameters of a module. */
export const toFormId = (id: string) => `form${toId(`_${id}`)}`

const toCrud = ({ method, reads }: Operation) =>
  reads ? 'read' : method === 'DELETE' ? 'delete' : method === 'PATCH' || method === 'PUT' ? 'update' : 'create'

/** Parameters that are no fields of the request: they are in its path or its headers, or only for the form. */
function ownNames({ accounts, fields, table, isOnce, pages }: Operation): string[] {
  const inPath = fields.filter(({ place }) => place === 'path').map(({ name }) => name)
  const isSent = fields.some(({ name }) => name === table)
  return [
    ...inPath,
    ...(table && !isSent ? [table] : []),
    ...(isOnce ? ['idempotency_key'] : []),
    ...(pages ? ['maximum'] : []),
    ...(accounts.length > 0 ? ['account'] : []),
  ]
}

function toRequest(operation: Operation) {
  const { accounts, method, path, isOnce, pages } = operation
  const headers = {
    ...(isOnce && { 'Idempotency-Key': '{{parameters.idempotency_key}}' }),
    ...operation.headers,
    ...(accounts.length > 0 && ACCOUNT_HEADER),
  }
  const names = ownNames(operation).map((name) => `'${name}'`)
  // Whatever else the form has is a field, also one that is newer than this app.
  const rest = { '{{...}}': names.length > 0 ? `{{omit(parameters, ${names.join(', ')})}}` : '{{parameters}}' }
  const position = {
    ...pages?.first,
    ...(pages?.size && { [pages.size.field]: `{{min(parameters.maximum, ${toPageSize(pages.size)})}}` }),
  }
  const fields = { ...rest, ...position }
  return {
    url: path.replaceAll(/\{(\w+)\}/g, '{{encodeURL(parameters.$1)}}'),
    encodeUrl: false,
    method,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(method === 'GET' ? { qs: fields } : { body: fields }),
  }
}

/** Some products only accept multiples of ten above ten. */
const toPageSize = ({ field, most }: { field: string; most: number }) => (field === 'pageSize' ? 10 : most)

/** The output of a module. The pages of a list follow each other until the person has enough. */
function toResponse({ items, outcomes, result, pages }: Operation): Record<string, Json> {
  if (outcomes) return { response: { iterate: `{{body.${outcomes}}}`, output: '{{item}}' } }
  if (!items) return { response: { output: result ? `{{body.${result}}}` : '{{body}}' } }
  const response = { iterate: `{{body.${items}}}`, output: '{{item}}' }
  const [first] = pages?.next ?? []
  if (!pages || !first) return { response }
  const position = Object.fromEntries(pages.next.map(([field, path]) => [field, `{{body.${path}}}`]))
  // A feed has a next position even at its end, because more may follow later.
  const condition = first[1] === 'next_after' ? '{{body.has_more}}' : `{{body.${first[1]}}}`
  return {
    response: { ...response, limit: '{{parameters.maximum}}' },
    pagination: { [pages.in === 'query' ? 'qs' : 'body']: position, condition },
  }
}
