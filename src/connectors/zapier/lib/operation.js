const { isPaged, readPages, valueAt } = require('./answer')
const { send } = require('./request')

const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** How many items a list returns unless the person says otherwise. */
const LIMIT = 50

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
  const request = { method, path, query: {}, body: { ...initial }, headers: { ...headers } }
  for (const [name, [place, kind]] of Object.entries(fields)) {
    if (kind === 'unsent') continue
    const columns = columnsOf(input)
    const isRow = kind === 'columns' || kind === 'row'
    const value = isRow ? columns : input[name]
    if (isRow ? Object.keys(columns).length === 0 : isEmpty(value)) continue
    if (place === 'path') request.path = request.path.replace(`:${name}`, encodeURIComponent(String(value)))
    else if (place === 'query') request.query[name] = toValue(name, kind, value)
    else request.body[name] = kind === 'row' ? [value] : toValue(name, kind, value)
  }
  if (method === 'GET' || Object.keys(request.body).length === 0) delete request.body
  if (isOnce) request.headers['Idempotency-Key'] = String(input.idempotency_key)
  return request
}

/** Calls an operation. Returns the items of a list, up to the limit of the person, or its object without an envelope. */
async function call(z, bundle, operation, input = bundle.inputData) {
  const request = toRequest(operation, input)
  const ask = (page) => send(z, bundle, page)
  if (isPaged(operation, request)) return readPages(operation, request, ask, Number(input.limit) || LIMIT)
  const body = await ask(request)
  const path = operation.items ?? operation.answer
  return path ? valueAt(body, path) : body
}

module.exports = { COLUMN, call }
