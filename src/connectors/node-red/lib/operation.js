const { createHash } = require('node:crypto')
const { LatchkeyError, ask, download } = require('./client')

/** The value at a path with dots. */
const valueAt = (value, path) => path.split('.').reduce((found, name) => found?.[name], value)

/**
 * Runs an operation. Returns what its answer is about: its list, up to a limit, its object, or the file behind its link.
 */
async function run(deployment, operation, request, limit) {
  const call = async (given) => {
    const { status, body } = await ask(deployment, given)
    checkRows(body)
    return { status, body }
  }
  if (operation.next && !isWindow(operation, request)) return readPages(operation, request, call, limit)
  const { status, body } = await call(request)
  if (operation.file) {
    const { content, filename } = await download(valueAt(body, operation.file))
    return { status, payload: content, filename }
  }
  const path = operation.items ?? operation.answer
  return { status, payload: path ? (valueAt(body, path) ?? body) : body }
}

/** A change of several rows succeeds even if rows failed. */
function checkRows({ success, results }) {
  if (success !== false || !Array.isArray(results)) return
  const failed = results.filter((row) => row.success === false)
  throw new LatchkeyError(failed.map(({ error }) => error).join('; '))
}

/** Whether a field replaces the pages. */
const isWindow = ({ window }, { body = {}, query }) => window !== undefined && (window in body || window in query)

async function readPages({ items, next, pages, size, first }, request, call, limit) {
  const sizes = size && { [size[0]]: pageSize(limit, size[1]) }
  let position = { ...first }
  const found = []
  for (;;) {
    const { status, body } = await call({ ...request, [pages]: { ...request[pages], ...sizes, ...position } })
    found.push(...(valueAt(body, items) ?? []))
    position = Object.fromEntries(
      next.map(([field, path]) => [field, valueAt(body, path)]).filter(([, at]) => at != null),
    )
    // A feed has a next position even at its end, because more may follow later.
    const isLast = position[next[0][0]] === undefined || body.has_more === false
    if (found.length >= limit || isLast) return { status, payload: found.slice(0, limit) }
  }
}

/** Some products only accept multiples of ten. */
const pageSize = (limit, largest) => (limit <= 10 ? limit : Math.min(largest, Math.ceil(limit / 10) * 10))

/** A key that the same message with the same fields has again, and no other one. Parts of a message are different. */
const idempotencyKey = (node, { _msgid, parts }, { path, query, body }) =>
  createHash('sha256')
    .update(JSON.stringify([node, _msgid, parts?.index, path, query, body]))
    .digest('hex')

module.exports = { idempotencyKey, run }
