const { ask } = require('./client')

const PATH = '/api/v1/events/subscriptions'

/** Node-RED waits 15 seconds for a node that closes. */
const TIMEOUT = 10_000

/**
 * The subscription of each node of this process: its deployment, id and secret. It outlives a deploy. After a restart the
 * node gets a new secret, so that none is in a file; for 24 hours deliveries carry the signature of the previous one, too.
 */
const known = new Map()

const call = async (deployment, given) => (await ask(deployment, { ...given, timeout: TIMEOUT })).body

const remove = (deployment, id) => call(deployment, { method: 'DELETE', path: `${PATH}/${id}`, accepts: [404] })

/** The subscriptions of a node: normally one. Those of other keys have no URL. */
async function findOwn(deployment, { url, id }) {
  const { subscriptions } = await call(deployment, { method: 'GET', path: PATH })
  return subscriptions.filter((one) => one.url !== undefined && (one.url === url || one.id === id))
}

/** Removes the subscription that the node had with another address or key of a deployment. */
async function leavePrevious(node, deployment) {
  const previous = known.get(node)
  if (!previous || (previous.deployment.address === deployment.address && previous.deployment.key === deployment.key))
    return
  known.delete(node)
  // A key that is no longer valid cannot remove anything. Its subscriptions are paused with it.
  await remove(previous.deployment, previous.id).catch(() => {})
}

/** Subscribes what is wanted, with the subscription that the node has already if there is one. Returns its id and secret. */
async function subscribe(node, { address, key }, wanted, storedId) {
  const deployment = { address, key }
  await leavePrevious(node, deployment)
  const [first, ...others] = await findOwn(deployment, { url: wanted.url, id: storedId })
  for (const { id } of others) await remove(deployment, id)
  const { id, secret } = first
    ? await takeOver(deployment, first.id, wanted, known.get(node))
    : await call(deployment, { method: 'POST', path: PATH, body: wanted })
  known.set(node, { deployment, id, secret })
  return { id, secret }
}

async function takeOver(deployment, id, { url, types, include, filter = null }, previous) {
  const body = { url, types, include, filter, enabled: true }
  await call(deployment, { method: 'PATCH', path: `${PATH}/${id}`, body })
  if (previous?.id === id) return previous
  const { secret } = await call(deployment, { method: 'POST', path: `${PATH}/${id}/secret`, body: {} })
  return { id, secret }
}

/** Removes what the node subscribed, in this process or in an earlier one. */
async function unsubscribe(node, { address, key }, url, storedId) {
  const deployment = { address, key }
  await leavePrevious(node, deployment)
  const own = { url, id: known.get(node)?.id ?? storedId }
  for (const { id } of await findOwn(deployment, own)) await remove(deployment, id)
  known.delete(node)
}

const isSubscribed = (node) => known.has(node)

module.exports = { isSubscribed, subscribe, unsubscribe }
