const { feed, webhook } = require('../lib/sources')
const { isSigned } = require('../lib/signature')
const { openState } = require('../lib/state')

/** The largest delivery, in bytes. A transcript of hours has some hundred thousand. */
const LARGEST = 10_000_000

/** Seconds until the next attempt after a failure. */
const AGAIN = 60

module.exports = (RED) => {
  /** The nodes that accept deliveries, by their ids. */
  const receivers = new Map()

  async function readContent(request) {
    const parts = []
    let size = 0
    for await (const part of request) {
      size += part.length
      if (size > LARGEST) return undefined
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  RED.httpNode.post('/latchkey/:node', async (request, response) => {
    const receiver = receivers.get(request.params.node)
    if (!receiver) return response.status(404).json({ error: 'No node receives events at this address' })
    const content = await readContent(request)
    if (!content) return response.status(413).json({ error: 'The delivery is too large' })
    if (!isSigned(request.headers, content, receiver.secret))
      return response.status(401).json({ error: 'The signature does not fit' })
    response.status(204).end()
    receiver.receive({ id: request.headers['webhook-id'], ...JSON.parse(content.toString('utf8')) })
  })

  function LatchkeyEvents(config) {
    RED.nodes.createNode(this, config)
    const deployment = RED.nodes.getNode(config.deployment)
    if (!deployment) return void this.status({ fill: 'red', shape: 'ring', text: 'failed' })
    const source = (config.delivery === 'webhook' ? webhook : feed)({
      node: this.id,
      deployment,
      config: { ...config, title: config.name || 'latchkey events' },
      state: openState(RED.settings.userDir, this.id),
      emit: (message) => this.send(message),
      receivers,
    })
    let timer
    let isClosed = false
    let reported
    const turn = async () => {
      let wait = source.wait
      try {
        await source.turn()
        reported = undefined
        this.status({ fill: 'green', shape: 'dot', text: source.status })
      } catch (error) {
        wait = Math.max(AGAIN, error.retryAfter ?? 0)
        this.status({ fill: 'red', shape: 'ring', text: error.message.slice(0, 80) })
        // The same failure is reported once, however often it is tried again.
        if (error.message !== reported) {
          const { status, code, requestId } = error
          this.error(error, { statusCode: status, latchkey: { code, requestId } })
        }
        reported = error.message
      }
      if (!isClosed && wait) timer = setTimeout(start, wait * 1000)
    }
    let work
    const start = () => {
      work = turn()
    }
    start()

    this.on('close', async (removed, done) => {
      isClosed = true
      clearTimeout(timer)
      await work
      receivers.delete(this.id)
      if (removed) await source.leave().catch(({ message }) => this.warn(message))
      done()
    })
  }

  RED.nodes.registerType('latchkey-events', LatchkeyEvents)
}
