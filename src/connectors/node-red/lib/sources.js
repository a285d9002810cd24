const { ask } = require('./client')
const { isSubscribed, subscribe, unsubscribe } = require('./subscription')

const TIMEOUT = 10_000

/** The message of an event. */
const toMessage = ({ id, type, timestamp, data }) => ({ topic: type, payload: data, event: { id, type, timestamp } })

const toHex = (id) => String(id).replaceAll('-', '').toLowerCase()

/**
 * Asks for new events. The first time it only asks for the position from which later events follow, and stores it. A
 * position belongs to a deployment.
 */
function feed({ node, deployment, config, state, emit }) {
  const { types, table } = config
  const isWanted = ({ data }) =>
    !table || data?.data_source_id === undefined || toHex(data.data_source_id) === toHex(table)
  return {
    status: 'waiting',
    wait: Math.max(1, Number(config.every) || 60),
    async turn() {
      const stored = state.read()
      if (isSubscribed(node) || stored.subscription) await unsubscribe(node, deployment, undefined, stored.subscription)
      let after = stored.address === deployment.address && stored.after ? stored.after : 'now'
      for (let hasMore = true; hasMore; ) {
        const query = { after, types: types.join(','), limit: 100 }
        const { body } = await ask(deployment, { method: 'GET', path: '/api/v1/events', query, timeout: TIMEOUT })
        for (const event of body.events.filter(isWanted)) emit(toMessage(event))
        after = body.next_after
        hasMore = body.has_more
        state.write({ address: deployment.address, after })
      }
    },
    leave: async () => state.remove(),
  }
}

/** Subscribes an address of this Node-RED. `receivers` has the secret and the output of each subscribed node. */
function webhook({ node, deployment, config, state, emit, receivers }) {
  const url = () => new URL(`${String(config.address).trim().replace(/\/$/, '')}/latchkey/${node}`).href
  return {
    status: 'subscribed',
    async turn() {
      const { types, include, table, title } = config
      const wanted = {
        url: url(),
        types,
        include,
        ...(table && { filter: { data_source_id: table } }),
        description: `Node-RED: ${title}`.slice(0, 200),
      }
      const { id, secret } = await subscribe(node, deployment, wanted, state.read().subscription)
      state.write({ subscription: id })
      receivers.set(node, { secret, receive: (event) => emit(toMessage(event)) })
    },
    async leave() {
      await unsubscribe(node, deployment, url(), state.read().subscription)
      state.remove()
    },
  }
}

module.exports = { feed, webhook }
