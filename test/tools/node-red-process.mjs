import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Node-RED's runtime in a process of its own, because it can be started once in a process. The test sends commands:
 * `deploy`, `receive` and `stop`.
 */
const [userDir, nodesDir, port] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const util = require('@node-red/util')
const runtime = require('@node-red/runtime')

const log = { console: { level: 'warn', handler: () => (message) => process.send({ log: String(message.msg) }) } }
const settings = {
  userDir,
  nodesDir: [nodesDir],
  coreNodesDir: join(nodesDir, 'core'),
  flowFile: 'flows.json',
  logging: log,
}
const server = createServer((request, response) => runtime.httpNode(request, response))
util.init(settings)
runtime.init({ ...settings, credentialSecret: 'of-this-test', telemetry: { enabled: false } }, server)
// What the nodes of the test report (node-red-engine.ts).
process.on('latchkey-collected', (node, msg) => process.send({ node, msg }))
const started = new Promise((resolve) => util.events.once('flows:started', resolve))
await runtime.start()
await started
// Flows with a type that is missing never start.
const failed = require('@node-red/registry').getNodeList(({ err }) => err !== undefined)
if (failed.length > 0) throw new Error(failed.map(({ id, err }) => `${id}: ${err}`).join('\n'))
await new Promise((resolve) => server.listen(Number(port), '127.0.0.1', resolve))

/** The runtime has no public way to hand a message to a node. */
const nodes = require(join(dirname(require.resolve('@node-red/runtime')), 'nodes'))

const commands = {
  deploy: async ({ flows, type = 'full' }) => {
    const restarted = new Promise((resolve) => util.events.once('flows:started', resolve))
    await runtime.flows.setFlows({ flows: { flows }, deploymentType: type, req: {} })
    await restarted
  },
  receive: async ({ node, msg }) => nodes.getNode(node).receive(msg),
  admin: async ({ path, body, params, query }) => {
    const response = { json: (answer) => process.send({ admin: answer }) }
    const route = runtime.httpAdmin._router.stack.find(({ route }) => route?.path === path)
    await route.route.stack.at(-1).handle({ body, params, query }, response)
  },
  stop: async () => {
    await runtime.stop()
    server.close()
    server.closeAllConnections()
    process.disconnect()
  },
}
process.on('message', async ({ id, command, ...given }) => {
  try {
    await commands[command](given)
    if (process.connected) process.send({ done: id })
  } catch (error) {
    process.send({ done: id, error: String(error.stack ?? error) })
  }
})
process.send({ ready: true })
