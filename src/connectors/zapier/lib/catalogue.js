const { setTimeout: sleep } = require('node:timers/promises')
const known = require('../document.json')
const { toOrigin } = require('./deployment')
const { createReader } = require('./openapi')
const { send } = require('./request')

const read = createReader(known, sleep)

/** How long the editor waits for the document of the deployment, and how long a Zap that runs. */
const EDITOR_MS = 10_000
const RUN_MS = 1500

const getCatalogue = (z, bundle, isRunning = false) =>
  read(
    toOrigin(bundle.authData.base_url),
    () => send(z, bundle, { method: 'GET', path: '/openapi.json' }),
    isRunning ? RUN_MS : EDITOR_MS,
  )

function findOperation(z, { operations }, id) {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new z.errors.Error(`The deployment has no operation ${id}`, 'not_found', 404)
  return found
}

module.exports = { findOperation, getCatalogue }
