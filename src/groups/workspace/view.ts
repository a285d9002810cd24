import { asUuid } from '../../base/accounts.ts'
import { badInput, GatewayError, hasStatus } from '../../base/errors.ts'
import { isObject, items, type JsonObject, list, member } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { NativeFilter } from './filters/operators.ts'
import type { Connection } from './notion.ts'

/** What a view shows of its table. */
export interface View {
  readonly dataSourceId: string
  /** All must hold. */
  readonly filters: readonly NativeFilter[]
  readonly sorts: readonly JsonObject[]
  readonly warnings: readonly string[]
}

const required = requiredFields('workspace', '', 'data_source_id')

/** The product's view object. */
export const fetchNativeView = async (connection: Connection, viewId: string): Promise<JsonObject> => {
  const native = await connection.call({ path: `/views/${viewId}` })
  return required('', isObject(native) ? native : undefined)
}

/**
 * The table of a view, its filter and its order. `place` is the field that names it. Throws 400 for a dashboard, which
 * has several.
 */
export async function fetchView(connection: Connection, viewId: string, place: string): Promise<View> {
  const native = await fetchNativeView(connection, viewId).catch((error) => {
    if (!hasStatus(error, 404) || place === 'view_id') throw error
    throw new GatewayError(404, `${place}: names a view: ${error.message}`, { reason: error.reason })
  })
  if (member(native, 'type') === 'dashboard') {
    throw badInput(`${place}: is a dashboard, which shows several tables: give one of them`)
  }
  const filter = member(native, 'filter')
  const filters = [...(isObject(filter) && Object.keys(filter).length > 0 ? [filter] : []), ...quickFilters(native)]
  return {
    dataSourceId: required('data_source_id', asUuid(member(native, 'data_source_id'))),
    filters,
    sorts: items(member(native, 'sorts'), (sort) => (isObject(sort) ? sort : undefined)),
    warnings: filters.some(namesMe) ? [`${place}: ${ME}`] : [],
  }
}

/** Facts 4. */
const ME =
  'its filter says "me", by which a personal access token finds its creator, and the token of a connection finds nobody: the rows may differ from those in the app'

function namesMe(filter: unknown): boolean {
  const group = list(member(filter, 'and')).concat(list(member(filter, 'or')))
  if (group.length > 0) return group.some(namesMe)
  const condition = member(filter, 'people') ?? member(filter, 'created_by') ?? member(filter, 'last_edited_by')
  return member(condition, 'contains') === 'me' || member(condition, 'does_not_contain') === 'me'
}

/** The filters in the bar of a view: a property and its condition, or an empty object for none. */
function quickFilters(native: JsonObject): NativeFilter[] {
  const all = member(native, 'quick_filters')
  return Object.entries(isObject(all) ? all : {}).flatMap(([property, condition]) =>
    isObject(condition) && Object.keys(condition).length > 0 ? [{ property, ...condition }] : [],
  )
}
