const { send } = require('./request')

/** The value at a dotted path. */
const valueAt = (value, path) => path.split('.').reduce((found, name) => found?.[name], value)

const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The columns of a row are fields of their own, whose keys begin like this. */
const COLUMN = 'column__'

const columnsOf = (input) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([key, value]) => key.startsWith(COLUMN) && !isEmpty(value))
      .map(([key, value]) => [decodeURIComponent(key.slice(COLUMN.length).replaceAll('_', '%')), value]),
  )

/** Line items, whose keys begin with that of the field. */
const toItems = (name, items) =>
  items.map((item) =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([, value]) => !isEmpty(value))
        .map(([key, value]) => [key.replace(`${name}__`, ''), value]),
    ),
  )

function toValue(name, kind, value) {
  if (kind === 'commas') return [value].flat().join(',')
  if (kind === 'day') return String(value).slice(0, 10)
  return Array.isArray(value) && value.every((item) => typeof item === 'object') ? toItems(name, value) : value
}

/** The request of an operation from the fields that a person filled in. Empty ones are left out. */
function toRequest({ method, path, fields, headers, isOnce, initial = {} }, input) {
  const request = { method, path, params: {}, body: { ...initial }, headers: { ...headers } }
  for (const [name, [place, kind]] of Object.entries(fields)) {
    if (kind === 'unsent') continue
    const columns = columnsOf(input)
    const isRow = kind === 'columns' || kind === 'row'
    const value = isRow ? columns : input[name]
    if (isRow ? Object.keys(columns).length === 0 : isEmpty(value)) continue
    if (place === 'path') request.path = request.path.replace(`:${name}`, encodeURIComponent(String(value)))
    else if (place === 'query') request.params[name] = toValue(name, kind, value)
    else request.body[name] = kind === 'row' ? [value] : toValue(name, kind, value)
  }
  if (method === 'GET' || Object.keys(request.body).length === 0) delete request.body
  if (isOnce) request.headers['Idempotency-Key'] = String(input.idempotency_key)
  return request
}

/** Calls an operation. Returns its whole answer. */
const call = (z, bundle, operation, input = bundle.inputData) => send(z, bundle, toRequest(operation, input))

/** Calls an operation that lists. Returns the items. */
const list = async (z, bundle, operation, input) => valueAt(await call(z, bundle, operation, input), operation.items)

module.exports = { COLUMN, call, list, valueAt }
