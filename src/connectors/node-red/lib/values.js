const { LatchkeyError } = require('./client')

const isEmpty = (value) => value === undefined || value === null || value === ''

/** A list, or a text with commas. */
const toList = (value) =>
  Array.isArray(value)
    ? value
    : String(value)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)

function parseJson(name, value) {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new LatchkeyError(`${name} is not valid JSON`)
  }
}

/** ISO 8601 of a date, or of the milliseconds that an inject node sends. */
const toTime = (value) =>
  value instanceof Date || typeof value === 'number' ? new Date(value).toISOString() : String(value)

function toValue(name, kind, value) {
  if (kind === 'commas') return toList(value).join(',')
  if (kind === 'list') return toList(value)
  if (kind === 'time') return toTime(value)
  if (kind === 'day') return toTime(value).slice(0, 10)
  if (kind === 'json') return parseJson(name, value)
  if (kind === 'row') return [parseJson(name, value)].flat()
  return value
}

/** The request of an operation from the values of its fields. Empty ones are left out. */
function toRequest({ method, path, fields, headers, initial }, values) {
  const request = { method, path, query: {}, body: { ...initial }, headers: { ...headers } }
  for (const [name, [place, kind]] of Object.entries(fields)) {
    if (isEmpty(values[name])) {
      if (place === 'path') throw new LatchkeyError(`${name} is missing`)
      continue
    }
    const value = toValue(name, kind, values[name])
    if (place === 'path') request.path = request.path.replace(`:${name}`, encodeURIComponent(String(value)))
    else request[place][name] = value
  }
  const hasBody = method !== 'GET' && Object.values(fields).some(([place]) => place === 'body')
  if (!hasBody) delete request.body
  return request
}

module.exports = { isEmpty, toRequest }
