const { promisify } = require('node:util')
const { findChoices, isList } = require('../lib/choices')
const { LatchkeyError } = require('../lib/client')
const { idempotencyKey, run } = require('../lib/operation')
const { isEmpty, toRequest } = require('../lib/values')
const operations = require('../operations.json')

module.exports = (RED) => {
  const evaluate = promisify(RED.util.evaluateNodeProperty)

  /** What a person chose in the dialog: a literal, or a property of the message, the flow or the environment. */
  async function read(node, { value, type }, msg) {
    if (type === 'none' || (isEmpty(value) && type !== 'date')) return undefined
    if (type === 'choice' || type === 'choices' || type === 'account') return value
    return evaluate(value, type, node, msg)
  }

  async function readFields(node, { fields, from, fromType }, msg) {
    const values = {}
    for (const [name, given] of Object.entries(fields ?? {})) values[name] = await read(node, given, msg)
    const others = await read(node, { value: from, type: fromType }, msg)
    return { ...values, ...(typeof others === 'object' && others) }
  }

  async function readLimit(node, { limit, limitType }, msg) {
    const value = await read(node, { value: limit, type: limitType ?? 'num' }, msg)
    if (isEmpty(value)) return Number.POSITIVE_INFINITY
    if (!(Number(value) >= 1)) throw new LatchkeyError('The limit must be a number from 1 on.')
    return Number(value)
  }

  async function readKey(node, { once, onceType }, msg, request) {
    const own = onceType === 'message' ? undefined : await read(node, { value: once, type: onceType ?? 'none' }, msg)
    return isEmpty(own) ? idempotencyKey(node.id, msg, request) : String(own)
  }

  async function execute(node, config, msg) {
    const operation = operations[config.operation]
    if (!operation) throw new LatchkeyError('Choose a task in this node.')
    const deployment = RED.nodes.getNode(config.deployment)
    if (!deployment) throw new LatchkeyError('Choose a deployment in this node.')
    const request = toRequest(operation, await readFields(node, config, msg))
    if (operation.isOnce) request.headers['Idempotency-Key'] = await readKey(node, config, msg, request)
    return run(deployment, operation, request, await readLimit(node, config, msg))
  }

  /** One message, or one for each item of a list, with the parts that a join node needs. */
  function toMessages({ output }, msg, { status, payload, filename }) {
    const message = { ...msg, statusCode: status, payload, ...(filename && { filename }) }
    if (output !== 'each' || !Array.isArray(payload)) return [message]
    const id = RED.util.generateId()
    return payload.map((item, index) => ({
      ...RED.util.cloneMessage({ ...message, payload: undefined }),
      payload: item,
      parts: { id, type: 'array', len: 1, index, count: payload.length },
    }))
  }

  function LatchkeyRequest(config) {
    RED.nodes.createNode(this, config)
    this.on('input', async (msg, send, done) => {
      this.status({ fill: 'blue', shape: 'dot', text: 'requesting' })
      try {
        const result = await execute(this, config, msg)
        this.status({})
        send([toMessages(config, msg, result)])
        done()
      } catch (error) {
        const { status, code, requestId, retryAfter } = error
        this.status({ fill: 'red', shape: 'ring', text: error.message.slice(0, 80) })
        msg.statusCode = status
        msg.latchkey = { code, requestId, ...(retryAfter !== undefined && { retryAfter }) }
        done(error)
      }
    })
  }

  RED.nodes.registerType('latchkey-request', LatchkeyRequest)

  /** What a deployed account offers for a field. Nothing when it cannot be asked: a person can write the value as well. */
  const needsPermission = RED.auth.needsPermission('flows.read')
  RED.httpAdmin.get('/latchkey/choices/:deployment/:list', needsPermission, async ({ params, query }, response) => {
    const deployment = RED.nodes.getNode(params.deployment)
    const isKnown = deployment?.type === 'latchkey-deployment' && isList(params.list)
    response.json(isKnown ? await findChoices(deployment, params.list, String(query.text ?? '')).catch(() => []) : [])
  })
}
