const { createHash } = require('node:crypto')
const { findFailedRows, isPaged, readPages, valueAt } = require('./answer')
const { LatchkeyError, ask, download } = require('./client')

/**
 * Runs an operation. Returns what its answer is about: its list, up to a limit, its object, or the file behind its link.
 */
async function run(deployment, operation, request, limit) {
  let status
  const call = async (given) => {
    const response = await ask(deployment, given)
    const failure = findFailedRows(response.body)
    if (failure !== undefined) throw new LatchkeyError(failure)
    status = response.status
    return response.body
  }
  if (isPaged(operation, request)) return { payload: await readPages(operation, request, call, limit), status }
  const body = await call(request)
  if (operation.file) {
    const { content, filename } = await download(valueAt(body, operation.file))
    return { status, payload: content, filename }
  }
  const path = operation.items ?? operation.answer
  return { status, payload: path ? (valueAt(body, path) ?? body) : body }
}

/** A key that the same message with the same fields has again, and no other one. Parts of a message are different. */
const idempotencyKey = (node, { _msgid, parts }, { path, query, body }) =>
  createHash('sha256')
    .update(JSON.stringify([node, _msgid, parts?.index, path, query, body]))
    .digest('hex')

module.exports = { idempotencyKey, run }
